import * as fc from 'fast-check'
// Imported by its module form, so that every program that reads these types refers to the same class.
import type { Arbitrary } from 'fast-check' with { 'resolution-mode': 'import' }
import { DAY_MS, MINUTE_MS, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

export interface TapeOptions {
  readonly minLength?: number
  readonly maxLength?: number
  /** Ids that skip numbers, off by default: ids are contiguous then. */
  readonly idGaps?: boolean
  /** Trades that merge several fills, on by default. */
  readonly fills?: boolean
  /** Outlier prices (one wick of millions of ticks), on by default. */
  readonly wicks?: boolean
  /** Prices around and below zero, off by default. */
  readonly negative?: boolean
}

/** 2025-06-21T12:00:00Z, a Saturday: weeks and days both change within a long tape. */
const START_MS = 1_750_507_200_000

/**
 * Sorted realistic tapes: ties in time, silent minutes and days, prices that stay, step and jump, round and odd sizes
 * (so that rows tie in volume), trades at the very edge of a bar. Shrinks to short and simple tapes.
 */
export function tapeArbitrary(options: TapeOptions = {}): Arbitrary<Trades> {
  const { minLength = 0, maxLength = 120, idGaps = false, fills = true, wicks = true, negative = false } = options
  const trade = fc.record({
    wait: waitArbitrary(),
    move: moveArbitrary(wicks),
    qty: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 1_000_000 })),
    buy: fc.boolean(),
    fills: fills ? fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 9 })) : fc.constant(1),
    gap: idGaps ? fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 50 })) : fc.constant(0),
  })
  const base = negative ? fc.integer({ min: -20, max: 20 }) : fc.integer({ min: 100, max: 1_000_000 })
  return fc.tuple(base, fc.array(trade, { minLength, maxLength })).map(([start, trades]) => {
    const tape = new TradeBuilder(trades.length)
    let ts = START_MS
    let id = 1_000_000
    let price = start
    for (const { wait, move, qty, buy, fills: merged, gap } of trades) {
      ts = wait === ON_THE_EDGE ? (Math.floor(ts / MINUTE_MS) + 1) * MINUTE_MS : ts + wait
      id += gap
      // A jump is a single distant trade: the tape then continues from the previous price.
      const shown = Math.abs(move) > 1000 ? start + move : (price += move)
      tape.push(ts, negative ? shown : Math.max(shown, 1), qty, buy, merged, id)
      id += merged
    }
    return tape.build()
  })
}

/** Marks a trade at the first millisecond of the next minute. */
const ON_THE_EDGE = -1

function waitArbitrary(): Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 10, arbitrary: fc.integer({ min: 1, max: 9_000 }) },
    { weight: 3, arbitrary: fc.constant(ON_THE_EDGE) },
    { weight: 2, arbitrary: fc.integer({ min: 60_000, max: 7_200_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: DAY_MS, max: 700_000_000 }) },
  )
}

function moveArbitrary(wicks: boolean): Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 8, arbitrary: fc.integer({ min: -2, max: 2 }) },
    { weight: 3, arbitrary: fc.integer({ min: -40, max: 40 }) },
    ...(wicks ? [{ weight: 1, arbitrary: fc.integer({ min: -20_000_000, max: 20_000_000 }) }] : []),
  )
}

/** A tape and random cuts into consecutive batches: ascending indexes, each within [0, length]. */
export function cutTapeArbitrary(options: TapeOptions = {}): Arbitrary<{ tape: Trades; cuts: number[] }> {
  return tapeArbitrary(options).chain((tape) =>
    fc
      .array(fc.integer({ min: 0, max: tape.length }), { maxLength: 6 })
      .map((cuts) => ({ tape, cuts: cuts.sort((a, b) => a - b) })),
  )
}

/** A tape and the same trades in any other order. */
export function shuffledTapeArbitrary(options: TapeOptions = {}): Arbitrary<{ tape: Trades; order: number[] }> {
  return tapeArbitrary(options).chain((tape) => {
    const indexes = Array.from({ length: tape.length }, (_, i) => i)
    return fc
      .shuffledSubarray(indexes, { minLength: tape.length, maxLength: tape.length })
      .map((order) => ({ tape, order }))
  })
}
