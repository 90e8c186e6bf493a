import {
  Active,
  ActiveEmail,
  ActiveEmailQuery,
  ActivePasswordBody,
  ActiveQuery,
  DeleteAccount,
  DeleteAccountBody,
  DevAccounts,
  ExportData,
  ExportDataBody,
  ForgetPasswordBody,
  Invitation,
  InvitationBody,
  Login,
  LoginBody,
  OtpDisableBody,
  OtpEnable,
  OtpEnableBody,
  OtpSetup,
  OtpSetupBody,
  Register,
  RegisterBody,
  ResetEmail,
  ResetEmailBody,
  ResetLanguage,
  ResetName,
  ResetNameBody,
  ResetPasswordBody,
  ResetTheme,
  RevokeSessionBody,
  SendActivationCode,
  SendActivationCodeBody,
  Sessions,
  StepUp,
  StepUpBody,
  UserInfo,
} from '../accounts/schemas.ts'
import { Done } from '../schemas.ts'
import { defineCall } from './define-call.ts'

const tag = 'accounts'

/** Calls that need no login. */
export const visitorCalls = {
  register: defineCall('POST /register', {
    who: 'P',
    tag,
    summary: 'Register; an activation link is sent to the address',
    body: RegisterBody,
    data: Register,
  }),
  invitation: defineCall('POST /invitation', {
    who: 'P',
    tag,
    summary: 'Get the owner of an invite code',
    body: InvitationBody,
    data: Invitation,
  }),
  sendActivationCode: defineCall('POST /send_activation_code', {
    who: 'P',
    tag,
    summary: 'Send a new activation link',
    body: SendActivationCodeBody,
    data: SendActivationCode,
  }),
  active: defineCall('GET /active', {
    who: 'P',
    tag,
    summary: 'Activate an account with the link in the mail',
    query: ActiveQuery,
    data: Active,
  }),
  login: defineCall('POST /login', { shed: 'never', who: 'P', tag, summary: 'Log in', body: LoginBody, data: Login }),
  forgetPassword: defineCall('POST /forget_password', {
    who: 'P',
    tag,
    summary: 'Send a link to set a new password',
    body: ForgetPasswordBody,
    data: Done,
  }),
  activePassword: defineCall('POST /active_password', {
    who: 'P',
    tag,
    summary: 'Set a new password with the link in the mail',
    body: ActivePasswordBody,
    data: Done,
  }),
  activeEmail: defineCall('GET /active_email', {
    who: 'P',
    tag,
    summary: 'Confirm a new address with the link in the mail',
    query: ActiveEmailQuery,
    data: ActiveEmail,
  }),
}

/** Profile and preferences of the caller. */
export const profileCalls = {
  userInfo: defineCall('POST /user_info', {
    shed: 'never',
    who: 'U',
    beforeOtp: true,
    tag,
    summary: 'Get the caller',
    data: UserInfo,
  }),
  resetPassword: defineCall('POST /reset_password', {
    who: 'U',
    tag,
    summary: 'Change the password; all sessions end',
    body: ResetPasswordBody,
    data: Done,
  }),
  resetEmail: defineCall('POST /reset_email', {
    who: 'U',
    tag,
    summary: 'Request another address; a link is sent to it',
    body: ResetEmailBody,
    data: ResetEmail,
  }),
  resetName: defineCall('POST /reset_name', {
    who: 'U',
    tag,
    summary: 'Change username and names',
    body: ResetNameBody,
    data: ResetName,
  }),
  resetTheme: defineCall('POST /reset_theme', {
    who: 'U',
    tag,
    summary: 'Save the theme',
    body: ResetTheme,
    data: ResetTheme,
  }),
  resetLanguage: defineCall('POST /reset_language', {
    who: 'U',
    tag,
    summary: 'Save the language of mails',
    body: ResetLanguage,
    data: ResetLanguage,
  }),
}

/** Sessions, second factor and personal data of the caller. */
export const securityCalls = {
  logout: defineCall('POST /logout', {
    shed: 'never',
    who: 'U',
    beforeOtp: true,
    tag,
    summary: 'End this session',
    data: Done,
  }),
  sessions: defineCall('POST /sessions', { who: 'U', tag, summary: "List the account's sessions", data: Sessions }),
  revokeSession: defineCall('POST /revoke_session', {
    who: 'U',
    tag,
    summary: 'End another session, or all others',
    body: RevokeSessionBody,
    data: Done,
  }),
  stepUp: defineCall('POST /step_up', {
    who: 'U',
    beforeOtp: true,
    tag,
    summary: 'Re-authenticate',
    body: StepUpBody,
    data: StepUp,
  }),
  otpSetup: defineCall('POST /otp_setup', {
    who: 'U',
    beforeOtp: true,
    tag,
    summary: 'Create a secret for an authenticator',
    body: OtpSetupBody,
    data: OtpSetup,
  }),
  otpEnable: defineCall('POST /otp_enable', {
    who: 'U',
    beforeOtp: true,
    tag,
    summary: 'Enable the authenticator with its first code; all sessions end',
    body: OtpEnableBody,
    data: OtpEnable,
  }),
  otpDisable: defineCall('POST /otp_disable', {
    who: 'U',
    tag,
    summary: 'Disable the authenticator',
    body: OtpDisableBody,
    data: Done,
  }),
  exportData: defineCall('POST /export_data', {
    shed: 'first',
    who: 'U',
    tag,
    summary: 'Export the personal data of the account',
    body: ExportDataBody,
    data: ExportData,
  }),
  deleteAccount: defineCall('POST /delete_account', {
    who: 'U',
    tag,
    summary: 'Schedule the account for deletion',
    body: DeleteAccountBody,
    data: DeleteAccount,
  }),
}

/** Not in production, and on loopback only. */
export const devAccounts = defineCall('GET /dev/accounts', {
  who: 'P',
  tag,
  summary: 'Get the accounts of development',
  data: DevAccounts,
})
