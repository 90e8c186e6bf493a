import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Email, LinkToken, Password } from './fields.ts'

/** Ends every session of the account. */
export const ResetPasswordBody = Type.Object({
  old_password: Password,
  new_password: Password,
  confirm_password: Password,
})
export type ResetPasswordBody = Static<typeof ResetPasswordBody>

/** The response is the same whether or not the address has an account. */
export const ForgetPasswordBody = Type.Object({ email: Email })
export type ForgetPasswordBody = Static<typeof ForgetPasswordBody>

/** Invalidates the link and ends every session of the account. */
export const ActivePasswordBody = Type.Object({ token: LinkToken, new_password: Password, confirm_password: Password })
export type ActivePasswordBody = Static<typeof ActivePasswordBody>
