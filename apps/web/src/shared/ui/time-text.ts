import type { Language } from '@flowprint/i18n'

const two = (value: number) => String(value).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2026.11.20", as the membership indicator writes it, or "20 Nov 2026", in local time. */
export function dayText(iso: string, language: Language): string {
  const day = new Date(iso)
  return textOf(day.getFullYear(), day.getMonth(), day.getDate(), language)
}

/** The UTC date in the same format. `t` in ms. */
export function utcDayText(t: number, language: Language): string {
  const day = new Date(t)
  return textOf(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), language)
}

function textOf(year: number, month: number, day: number, language: Language): string {
  return language === 'zh' ? `${year}.${two(month + 1)}.${two(day)}` : `${day} ${MONTHS[month]} ${year}`
}

/** Separator between date and time. */
export const dayTimeSeparator = (language: Language): string => (language === 'zh' ? ' ' : ', ')

/** "2026.11.20 14:05" or "20 Nov 2026, 14:05", in local time. */
export function timeText(iso: string, language: Language): string {
  const time = new Date(iso)
  return `${dayText(iso, language)}${dayTimeSeparator(language)}${two(time.getHours())}:${two(time.getMinutes())}`
}
