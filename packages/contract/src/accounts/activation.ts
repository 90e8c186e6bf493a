import { Type } from 'typebox'
import type { Static } from 'typebox'
import { IsoTime, Nullable } from '../schemas.ts'
import { Email, LinkToken } from './fields.ts'

export const SendActivationCodeBody = Type.Object({ email: Email })
export type SendActivationCodeBody = Static<typeof SendActivationCodeBody>

export const SendActivationCode = Type.Object({ expire_minutes: Type.Integer() })
export type SendActivationCode = Static<typeof SendActivationCode>

export const ActiveQuery = Type.Object({ token: LinkToken })
export type ActiveQuery = Static<typeof ActiveQuery>

/** The same link returns this again while it is valid, because mail scanners open links first. */
export const Active = Type.Object({
  activated: Type.Literal(true),
  trial_until: Nullable(IsoTime),
})
export type Active = Static<typeof Active>
