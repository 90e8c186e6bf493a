import { Type } from 'typebox'
import type { Static } from 'typebox'
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

/** The same for a new address and for one that has an account: what happens next stands in the mail. */
export const Register = Type.Object({ email: Email, expire_minutes: Type.Integer() })
export type Register = Static<typeof Register>
