import type { TFunction } from 'i18next'

const DAY_S = 86_400

/** Days and hours:minutes:seconds of a duration, rounded up to whole seconds. */
export function splitLeft(ms: number): { readonly days: number; readonly time: string } {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = seconds % DAY_S
  return {
    days: Math.floor(seconds / DAY_S),
    time: [rest / 3600, (rest % 3600) / 60, rest % 60].map((part) => two(Math.floor(part))).join(':'),
  }
}

/** "2 d 05:12:09"; below a day without "0 d". */
export function leftText(t: TFunction, ms: number): string {
  const { days, time } = splitLeft(ms)
  return days === 0 ? time : t('business.left', { days, time })
}
