import type { Language } from '@flowprint/i18n'
import type { TFunction } from 'i18next'

/** A number of at most two digits, with a leading zero. */
export const padTwo = (value: number) => String(value).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2026.11.20", as the membership indicator writes it, or "20 Nov 2026", in local time. */
export function formatDay(iso: string, language: Language): string {
  const day = new Date(iso)
  return textOf(day.getFullYear(), day.getMonth(), day.getDate(), language)
}

/** The UTC date in the same format. `t` in ms. */
export function formatUtcDay(t: number, language: Language): string {
  const day = new Date(t)
  return textOf(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), language)
}

function textOf(year: number, month: number, day: number, language: Language): string {
  return language === 'zh' ? `${year}.${padTwo(month + 1)}.${padTwo(day)}` : `${day} ${MONTHS[month]} ${year}`
}

/** Separator between date and time. */
export const dayTimeSeparator = (language: Language): string => (language === 'zh' ? ' ' : ', ')

/** "2026.11.20 14:05" or "20 Nov 2026, 14:05", in local time. */
export function formatTime(iso: string, language: Language): string {
  const time = new Date(iso)
  return `${formatDay(iso, language)}${dayTimeSeparator(language)}${padTwo(time.getHours())}:${padTwo(time.getMinutes())}`
}

const DAY_S = 86_400

/** Days and hours:minutes:seconds of a duration, rounded up to whole seconds. */
export function splitDuration(ms: number): { readonly days: number; readonly time: string } {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const rest = seconds % DAY_S
  return {
    days: Math.floor(seconds / DAY_S),
    time: [rest / 3600, (rest % 3600) / 60, rest % 60].map((part) => padTwo(Math.floor(part))).join(':'),
  }
}

/** "2 d 05:12:09"; below a day without "0 d". */
export function formatTimeLeft(t: TFunction, ms: number): string {
  const { days, time } = splitDuration(ms)
  return days === 0 ? time : t('business.left', { days, time })
}

const SECOND_MS = 1000
const TWO_DIGITS = 10 * SECOND_MS

/** "85 ms", "2.4 s", "75 s"; a dash when unknown. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '–'
  const size = Math.abs(ms)
  if (size < SECOND_MS) return `${ms} ms`
  return `${size < TWO_DIGITS ? (ms / SECOND_MS).toFixed(1) : Math.round(ms / SECOND_MS)} s`
}

/** Formats ms for a datetime field, to the minute. */
export function formatDateTimeField(ms: number, isUtc: boolean): string {
  const shift = isUtc ? 0 : new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - shift).toISOString().slice(0, 16)
}
