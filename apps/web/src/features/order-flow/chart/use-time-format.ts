import { cycleMsOf } from '@flowprint/orderflow'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { useOrder } from '../model/order-store.ts'
import { useTimeZone } from '../model/time-zone-store.ts'
import { timeFormat, type TimeFormat } from './time-format.ts'

/** How times are written now: in the chosen language and zone, as fine as the bars of the chart. */
export function useTimeFormat(): TimeFormat {
  const language = useLanguage()
  const zone = useTimeZone((state) => state.zone)
  // Bars of fills and volume begin at any second.
  const isShort = useOrder(({ applied }) => applied !== null && (cycleMsOf(applied.cycle) ?? 0) < 60_000)
  return timeFormat(language, zone, isShort)
}
