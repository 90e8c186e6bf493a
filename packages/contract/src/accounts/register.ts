import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../schemas.ts'
import { Email, Password, PersonName, Username } from './fields.ts'

export const RegisterBody = Type.Object({
  username: Username,
  first_name: PersonName,
  last_name: PersonName,
  email: Email,
  password: Password,
  confirm_password: Password,
  invite_code: Type.Optional(Type.String({ maxLength: 64, description: '"direct", empty or absent: nobody invited' })),
})
export type RegisterBody = Static<typeof RegisterBody>

export const InvitationBody = Type.Object({ code: Type.String({ maxLength: 64 }) })
export type InvitationBody = Static<typeof InvitationBody>

/** Whom an invite code belongs to, for the page that registers. */
export const Invitation = Type.Object({
  valid: Type.Boolean({ description: 'false: nobody who may invite has this code' }),
  inviter_name: Nullable(Username),
  trial_days: Type.Integer({ description: 'free days of membership that start with the activation; 0: none' }),
})
export type Invitation = Static<typeof Invitation>

/** The same for a new address and for one that has an account: what happens next stands in the mail. */
export const Register = Type.Object({ email: Email, expire_minutes: Type.Integer() })
export type Register = Static<typeof Register>
