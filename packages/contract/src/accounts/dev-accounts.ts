import { Type } from 'typebox'
import type { Static } from 'typebox'

const DevAccount = Type.Object({ email: Type.String(), password: Type.String() })

/** Development only, on loopback only: accounts the login page offers with one click. */
export const DevAccounts = Type.Object({ member: DevAccount, admin: DevAccount })
export type DevAccounts = Static<typeof DevAccounts>
