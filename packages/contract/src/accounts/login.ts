import { Type } from 'typebox'
import type { Static } from 'typebox'
import { IsoTime } from '../schemas.ts'
import { Email, OneTimeCode, Password, SessionToken } from './fields.ts'

export const LoginBody = Type.Object({ email: Email, password: Password, otp: Type.Optional(OneTimeCode) })
export type LoginBody = Static<typeof LoginBody>

export const Login = Type.Object({
  token: SessionToken,
  expire_at: IsoTime,
  deletion_cancelled: Type.Optional(
    Type.Literal(true, { description: 'the account was scheduled for deletion; logging in cancelled it' }),
  ),
})
export type Login = Static<typeof Login>
