import { localeOf } from '../../../shared/i18n/language.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { useTimeZone } from '../model/time-zone-store.ts'
import { timeFormat, type TimeFormat } from './time-format.ts'

/** How times are written now, in the chosen language and zone. */
export function useTimeFormat(): TimeFormat {
  const language = useLanguage()
  const zone = useTimeZone((state) => state.zone)
  return timeFormat(localeOf(language), zone)
}
