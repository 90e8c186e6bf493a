import { MAX_BIG_TRADES } from '@flowprint/contract'
import type { ScanRow } from '@flowprint/contract'
import {
  Analyzer,
  BAR_COMPLETE,
  BAR_OPEN,
  barStart,
  cycleNameOf,
  DAY_MS,
  MINUTE_MS,
  pocRow,
  scanValues,
  sliceBars,
} from '@flowprint/orderflow'
import type { Zone } from '@flowprint/orderflow'
import { loadStudy } from '../../../market/index.ts'
import type { ClosedMarket, TapeStore } from '../../../market/index.ts'
import { CLOSE_AFTER_MS, emptyRow, presentRow, SCAN_SETTINGS } from '../rules/scan-row.ts'
import type { RowHead } from '../rules/scan-row.ts'

/** Bars between the closed ones and the newest trade: closing may be some minutes late. */
const OPEN_BARS = 5

export type ScannerReads = Pick<TapeStore, 'coverage' | 'readBigTrades' | 'readHistory' | 'readProfile'>

export interface RowRange {
  readonly intervalMs: number
  /** Bars that start in [from, to), all of them closed; multiples of the interval. */
  readonly from: number
  readonly to: number
}

/**
 * The rows of closed bars of one market, oldest first.
 *
 * Rules   each row depends on the tape up to two seconds after the end of its bar only.
 * Cost    one history of the bars and the 350 before them; the profile of the day and the big trades for each complete bar.
 */
export async function computeRows(
  store: ScannerReads,
  market: ClosedMarket,
  { intervalMs, from, to }: RowRange,
  nowMs: number,
): Promise<ScanRow[]> {
  const { instrument } = market
  const step = stepOf(market, intervalMs)
  const limit = (to - from) / intervalMs + OPEN_BARS
  const { bars, context } = await loadStudy(store as TapeStore, instrument, {
    cycleMs: intervalMs,
    step,
    settings: SCAN_SETTINGS,
    limit: Math.max(2, Math.ceil(limit)),
    cut: undefined,
    nowMs,
  })
  const analyzer = new Analyzer(SCAN_SETTINGS, context)
  const rows: ScanRow[] = []
  let done = 0
  let zones: readonly Zone[] = []
  let i = 0
  for (let t = from; t < to; t += intervalMs) {
    while (i < bars.length && bars.t[i] < t) i++
    const isPresent = i < bars.length && bars.t[i] === t && bars.state[i] !== BAR_OPEN
    const head = { symbol: instrument.symbol, t, step, isDayComplete: false }
    if (!isPresent || bars.state[i] !== BAR_COMPLETE) {
      rows.push(emptyRow(head, instrument, isPresent ? 'incomplete' : 'no_trades'))
      continue
    }
    if (i > done) zones = analyzer.update(sliceBars(bars, 0, i), done).zones
    const known = sliceBars(bars, 0, i + 1)
    const analysis = analyzer.update(known, i)
    const day = await loadDay(store, market, t + intervalMs)
    const full: RowHead = { ...head, isDayComplete: day.isComplete }
    const bigTrades = await loadBigTrades(store, market, t, t + intervalMs)
    const values = scanValues(known, analysis, { zonesBefore: zones, bigTrades, dayPoc: day.poc })
    rows.push(presentRow(full, instrument, values))
    zones = analysis.zones
    done = i + 1
  }
  return rows
}

/** Row height in ticks: the recommended one. */
function stepOf({ recommended }: ClosedMarket, intervalMs: number): number {
  return recommended[cycleNameOf(intervalMs) as string] ?? 1
}

/** Point of control of the UTC day that `end` closes, at the precision recommended for 1m. */
async function loadDay(
  store: ScannerReads,
  market: ClosedMarket,
  end: number,
): Promise<{ readonly poc: number | null; readonly isComplete: boolean }> {
  const step = stepOf(market, MINUTE_MS)
  const from = barStart(end - 1, DAY_MS)
  const { sum, state } = await store.readProfile(market.instrument, { from, to: end, step })
  return { poc: sum.length === 0 ? null : pocRow(sum, 0) * step, isComplete: state === BAR_COMPLETE }
}

async function loadBigTrades(
  store: ScannerReads,
  { instrument }: ClosedMarket,
  from: number,
  to: number,
): Promise<{ readonly buy: boolean }[]> {
  const cut = to + CLOSE_AFTER_MS
  const { list, unfinished } = await store.readBigTrades(instrument, { from, to, own: 0, most: MAX_BIG_TRADES, cut })
  return unfinished === null ? [...list] : [...list, unfinished]
}
