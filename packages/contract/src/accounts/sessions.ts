import { Type } from 'typebox'
import type { Static } from 'typebox'
import { IsoTime } from '../schemas.ts'
import { OneTimeCode, Password } from './fields.ts'

export const SessionRow = Type.Object({
  id: Type.Integer(),
  created_at: IsoTime,
  last_seen_at: IsoTime,
  ua: Type.String({ description: 'User-Agent of the browser that logged in' }),
  current: Type.Boolean(),
})
export type SessionRow = Static<typeof SessionRow>

/** Most recently used first. */
export const Sessions = Type.Object({ list: Type.Array(SessionRow) })
export type Sessions = Static<typeof Sessions>

/** Exactly one of the two. `all` ends every session except the current one. */
export const RevokeSessionBody = Type.Object({
  id: Type.Optional(Type.Integer()),
  all: Type.Optional(Type.Literal(true)),
})
export type RevokeSessionBody = Static<typeof RevokeSessionBody>

/** With an authenticator enabled, only its code is accepted. */
export const StepUpBody = Type.Object({ password: Type.Optional(Password), otp: Type.Optional(OneTimeCode) })
export type StepUpBody = Static<typeof StepUpBody>

export const StepUp = Type.Object({ until: IsoTime })
export type StepUp = Static<typeof StepUp>
