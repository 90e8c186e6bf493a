import { Type } from 'typebox'
import type { Static } from 'typebox'
import { OneTimeCode, Password } from './fields.ts'

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
