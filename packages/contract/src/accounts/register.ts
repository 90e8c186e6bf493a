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
  invite_code: Type.Optional(Type.String({ maxLength: 64, description: '"direct", empty or absent: no inviter' })),
})
export type RegisterBody = Static<typeof RegisterBody>

export const InvitationBody = Type.Object({ code: Type.String({ maxLength: 64 }) })
export type InvitationBody = Static<typeof InvitationBody>

/** Owner of an invite code, for the registration page. */
export const Invitation = Type.Object({
  valid: Type.Boolean({ description: 'false: the code does not belong to an active inviter' }),
  inviter_name: Nullable(Username),
  trial_days: Type.Integer({ description: 'free membership days that start with the activation; 0: none' }),
})
export type Invitation = Static<typeof Invitation>

/** The same for new and registered addresses: the next step is in the mail. */
export const Register = Type.Object({ email: Email, expire_minutes: Type.Integer() })
export type Register = Static<typeof Register>
