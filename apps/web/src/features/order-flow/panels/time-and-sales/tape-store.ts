import type { TapeQuery } from '@flowprint/orderflow'
import { create } from 'zustand'
import { createScopedStore } from '../../model/chart-scope.ts'
import type { FromWorker, TapeRow } from '../../../../workers/protocol.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { asRecord, readRecord, STORAGE_KEYS, writeJson } from '../../../../shared/local-store.ts'

/** The rows of one market as requested. */
interface TapeRequest extends TapeQuery {
  readonly symbol: string
}

/** State of time and sales. A separate store, so that only its panel rerenders. */
export interface TapeState {
  /** Null while the panel is closed: nothing is retained, loaded or sent then. */
  readonly query: TapeRequest | null
  readonly state: 'loading' | 'ready' | 'failed'
  /** Newest first. */
  readonly rows: readonly TapeRow[]
  /** Number of trades examined. */
  readonly trades: number
}

export const NO_TAPE = { state: 'loading', rows: [], trades: 0 } as const

export const useTape = createScopedStore<TapeState>(() => () => ({ query: null, ...NO_TAPE }))

/** Unchanged rows keep their identity, so that they do not rerender. */
export function keepKnown(before: readonly TapeRow[], rows: readonly TapeRow[]): readonly TapeRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  return rows.map((row) => {
    const old = known.get(row.id)
    const same = old?.trades === row.trades && old.lots === row.lots && old.fills === row.fills && old.mark === row.mark
    return same && old.firstTs === row.firstTs && old.notional === row.notional ? old : row
  })
}

/** The state after a worker message. Pure. */
function afterTape(before: TapeState, message: Extract<FromWorker, { type: 'tape' }>): Partial<TapeState> {
  const { state, rows, trades } = message
  return { state, trades, rows: keepKnown(before.rows, rows) }
}

/** Requests the rows that the panel shows and takes them over; returns the function that stops it. */
export function attachTimeAndSales(controller: ChartController): () => void {
  const { scope } = controller
  let frame = 0
  const request = (query: TapeRequest | null): void => {
    if (query && query.symbol !== controller.symbol) return
    controller.request({
      type: 'tape',
      query: query && { merge: query.merge, unit: query.unit, atLeast: query.atLeast },
    })
  }
  const undo = [
    useTape.of(scope).subscribe((now, before) => now.query !== before.query && request(now.query)),
    controller.on('open', () => {
      const { query } = useTape.of(scope).getState()
      if (query) request(query)
    }),
    // Rows only update their panel, not the chart or the page.
    controller.on('tape', (message) => {
      if (useTape.of(scope).getState().query === null) return
      useTape.of(scope).setState((state) => afterTape(state, message))
      frame = requestAnimationFrame(() => controller.request({ type: 'tapeTaken' }))
    }),
  ]
  // The panel may have been opened before this code was loaded.
  request(useTape.of(scope).getState().query)
  return () => {
    cancelAnimationFrame(frame)
    for (const remove of undo) remove()
  }
}

/** Minimum sizes as typed, by symbol and unit. */
type Filters = Readonly<Record<string, string>>

interface TapePreferences {
  readonly merge: boolean
  readonly filters: Filters
}

/** Maximum number of symbols; the least recently used are dropped. */
const MAX_FILTERS = 100

export const filterKey = (symbol: string, unit: string) => `${symbol} ${unit}`

export function readTapePreferences(): TapePreferences {
  const { merge, filters } = readRecord(STORAGE_KEYS.tape)
  const texts = Object.entries(asRecord(filters)).filter(
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
