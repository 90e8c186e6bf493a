import type { AccessOf } from '../../apps/server/src/platform/http/index.ts'

/** A member, without a database query: the benches measure the market, not the login. */
export const member: AccessOf = () => ({ user: '1', delayMs: 0 })
