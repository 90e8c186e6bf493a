import { create } from 'zustand'
import { readJson, STORAGE_KEYS, writeJson, type KeyValueStore } from '../../../../shared/local-store.ts'

/** Minimum sizes as typed, by symbol and unit. */
type Filters = Readonly<Record<string, string>>

interface TapePreferences {
  readonly merge: boolean
  readonly filters: Filters
}

/** Maximum number of symbols; the least recently used are dropped. */
const MAX_FILTERS = 100

export const filterKey = (symbol: string, unit: string) => `${symbol} ${unit}`

export function readTapePreferences(store?: KeyValueStore): TapePreferences {
  const value = readJson(STORAGE_KEYS.tape, store)
  if (typeof value !== 'object' || value === null) return { merge: true, filters: {} }
  const { merge, filters } = value as Record<string, unknown>
  const entries = typeof filters === 'object' && filters !== null ? Object.entries(filters) : []
  const texts = entries.filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= 32,
  )
  return { merge: merge !== false, filters: Object.fromEntries(texts) }
}

/** The filters with one changed; an empty text removes it. */
export function withFilter(filters: Filters, key: string, text: string): Filters {
  const { [key]: _old, ...rest } = filters
  const kept = Object.entries(rest).slice(-(MAX_FILTERS - 1))
  return Object.fromEntries(text === '' ? kept : [...kept, [key, text]])
}

interface TapePreferencesState extends TapePreferences {
  setMerge(merge: boolean): void
  setFilter(symbol: string, unit: string, text: string): void
}

/** Display settings of time and sales; stored on this device. */
export const useTapePreferences = create<TapePreferencesState>()((set, get) => {
  const keep = (part: Partial<TapePreferences>) => {
    set(part)
    const { merge, filters } = get()
    writeJson(STORAGE_KEYS.tape, { merge, filters })
  }
  return {
    ...readTapePreferences(),
    setMerge: (merge) => keep({ merge }),
    setFilter: (symbol, unit, text) => keep({ filters: withFilter(get().filters, filterKey(symbol, unit), text) }),
  }
})
