import { aggregateTrades, concatBars, emptyBars, regroupBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HistoryView } from './history-view.ts'
import type { Instrument } from '../types.ts'
import type { ReadBudget } from './read-limits.ts'
import { readRawTrades } from './read-tail.ts'

/** Max trades unpacked at once. */
const BATCH_SIZE = 250_000

export interface FineRequest {
  readonly cycleMs: number
  readonly step: number
  /** Bar ends are wanted, which only native rows provide. */
  readonly native: boolean
  readonly toTs: number
  readonly need: number
  readonly from: number | null
  readonly needBefore: number
  readonly budget: ReadBudget | undefined
  readonly onProgress: (runs: readonly Bars[]) => void
}

/** Builds bars shorter than a minute from the trades, hour by hour backwards until there are enough. */
export async function readFineBars(
  client: PoolClient,
  instrument: Instrument,
  view: HistoryView,
  request: FineRequest,
): Promise<Bars> {
  const { cycleMs, step, native, toTs, need, from, needBefore, onProgress } = request
  const runs: Bars[] = []
  let count = 0
  let before = 0
  let end = Math.min(toTs, (view.head.lastTs ?? -Infinity) + 1)
  while (count < need && !(from !== null && end <= from && before >= needBefore)) {
    const hours = await hoursBack(client, instrument.id, end)
    if (hours === null) break
    const { start } = hours
    request.budget?.spend(hours.trades)
    const trades = await readRawTrades(client, instrument, view, start, end)
    const bars = native
      ? regroupBars(aggregateTrades(trades, { cycleMs, step: 1 }), step, true)
      : aggregateTrades(trades, { cycleMs, step })
    runs.unshift(bars)
    count += bars.length
    if (from !== null) for (let i = 0; i < bars.length && bars.t[i] < from; i++) before += 1
    onProgress(runs)
    end = start
    await nextTurn()
  }
  return runs.length === 0 ? emptyBars(cycleMs, step) : concatBars(runs)
}

/**
 * Returns the start of the earliest hour, and the number of trades from it up to `end`, such that about the maximum is
 * unpacked at once.
 */
async function hoursBack(
  client: PoolClient,
  instrumentId: number,
  end: number,
): Promise<{ start: number; trades: number } | null> {
  const { rows } = await client.query<{ hour_ts: number; trades: number }>({
    name: 'hours_back',
    text:
      'select hour_ts, sum(trades)::bigint as trades from tape_chunk where instrument_id = $1 and hour_ts < $2 ' +
      'group by hour_ts order by hour_ts desc limit 200',
    values: [instrumentId, end],
  })
  let sum = 0
  let start: number | null = null
  for (const row of rows) {
    if (start !== null && sum + row.trades > BATCH_SIZE) break
    sum += row.trades
    start = row.hour_ts
  }
  return start === null ? null : { start, trades: sum }
}
