import { MINUTE_MS, DAY_MS } from '@flowprint/orderflow'
import type { AlertDraft } from './draft.ts'

const AFTER_DAYS = { day: 1, week: 7, month: 30 } as const

/** Formats ms for a datetime field, to the minute. */
export function momentText(ms: number, isUtc: boolean): string {
  const shift = isUtc ? 0 : new Date(ms).getTimezoneOffset() * MINUTE_MS
  return new Date(ms - shift).toISOString().slice(0, 16)
}

/** Expiry of a draft, ms; null: never; NaN: the field is invalid. */
export function expiryOf(
  { expiry, expiresAt }: Pick<AlertDraft, 'expiry' | 'expiresAt'>,
  now: number,
  isUtc: boolean,
): number | null {
  if (expiry === 'never') return null
  if (expiry !== 'own') return now + AFTER_DAYS[expiry] * DAY_MS
  return expiresAt === '' ? Number.NaN : Date.parse(isUtc ? `${expiresAt}Z` : expiresAt)
}
