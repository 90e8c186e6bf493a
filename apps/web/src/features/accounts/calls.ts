/** API calls of the account pages. Failures are thrown to the page. */
import type {
  Active,
  ActiveEmail,
  ActivePasswordBody,
  DeleteAccount,
  DevAccounts,
  ExportData,
  Invitation,
  Login,
  LoginBody,
  OtpDisableBody,
  OtpEnable,
  OtpSetup,
  Outbox,
  Register,
  RegisterBody,
  ResetEmail,
  ResetEmailBody,
  ResetName,
  ResetNameBody,
  ResetPasswordBody,
  RevokeSessionBody,
  SendActivationCode,
  Sessions,
} from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'

const post = (path: string, body: object = {}) => call(path, { method: 'POST', body, say: false })
const get = (path: string, query: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
  call(path, { query, signal, say: false })

export const login = (body: LoginBody) => post('/login', body) as Promise<Login>
export const loadInvitation = (code: string, signal?: AbortSignal) =>
  call('/invitation', { method: 'POST', body: { code }, signal, say: false }) as Promise<Invitation>
export const register = (body: RegisterBody) => post('/register', body) as Promise<Register>
export const sendActivationCode = (email: string) =>
  post('/send_activation_code', { email }) as Promise<SendActivationCode>
export const activate = (token: string) => get('/active', { token }) as Promise<Active>

export const forgetPassword = (email: string) => post('/forget_password', { email })
export const activePassword = (body: ActivePasswordBody) => post('/active_password', body)
export const resetPassword = (body: ResetPasswordBody) => post('/reset_password', body)

export const resetName = (body: ResetNameBody) => post('/reset_name', body) as Promise<ResetName>
export const resetEmail = (body: ResetEmailBody) => post('/reset_email', body) as Promise<ResetEmail>
export const activeEmail = (token: string) => get('/active_email', { token }) as Promise<ActiveEmail>

export const loadSessions = (signal?: AbortSignal) =>
  call('/sessions', { method: 'POST', body: {}, signal, say: false }) as Promise<Sessions>
export const revokeSession = (body: RevokeSessionBody) => post('/revoke_session', body)
export const setUpOtp = (password: string) => post('/otp_setup', { password }) as Promise<OtpSetup>
export const enableOtp = (otp: string) => post('/otp_enable', { otp }) as Promise<OtpEnable>
export const disableOtp = (body: OtpDisableBody) => post('/otp_disable', body)
export const exportData = (password: string) => post('/export_data', { password }) as Promise<ExportData>
export const deleteAccount = (password: string) => post('/delete_account', { password }) as Promise<DeleteAccount>

export const loadDevAccounts = (signal?: AbortSignal) => get('/dev/accounts', {}, signal) as Promise<DevAccounts>
export const loadOutbox = (signal?: AbortSignal) => get('/dev/outbox', {}, signal) as Promise<Outbox>
