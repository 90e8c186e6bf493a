import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregateTrades,
  composeBars,
  cvdOpenMeta,
  cvdOpenOf,
  cvdQuoteOpenOf,
  decodeAnswer,
  decodeBars,
  decodeMany,
  encodeAnswer,
  encodeBars,
  firstDifference,
  MAX_LOTS,
  regroupBars,
  sliceBars,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { Bars, Lots } from '@flowprint/orderflow'
import { exactBars, overflowingTape } from '../support/exact-bars.ts'
import { makeTrades } from '../support/make-trades.ts'
import { MINUTE_MS } from '../../src/index.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** Ordinary bars and overflowing ones together. */
const mixedBars: fc.Arbitrary<Bars> = fc
  .record({
    tape: overflowingTape({ negative: true }),
    cycleMs: fc.constantFrom(15_000, MINUTE_MS, 3_600_000, 604_800_000),
    step: fc.constantFrom(1, 1, 3, 10, 1000),
    regroup: fc.constantFrom(1, 1, 7),
  })
  .map(({ tape, cycleMs, step, regroup }) => regroupBars(aggregateTrades(tape, { cycleMs, step }), step * regroup))

/** An overflowing bar between two that are not. */
const three = aggregateTrades(
  makeTrades([
    [0, 1, 5, 'B'],
    [MINUTE_MS, 3, MAX, 'S'],
    [MINUTE_MS + 1, 25, MAX - 6, 'B'],
    [MINUTE_MS + 2, 9, 2 ** 52 + 3, 'S'],
    [2 * MINUTE_MS, 2, 8, 'B'],
  ]),
  { cycleMs: MINUTE_MS, step: 10 },
)

describe('overflowing bars round-trip', () => {
  it('with every remainder, in any range, also mixed with plain messages', () => {
    fc.assert(
      fc.property(mixedBars, fc.array(fc.nat(), { maxLength: 4 }), (bars, cuts) => {
        const ends = [...cuts.map((cut) => cut % (bars.length + 1)), bars.length].sort((a, b) => a - b)
        const messages = ends.map((end, i) => encodeBars(bars, i === 0 ? 0 : ends[i - 1], end))
        const read = decodeMany(messages)
        expect(firstDifference(read, bars)).toBe(null)
        expect(read.overflow === null).toBe(bars.overflow === null)
        expect(firstDifference(decodeBars(messages[0]), sliceBars(bars, 0, ends[0]))).toBe(null)
      }),
      { numRuns: 400 },
    )
  })

  it('across several blocks of the format', () => {
    const tape = new TradeBuilder()
    for (let i = 0; i < 3000; i++)
      tape.push(i * MINUTE_MS, (i * 37) % 101, i % 7 === 0 ? MAX - i : i + 1, i % 3 > 0, 1, i)
    const minutes = aggregateTrades(tape.build(), { cycleMs: MINUTE_MS, step: 3 })
    const hours = composeBars(minutes, 60 * MINUTE_MS)
    expect(hours.overflow).not.toBeNull()
    for (const bars of [minutes, hours]) expect(firstDifference(decodeBars(encodeBars(bars)), bars)).toBe(null)
  })

  it('in a response', () => {
    const answer = decodeAnswer(encodeAnswer({ meta: {}, bars: three, open: sliceBars(three, 1, 2), tail: null }))
    expect(firstDifference(answer.bars, three)).toBe(null)
    expect(answer.open === null ? 'no open bar' : firstDifference(answer.open, sliceBars(three, 1, 2))).toBe(null)
  })

  it('at the maximum quantity of every column', () => {
    const nearest = Number(MAX_LOTS)
    const column = () => Float64Array.of(nearest)
    const rest = () => Float64Array.of(Number(MAX_LOTS - BigInt(nearest)))
    const bar: Bars = {
      ...sliceBars(three, 0, 1),
      minDelta: Float64Array.of(-nearest),
      maxDelta: column(),
      bid: column(),
      ask: column(),
      cellBid: column(),
      cellAsk: column(),
      cellBidTrades: Uint32Array.of(1),
      trades: Uint32Array.of(2),
      cellBidOffset: column(),
      cellAskOffset: column(),
      overflow: {
        bid: rest(),
        ask: rest(),
        minDelta: Float64Array.of(-rest()[0]),
        maxDelta: rest(),
        cellBid: rest(),
        cellAsk: rest(),
        cellBidOffset: rest(),
        cellAskOffset: rest(),
      },
    }
    expect(exactBars(bar)[0]).toMatchObject({ bid: MAX_LOTS, minDelta: -MAX_LOTS })
    expect(firstDifference(decodeBars(encodeBars(bar)), bar)).toBe(null)
  })
})

describe('the two columns', () => {
  it('are written only when a bar of the message overflows', () => {
    const plain = aggregateTrades(makeTrades([[0, 1, 5, 'B']]), { cycleMs: MINUTE_MS, step: 10 })
    expect(encodeBars(three, 0, 1)).toEqual(encodeBars(plain))
    expect(decodeBars(encodeBars(three, 2)).overflow).toBeNull()
    expect(decodeBars(encodeBars(three, 1, 2)).overflow).not.toBeNull()
  })

  it('leave messages without overflow byte-identical', () => {
    const tape = new TradeBuilder()
    for (let i = 0; i < 24; i++)
      tape.push(
        1_750_507_200_000 + i * 7_000,
        8300 + ((i * 7) % 23),
        2 ** (i % 7) * 1000 + i,
        i % 3 > 0,
        1 + (i % 2),
        10 + 2 * i,
      )
    const bars = aggregateTrades(tape.build(), { cycleMs: MINUTE_MS, step: 5 })
    const written =
      'RkxPVwECAADmAAAAsDtbcuDUAwUDDgOA+OCl8mUAAOyBAQsHEw4OCwUHAAMAtZQB4F2SfdHfAsXsA7WYBevNy0vModgv36u9P5HEp7IB5cCE+gGQ4OzQAhQWAwQEAwEAAAAA' +
      'AAAAAAAAAAAAAADoBwAAhvQDwz4AAN8PtZkCAAD9B5J9AO8H1YwB/6gCAACbfYGFAQAAvZMEy5MEAAD5iQIAAAAAAQAAAQIAAAEAAAECAwAAAgIAAAICAAACAAAAmNAPwz4A' +
      'AJ0v0j4AAPQfkn0AzReiH5LxBAAAjrkCl/8CAACa6Aeo6AcAAJ/+BQAAAAAAAAAA'
    const bytes = Uint8Array.from(atob(written), (char) => char.charCodeAt(0))
    // Sums of squares came later: what was written before says nothing of them.
    const before = { ...bars, squares: new Float64Array(bars.squares.length).fill(Number.NaN) }
    expect(encodeBars(before)).toEqual(bytes)
    expect(firstDifference(decodeBars(bytes), before)).toBe(null)
  })
})

describe('cumulative delta before a response', () => {
  it.each<Lots>([0, -5, MAX, 2n ** 53n + 1n, -(2n ** 80n) - 1n])('round-trips %s', (lots) => {
    const meta = JSON.parse(JSON.stringify(cvdOpenMeta(lots, -lots)))
    expect(cvdOpenOf(meta)).toBe(lots)
    expect(BigInt(cvdQuoteOpenOf(meta))).toBe(BigInt(-lots))
    expect(meta.cvd_open).toBe(Number(lots))
    expect('cvd_open_exact' in meta).toBe(typeof lots === 'bigint')
  })
})
