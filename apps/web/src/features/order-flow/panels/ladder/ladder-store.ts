import { createScopedStore } from '../../model/chart-scope.ts'
import type { LadderQuery, LadderRows } from '../../../../workers/protocol.ts'
import { asRecord, STORAGE_KEYS } from '../../../../shared/local-store.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { createPreferences } from '../../model/preferences.ts'

/** The rows of one market as requested. */
interface LadderRequest extends LadderQuery {
  readonly symbol: string
}

/** State of the ladder. A separate store, so that only its panel rerenders. */
interface LadderState {
  /** Null while the panel is closed: nothing is requested then. */
  readonly query: LadderRequest | null
  readonly ladder: LadderRows | null
}

export const useLadder = createScopedStore<LadderState>(() => () => ({ query: null, ladder: null }))

/** Requests the rows that the panel shows and takes them over; returns the function that stops it. */
export function attachLadder(controller: ChartController): () => void {
  const { scope } = controller
  let frame = 0
  const request = (query: LadderRequest | null): void => {
    if (query && query.symbol !== controller.symbol) return
    controller.request({
      type: 'ladder',
      query: query && { step: query.step, rows: query.rows, topRow: query.topRow, since: query.since },
    })
  }
  const undo = [
    useLadder.of(scope).subscribe((now, before) => now.query !== before.query && request(now.query)),
    controller.on('open', () => {
      const { query } = useLadder.of(scope).getState()
      if (query) request(query)
    }),
    controller.on('ladder', ({ ladder }) => {
      const { query } = useLadder.of(scope).getState()
      if (query === null) return
      useLadder.of(scope).setState({ ladder })
      frame = requestAnimationFrame(() => controller.request({ type: 'ladderTaken' }))
    }),
  ]
  request(useLadder.of(scope).getState().query)
  return () => {
    cancelAnimationFrame(frame)
    for (const remove of undo) remove()
    useLadder.of(scope).setState({ ladder: null })
  }
}

interface LadderPreferences {
  /** Row heights as typed, by symbol; otherwise that of the chart. */
  readonly steps: Readonly<Record<string, string>>
  /** Moments of the last reset, ms, by symbol; otherwise the start of the UTC day. */
  readonly resets: Readonly<Record<string, number>>
}

/** Maximum number of symbols; the least recently used are dropped. */
const MAX_SYMBOLS = 100

/** Invalid entries are left out. */
export function readLadderPreferences(stored: Readonly<Record<string, unknown>>): LadderPreferences {
  const entries = <Value>(record: unknown, isValid: (value: unknown) => value is Value) =>
    Object.fromEntries(Object.entries(asRecord(record)).filter((entry): entry is [string, Value] => isValid(entry[1])))
  return {
    steps: entries(stored.steps, (value): value is string => typeof value === 'string' && value.length <= 32),
    resets: entries(stored.resets, (value): value is number => typeof value === 'number' && Number.isFinite(value)),
  }
}

/** The record with one entry changed and moved to the end; undefined removes it. */
export function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value | undefined,
): Readonly<Record<string, Value>> {
  const { [key]: _, ...rest } = record
  const kept = Object.entries(rest).slice(-(MAX_SYMBOLS - 1))
  return Object.fromEntries(value === undefined ? kept : [...kept, [key, value]])
}

/** Stored on this device. */
export const useLadderPreferences = createPreferences(STORAGE_KEYS.ladder, readLadderPreferences)
