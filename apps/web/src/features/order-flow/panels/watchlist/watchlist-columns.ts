import { create } from 'zustand'
import { readRecord, STORAGE_KEYS, writeJson } from '../../../../shared/local-store.ts'

/** Columns that can be added to the list, from left to right. */
export const WATCHLIST_COLUMNS = ['openInterest', 'funding', 'markPrice'] as const
export type WatchlistColumn = (typeof WATCHLIST_COLUMNS)[number]

interface ColumnsState {
  readonly shown: readonly WatchlistColumn[]
  toggle(column: WatchlistColumn): void
}

/** The added columns; stored on this device, none by default. */
export const useWatchlistColumns = create<ColumnsState>()((set, get) => {
  const stored = readRecord(STORAGE_KEYS.watchlist)
  return {
    shown: WATCHLIST_COLUMNS.filter((column) => stored[column] === true),
    toggle(column) {
      const { shown } = get()
      const next = WATCHLIST_COLUMNS.filter((each) => shown.includes(each) !== (each === column))
      set({ shown: next })
      writeJson(STORAGE_KEYS.watchlist, Object.fromEntries(next.map((each) => [each, true])))
    },
  }
})
