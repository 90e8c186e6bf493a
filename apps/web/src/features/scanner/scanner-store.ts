import { type ScanContent, SCAN_COLUMN_NAMES, SCAN_INTERVALS } from '@flowprint/contract'
import { create } from 'zustand'
import { readText, writeText } from '../../shared/local-store.ts'
import { DEFAULT_SCAN, type SortColumn } from './scan-columns.ts'

/** Like STORAGE_KEYS, which the chart page loads. */
const KEY = 'flowprint:scan'

interface ScanState {
  /** What the page shows. */
  readonly scan: ScanContent
  readonly search: string
  change(part: Partial<ScanContent>): void
  /** Sorts by a column, descending first; again: the other way round. */
  sortBy(column: SortColumn): void
  find(search: string): void
}

/** Stored on the device by the last version of the page; anything unreadable yields the default. */
function stored(): ScanContent {
  try {
    const read = { ...DEFAULT_SCAN, ...(JSON.parse(readText(KEY) ?? '{}') as Partial<ScanContent>) }
    const columns = read.columns.filter((column) => SCAN_COLUMN_NAMES.includes(column))
    const isKnown =
      SCAN_INTERVALS.includes(read.interval) &&
      read.conditions.every(({ column }) => SCAN_COLUMN_NAMES.includes(column)) &&
      columns.length > 0
    return isKnown ? { ...read, columns } : DEFAULT_SCAN
  } catch {
    return DEFAULT_SCAN
  }
}

export const useScan = create<ScanState>()((set, get) => ({
  scan: stored(),
  search: '',
  change(part) {
    const scan = { ...get().scan, ...part }
    set({ scan })
    writeText(KEY, JSON.stringify(scan))
  },
  sortBy(column) {
    const { sort } = get().scan
    const descending = sort.column === column ? !sort.descending : column !== 'symbol'
    get().change({ sort: { column, descending } })
  },
  find: (search) => set({ search }),
}))
