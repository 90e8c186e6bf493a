import { create } from 'zustand'
import { readText, STORAGE_KEYS, writeText } from '../../../shared/local-store.ts'
import type { TimeZoneChoice } from '../../../shared/format/time-format.ts'

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
