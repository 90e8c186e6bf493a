import { cycleMsOf } from '@flowprint/orderflow'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { useOrder } from './order-store.ts'
import { useTimeZone } from './time-zone-store.ts'
import { timeFormat, type TimeFormat } from '../../../shared/format/time-format.ts'

/** The current time formats: in the chosen language and zone, as precise as the chart's bars need. */
export function useTimeFormat(): TimeFormat {
  const language = useLanguage()
  const zone = useTimeZone((state) => state.zone)
  // Fill and volume bars begin at any second.
  const isShort = useOrder(({ applied }) => applied !== null && (cycleMsOf(applied.cycle) ?? 0) < 60_000)
  return timeFormat(language, zone, isShort)
}
