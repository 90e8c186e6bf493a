import type { AccessOf } from '../../apps/server/src/platform/http/index.ts'

/** Somebody with a membership, known without asking a database: what is measured is the market, not the login. */
export const member: AccessOf = () => ({ user: '1', delayMs: 0 })
