import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30

function generatorOf(secret: string, issuer: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S })
}

/** A new secret (160 bits, base32). */
export const createOtpSecret = (): string => new Secret({ size: 20 }).base32

/** otpauth:// URI for the QR code. */
export const otpAddress = (secret: string, issuer: string, label: string): string =>
  generatorOf(secret, issuer, label).toString()

/** The time step of a six-digit code (RFC 6238, one step of tolerance to either side), or null if the code is wrong. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = generatorOf(secret, '', '').validate({ token, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / (PERIOD_S * 1000)) + delta
}

/** A recovery code in the form that is hashed; spaces, hyphens and case are ignored. Null if it is malformed. */
export function normalizeRecoveryCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z2-7]{24}$/.test(code) ? code : null
}

/** Display form: groups of four. */
export const formatRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code
