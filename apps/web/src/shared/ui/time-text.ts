import type { Language } from '@flowprint/messages'
import { localeOf } from '../i18n/language.ts'

/** "2026年11月20日 14:05": where and when the reader is. */
export function timeText(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

export function dayText(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(new Date(iso))
}
