import { NO_ROW } from '../bars/bars.ts'
import type { BarOverflow, Bars } from '../bars/bars.ts'
import { pocRow, type PocColumns } from '../footprint/poc.ts'
import { widenFromPoc } from '../footprint/value-area.ts'
import type { ValueArea } from '../footprint/value-area.ts'
import type { Threshold } from '../units/compare-products.ts'
import { sumBars } from './sum-bars.ts'

/** Volume by price over a range of bars: the cells of one bar as long as the range. */
export interface Profile {
  /** Row height in ticks. */
  readonly step: number
  /** Traded rows, ascending; the following columns have the same length. */
  readonly row: Int32Array
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly bidTrades: Uint32Array
  readonly askTrades: Uint32Array
  /** Quote parts as in `Bars`; null when the step is 1. */
  readonly bidOffset: Float64Array | null
  readonly askOffset: Float64Array | null
  /** Remainders of the quantity columns, as `Bars.overflow`; null while every quantity is a safe integer. */
  readonly overflow: ProfileOverflow | null
  /** Prices in ticks; NO_ROW when nothing traded. */
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Like `BarOverflow`: quantity = column entry + remainder. */
export interface ProfileOverflow {
  readonly bid: Float64Array
  readonly ask: Float64Array
  /** Null when the offset columns are null. */
  readonly bidOffset: Float64Array | null
  readonly askOffset: Float64Array | null
}

/**
 * Volume profile of bars [from, to).
 *
 * Output  the sum of their cells row by row; no rows when the range is empty.
 * Cost    one pass over the cells of the range, plus its span of rows.
 * Throws  OrderflowError QUANTITY_RANGE when a sum exceeds MAX_LOTS.
 * Source  docs/formulas/volume-profile.md.
 */
export function rangeProfile(bars: Bars, from = 0, to: number = bars.length): Profile {
  return profileOfBar(sumBars(bars, from, to))
}

/** The profile of a single bar, for example the result of `sumBars` or `sumRuns`. Empty when there is no bar. */
export function profileOfBar(sum: Bars): Profile {
  const some = sum.length > 0
  return {
    step: sum.step,
    row: sum.row,
    bid: sum.cellBid,
    ask: sum.cellAsk,
    bidTrades: sum.cellBidTrades,
    askTrades: sum.cellAskTrades,
    bidOffset: sum.cellBidOffset,
    askOffset: sum.cellAskOffset,
    overflow: sum.overflow && overflowOf(sum.overflow),
    high: some ? sum.high[0] : NO_ROW,
    low: some ? sum.low[0] : NO_ROW,
    close: some ? sum.close[0] : NO_ROW,
  }
}

function overflowOf({ cellBid, cellAsk, cellBidOffset, cellAskOffset }: BarOverflow): ProfileOverflow {
  return { bid: cellBid, ask: cellAsk, bidOffset: cellBidOffset, askOffset: cellAskOffset }
}

/** Row with the most volume in the range, ties as in a bar; NO_ROW when nothing traded. */
export function profilePoc(profile: Profile): number {
  return pocRow(asBar(profile), 0)
}

/**
 * Value area of a profile: grows from the POC row by the larger of the two-row pair above and the pair below.
 *
 * Output  a pair is added whole; at an edge that leaves one row the pair is that row. NO_ROW when nothing traded.
 * Ties    equal pairs: up. An exhausted side counts as smaller than anything; rows without trades count as 0.
 * Source  docs/formulas/value-area.md, section "Profiles".
 */
export function profileValueArea(profile: Profile, share: string | Threshold): ValueArea {
  return widenFromPoc(asBar(profile), 0, share, 2)
}

function asBar(profile: Profile): PocColumns {
  const { bid, ask, overflow } = profile
  return {
    step: profile.step,
    high: Int32Array.of(profile.high),
    low: Int32Array.of(profile.low),
    close: Int32Array.of(profile.close),
    cellStart: Uint32Array.of(0, profile.row.length),
    row: profile.row,
    bid: Float64Array.of(bid.reduce(add, 0)),
    ask: Float64Array.of(ask.reduce(add, 0)),
    cellBid: bid,
    cellAsk: ask,
    overflow: overflow && { cellBid: overflow.bid, cellAsk: overflow.ask },
  }
}

const add = (sum: number, lots: number): number => sum + lots
