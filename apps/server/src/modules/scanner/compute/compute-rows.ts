import { MAX_BIG_TRADES } from '@flowprint/contract'
import type { ScanRow } from '@flowprint/contract'
import {
  Analyzer,
  BAR_COMPLETE,
  BAR_OPEN,
  cycleNameOf,
  lowerBoundT,
  MINUTE_MS,
  scanValues,
  sliceBars,
} from '@flowprint/orderflow'
import type { Analysis, Bars, BigTrade, Zone } from '@flowprint/orderflow'
import { loadStudy } from '../../../market/index.ts'
import type { ClosedMarket, TapeStore } from '../../../market/index.ts'
import type { DayProfile, DayProfiles } from './day-profiles.ts'
import { BarWindow } from './bar-window.ts'
import { CLOSE_AFTER_MS, emptyRow, presentRow, SCAN_SETTINGS } from '../rules/scan-row.ts'

/** Bars between the closed ones and the newest trade: closing may be some minutes late. */
const OPEN_BARS = 5

export interface RowDeps {
  readonly store: TapeStore
  readonly days: DayProfiles
  readonly nowMs: number
}

export interface RowRange {
  readonly intervalMs: number
  /** Bars that start in [from, to), all of them closed; multiples of the interval. */
  readonly from: number
  readonly to: number
}

export interface ComputedRows {
  /** Oldest first. */
  readonly rows: readonly ScanRow[]
  /** To go on from the end of the range; null: the next rows must be computed from the history again. */
  readonly window: BarWindow | null
}

/**
 * The rows of closed bars of one market, from its history.
 *
 * Rules   each row depends on the tape up to two seconds after the end of its bar only.
 * Cost    one history of the bars and the 350 before them, their big trades, and for each complete bar the profile of the
 *         day since the last one.
 */
export async function computeRows(
  { store, days, nowMs }: RowDeps,
  market: ClosedMarket,
  { intervalMs, from, to }: RowRange,
): Promise<ComputedRows> {
  const { instrument } = market
  const step = stepOf(market, intervalMs)
  const limit = (to - from) / intervalMs + OPEN_BARS
  const { bars, context } = await loadStudy(store, instrument, {
    cycleMs: intervalMs,
    step,
    settings: SCAN_SETTINGS,
    limit: Math.max(2, Math.ceil(limit)),
    cut: undefined,
    nowMs,
  })
  const bigTradesOf = await loadRange(store, market, from, to)
  const analyzer = new Analyzer(SCAN_SETTINGS, context)
  const rows: ScanRow[] = []
  let done = 0
  let zones: readonly Zone[] = []
  let i = 0
  for (let t = from; t < to; t += intervalMs) {
    while (i < bars.length && bars.t[i] < t) i++
    const isPresent = i < bars.length && bars.t[i] === t && bars.state[i] !== BAR_OPEN
    if (!isPresent || bars.state[i] !== BAR_COMPLETE) {
      const head = { symbol: instrument.symbol, t, step, isDayComplete: false }
      rows.push(emptyRow(head, instrument, isPresent ? 'incomplete' : 'no_trades'))
      continue
    }
    if (i > done) zones = analyzer.update(sliceBars(bars, 0, i), done).zones
    const known = sliceBars(bars, 0, i + 1)
    const analysis = analyzer.update(known, i)
    const day = await days.load(instrument, stepOf(market, MINUTE_MS), t + intervalMs)
    const bigTrades = bigTradesOf(t, t + intervalMs) ?? (await loadBigTrades(store, market, t, t + intervalMs))
    rows.push(rowOf(market, { known, analysis, zonesBefore: zones, bigTrades, day }))
    zones = analysis.zones
    done = i + 1
  }
  const closed = sliceBars(bars, 0, lowerBoundT(bars, to))
  analyzer.update(closed, done)
  return { rows, window: BarWindow.create({ bars: closed, analyzer, context, until: to }) }
}

export interface ScannedBar {
  /** Bars that end with the scanned one, and their analysis. */
  readonly known: Bars
  readonly analysis: Analysis
  readonly zonesBefore: readonly Zone[]
  readonly bigTrades: readonly { readonly buy: boolean }[]
  readonly day: DayProfile
}

/** The row of a complete bar. */
export function rowOf(
  { instrument }: ClosedMarket,
  { known, analysis, zonesBefore, bigTrades, day }: ScannedBar,
): ScanRow {
  const values = scanValues(known, analysis, { zonesBefore, bigTrades, dayPoc: day.poc })
  const t = known.t[known.length - 1]
  const head = { symbol: instrument.symbol, t, step: known.step, isDayComplete: day.isComplete }
  return presentRow(head, instrument, values)
}

/** Row height in ticks: the recommended one. The point of control of the day has that of 1m in every interval. */
export function stepOf({ recommended }: ClosedMarket, intervalMs: number): number {
  return recommended[cycleNameOf(intervalMs) as string] ?? 1
}

/** The big trades that begin in [from, to), as known two seconds later. */
export async function loadBigTrades(
  store: TapeStore,
  market: ClosedMarket,
  from: number,
  to: number,
): Promise<readonly BigTrade[]> {
  return (await readBigTrades(store, market, from, to)).list
}

/**
 * Reads the big trades of a range at once. Returns those that begin in a bar of it, or null when they must be read for
 * this bar: as known two seconds after its end, one of them was still going on, or the range has too many.
 */
async function loadRange(
  store: TapeStore,
  market: ClosedMarket,
  from: number,
  to: number,
): Promise<(t: number, end: number) => readonly BigTrade[] | null> {
  const range = await readBigTrades(store, market, from, to)
  return (t, end) => {
    if (t < range.from) return null
    const list = range.list.filter(({ firstTs }) => firstTs >= t && firstTs < end)
    return list.some(({ lastTs }) => lastTs >= end + CLOSE_AFTER_MS) ? null : list
  }
}

/** `from`: complete from this time on. */
async function readBigTrades(
  store: TapeStore,
  { instrument }: ClosedMarket,
  from: number,
  to: number,
): Promise<{ readonly list: readonly BigTrade[]; readonly from: number }> {
  const query = { from, to, own: 0, most: MAX_BIG_TRADES, cut: to + CLOSE_AFTER_MS }
  const { list, unfinished, from: since } = await store.readBigTrades(instrument, query)
  return { list: unfinished === null ? list : [...list, unfinished], from: since }
}
