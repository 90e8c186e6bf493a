import type { Language } from '@flowprint/messages'

const two = (value: number) => String(value).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2026.11.20", as the membership indicator writes it, or "20 Nov 2026": where the reader is. */
export function dayText(iso: string, language: Language): string {
  const day = new Date(iso)
  if (language === 'zh') return `${day.getFullYear()}.${two(day.getMonth() + 1)}.${two(day.getDate())}`
  return `${day.getDate()} ${MONTHS[day.getMonth()]} ${day.getFullYear()}`
}

/** "2026.11.20 14:05" or "20 Nov 2026, 14:05": where and when the reader is. */
export function timeText(iso: string, language: Language): string {
  const time = new Date(iso)
  return `${dayText(iso, language)}${language === 'zh' ? ' ' : ', '}${two(time.getHours())}:${two(time.getMinutes())}`
}
