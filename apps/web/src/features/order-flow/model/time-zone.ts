import { cycleMsOf } from '@flowprint/orderflow'
import { create } from 'zustand'
import { createTimeFormat, type TimeFormat, type TimeZoneChoice } from '../../../shared/format/chart-time.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { readText, STORAGE_KEYS, writeText } from '../../../shared/local-store.ts'
import { useOrder } from './order-store.ts'

interface TimeZoneState {
  readonly zone: TimeZoneChoice
  choose(zone: TimeZoneChoice): void
}

/** The time zone of displayed times; local by default. Bars themselves always start by UTC. */
export const useTimeZone = create<TimeZoneState>()((set) => ({
  zone: readText(STORAGE_KEYS.timeZone) === 'utc' ? 'utc' : 'local',
  choose(zone) {
    writeText(STORAGE_KEYS.timeZone, zone)
    set({ zone })
  },
}))

/** The current time formats: in the chosen language and zone, as precise as the chart's bars need. */
export function useTimeFormat(): TimeFormat {
  const language = useLanguage()
  const zone = useTimeZone((state) => state.zone)
  // Fill and volume bars begin at any second.
  const isShort = useOrder(({ applied }) => applied !== null && (cycleMsOf(applied.cycle) ?? 0) < 60_000)
  return createTimeFormat(language, zone, isShort)
}
