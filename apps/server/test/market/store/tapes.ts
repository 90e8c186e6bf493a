import fc from 'fast-check'
import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  aggregateTrades,
  composeBars,
  concatBars,
  continueSequence,
  regroupBars,
  sliceTrades,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { Bars, SequenceRule, Trades } from '@flowprint/orderflow'
import type { History } from '../../../src/market/store/index.ts'

/** Friday before the last midnight of a month, so that hours, days, weeks and months end within random tapes. */
export const NEAR_MONTH_END = Date.UTC(2025, 4, 31, 22, 30)

/** Trades at the given offsets from `start`, ids without gaps. */
export function makeTape(
  start: number,
  trades: readonly { gap: number; price: number; qty: number; buy: boolean; fills: number }[],
  firstId = 100,
): Trades {
  const builder = new TradeBuilder()
  let ts = start
  let id = firstId
  for (const { gap, price, qty, buy, fills } of trades) {
    ts += gap
    builder.push(ts, price, qty, buy, fills, id)
    id += fills
  }
  return builder.build()
}

const tradeOf = (mostGap: number) =>
  fc.record({
    gap: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: Math.min(2_000, mostGap) }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: mostGap }) },
    ),
    price: fc.integer({ min: 8_200, max: 8_420 }),
    qty: fc.integer({ min: 1, max: 5_000 }),
    buy: fc.boolean(),
    fills: fc.integer({ min: 1, max: 3 }),
  })

/** Tapes of minutes to weeks, around the end of a month. */
export const tape = fc
  .constantFrom(20_000, 10 * MINUTE_MS, 3 * HOUR_MS, 2 * DAY_MS)
  .chain((mostGap) =>
    fc.array(tradeOf(mostGap), { minLength: 1, maxLength: 120 }).map((trades) => makeTape(NEAR_MONTH_END, trades)),
  )

/** The engine's result for the whole tape. */
export function barsOfTape(trades: Trades, cycleMs: number, step: number): Bars {
  return regroupBars(aggregateTrades(trades, { cycleMs, step: 1 }), step)
}

/** What a client computes from an answer: closed bars, and fold(closed minutes) + fold(tail). */
export function barsOfHistory(history: History, cycleMs: number, step: number): Bars {
  const { bars, open, tail } = history
  const pieces = [bars, ...(open === null ? [] : [regroupBars(open, step)]), aggregateTrades(tail, { cycleMs, step })]
  return composeBars(concatBars(pieces.map((piece) => ({ ...piece, cycleMs }))), cycleMs)
}

/** The same for bars of fills and volume. */
export function sequenceOfHistory({ bars, open, tail }: History, rule: SequenceRule, step = 1): Bars {
  const before = open === null ? null : { bars: regroupBars(open, step), lastTs: Float64Array.from(open.t) }
  return concatBars([bars, continueSequence(before, tail, rule, step).bars])
}

/** Everything except how the numbers were obtained. */
export function numbers(bars: Bars): Bars {
  return {
    ...bars,
    state: new Uint8Array(bars.length),
    revision: new Uint32Array(bars.length),
    rawPoc: new Int32Array(bars.length),
  }
}

export function cutTape(trades: Trades, at: readonly number[]): Trades[] {
  const edges = [0, ...at.map((share) => Math.floor(share * trades.length)).sort((a, b) => a - b), trades.length]
  return edges
    .slice(1)
    .map((to, i) => sliceTrades(trades, edges[i], to))
    .filter((piece) => piece.length > 0)
}
