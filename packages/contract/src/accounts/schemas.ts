import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  Choice,
  Email,
  IsoTime,
  LanguageCode,
  LinkToken,
  Nullable,
  NullableTime,
  OneTimeCode,
  Password,
  PersonName,
  Role,
  SessionToken,
  Theme,
  Username,
} from '../schemas.ts'
import { Alert } from '../alerts/alert.ts'
import { AlertEvent } from '../alerts/event.ts'
import { DividendRow } from '../business/dividends.ts'
import { MyOrder, NetworkProperty } from '../business/orders.ts'
import { WorkspaceData } from '../workspace.ts'

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

/** The address changes once the link sent to the new address is opened. */
export const ResetEmailBody = Type.Object({ email: Email, password: Password })
export type ResetEmailBody = Static<typeof ResetEmailBody>

export const ResetEmail = Type.Object({ token: SessionToken, email: Email, pending_email: Nullable(Email) })
export type ResetEmail = Static<typeof ResetEmail>

export const ActiveEmailQuery = Type.Object({ token: LinkToken })
export type ActiveEmailQuery = Static<typeof ActiveEmailQuery>

export const ActiveEmail = Type.Object({ email: Email })
export type ActiveEmail = Static<typeof ActiveEmail>

export const ResetNameBody = Type.Object({
  username: Type.Optional(Username),
  first_name: PersonName,
  last_name: PersonName,
})
export type ResetNameBody = Static<typeof ResetNameBody>

export const ResetName = Type.Object({
  token: SessionToken,
  username: Username,
  first_name: PersonName,
  last_name: PersonName,
})
export type ResetName = Static<typeof ResetName>

export const ResetTheme = Type.Object({ theme: Theme })
export type ResetTheme = Static<typeof ResetTheme>

export const ResetLanguage = Type.Object({ language: LanguageCode })
export type ResetLanguage = Static<typeof ResetLanguage>

export const OtpSetupBody = Type.Object({ password: Password })
export type OtpSetupBody = Static<typeof OtpSetupBody>

/** Not enabled until `/otp_enable` receives the first code. */
export const OtpSetup = Type.Object({ secret: Type.String({ description: 'base32' }), otpauth_url: Type.String() })
export type OtpSetup = Static<typeof OtpSetup>

export const OtpEnableBody = Type.Object({ otp: OneTimeCode })
export type OtpEnableBody = Static<typeof OtpEnableBody>

/** Shown only once. Ends every session, including the current one: log in again with a code. */
export const OtpEnable = Type.Object({ recovery_codes: Type.Array(Type.String()) })
export type OtpEnable = Static<typeof OtpEnable>

export const OtpDisableBody = Type.Object({ password: Password, otp: OneTimeCode })
export type OtpDisableBody = Static<typeof OtpDisableBody>

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

export const UserInfo = Type.Object({
  id: Type.Integer(),
  username: Username,
  first_name: PersonName,
  last_name: PersonName,
  email: Email,
  pending_email: Nullable(Email),
  role: Type.Array(Role, { description: 'empty: ordinary user' }),
  is_owed: Type.Boolean({
    description: 'former inviter with shares awaiting settlement: inviter calls remain available',
  }),
  expire_time: NullableTime,
  expired: Type.Boolean({ description: 'no active membership; administrators still have full access' }),
  is_trial: Type.Boolean(),
  theme: Nullable(Theme),
  language: LanguageCode,
  register_time: IsoTime,
  inviter_id: Nullable(Type.Integer()),
  server_time: IsoTime,
  otp_enabled: Type.Boolean(),
  otp_required: Type.Boolean({ description: 'an authenticator must be set up before any other call' }),
})
export type UserInfo = Static<typeof UserInfo>

export const ExportDataBody = Type.Object({ password: Password })
export type ExportDataBody = Static<typeof ExportDataBody>

/** All data stored about the user; the page saves `data` as a file. */
export const ExportData = Type.Object({
  exported_at: IsoTime,
  user: UserInfo,
  sessions: Type.Array(SessionRow),
  referral: Nullable(Type.Object({ code: Type.String(), registered_at: IsoTime })),
  membership_events: Type.Array(Type.Unknown()),
  orders: Type.Array(MyOrder),
  dividends: Type.Array(DividendRow),
  payout_addresses: Type.Array(Type.Unknown()),
  settlements: Type.Array(Type.Unknown({ description: 'payouts to the user' })),
  workspace: WorkspaceData,
  alerts: Type.Array(Alert),
  alert_events: Type.Array(AlertEvent),
  audit: Type.Array(Type.Unknown({ description: 'actions by the account or on it' })),
})
export type ExportData = Static<typeof ExportData>

/** Ends every session. The account is deleted at `delete_at` unless the user logs in before. */
export const DeleteAccountBody = Type.Object({ password: Password })
export type DeleteAccountBody = Static<typeof DeleteAccountBody>

export const DeleteAccount = Type.Object({ delete_at: IsoTime })
export type DeleteAccount = Static<typeof DeleteAccount>

const PROPERTY_CODES = ['role', 'theme', 'language', 'network_type', 'order_status', 'share_status'] as const

export const PropertiesBody = Type.Object({ code: Choice(PROPERTY_CODES) })
export type PropertiesBody = Static<typeof PropertiesBody>

/** The values of a property with labels in the language of the request; networks have more fields. */
export const Properties = Type.Array(
  Type.Union([NetworkProperty, Type.Object({ value: Type.String(), label: Type.String() })]),
)
export type Properties = Static<typeof Properties>

const DevAccount = Type.Object({ email: Type.String(), password: Type.String() })

/** Development only, on loopback only: accounts the login page offers with one click. */
export const DevAccounts = Type.Object({ member: DevAccount, admin: DevAccount })
export type DevAccounts = Static<typeof DevAccounts>
