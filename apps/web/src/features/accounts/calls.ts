/** API calls of the account pages. Failures are thrown to the page. */
import type {
  ActivePasswordBody,
  LoginBody,
  OtpDisableBody,
  RegisterBody,
  ResetEmailBody,
  ResetNameBody,
  ResetPasswordBody,
  RevokeSessionBody,
} from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'

export const login = (body: LoginBody) => call('POST /login', { body, say: false })
export const loadInvitation = (code: string, signal?: AbortSignal) =>
  call('POST /invitation', { body: { code }, signal, say: false })
export const register = (body: RegisterBody) => call('POST /register', { body, say: false })
export const sendActivationCode = (email: string) => call('POST /send_activation_code', { body: { email }, say: false })
export const activate = (token: string) => call('GET /active', { query: { token }, say: false })

export const forgetPassword = (email: string) => call('POST /forget_password', { body: { email }, say: false })
export const activePassword = (body: ActivePasswordBody) => call('POST /active_password', { body, say: false })
export const resetPassword = (body: ResetPasswordBody) => call('POST /reset_password', { body, say: false })

export const resetName = (body: ResetNameBody) => call('POST /reset_name', { body, say: false })
export const resetEmail = (body: ResetEmailBody) => call('POST /reset_email', { body, say: false })
export const activeEmail = (token: string) => call('GET /active_email', { query: { token }, say: false })

export const loadSessions = (signal?: AbortSignal) => call('POST /sessions', { signal, say: false })
export const revokeSession = (body: RevokeSessionBody) => call('POST /revoke_session', { body, say: false })
export const setUpOtp = (password: string) => call('POST /otp_setup', { body: { password }, say: false })
export const enableOtp = (otp: string) => call('POST /otp_enable', { body: { otp }, say: false })
export const disableOtp = (body: OtpDisableBody) => call('POST /otp_disable', { body, say: false })
export const exportData = (password: string) => call('POST /export_data', { body: { password }, say: false })
export const deleteAccount = (password: string) => call('POST /delete_account', { body: { password }, say: false })

export const loadDevAccounts = (signal?: AbortSignal) => call('GET /dev/accounts', { signal, say: false })
export const loadOutbox = (signal?: AbortSignal) => call('GET /dev/outbox', { signal, say: false })
