import { MINUTE_MS, aggregateTrades, concatTrades, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { cutTapeArbitrary } from '@flowprint/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HourDelta } from '../../../src/market/stream/summary-tracker.ts'

/** By hand: every trade of the minutes that count. */
function slow(trades: Trades, end: number): bigint {
  const from = (Math.floor(end / MINUTE_MS) - 59) * MINUTE_MS
  let sum = 0n
  for (let i = 0; i < trades.length; i++)
    if (trades.ts[i] >= from) sum += BigInt(trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
  return sum
}

const numbered = (trades: Trades, first: number): Trades => ({
  ...trades,
  seq: Float64Array.from(trades.ts, (_, i) => first + i),
})

test('history bars, later trades and overlapping frames give the delta of the hour at every trade', () => {
  fc.assert(
    fc.property(cutTapeArbitrary({ minLength: 1 }), fc.nat(), ({ tape, cuts }, pick) => {
      const held = pick % (tape.length + 1)
      const closed = held === 0 ? 0 : Math.floor(tape.ts[held - 1] / MINUTE_MS) * MINUTE_MS
      const known = sliceTrades(tape, 0, held)
      const open = lowerBoundTs(known, closed)
      const hour = new HourDelta(held)
      hour.addBars(aggregateTrades(sliceTrades(known, 0, open), { cycleMs: MINUTE_MS, step: 1 }))
      hour.addTrades(sliceTrades(known, open))
      let from = 0
      for (const cut of [...cuts, tape.length]) {
        hour.addFrame(numbered(sliceTrades(tape, from, cut), from + 1))
        from = cut
        const seen = Math.max(held, cut)
        if (seen > 0)
          expect(BigInt(hour.sum(tape.ts[seen - 1]))).toBe(slow(sliceTrades(tape, 0, seen), tape.ts[seen - 1]))
      }
    }),
    { numRuns: 300 },
  )
})

test('a minute leaves the hour when the clock enters the sixtieth minute after it, also without trades', () => {
  const hour = new HourDelta(0)
  const trades = concatTrades([])
  hour.addTrades({
    ...trades,
    length: 2,
    ts: Float64Array.of(30_000, 61_000),
    qty: Float64Array.of(5, 7),
    buy: Uint8Array.of(1, 0),
  } as Trades)
  expect([
    hour.sum(62_000),
    hour.sum(59 * MINUTE_MS + 59_999),
    hour.sum(60 * MINUTE_MS),
    hour.sum(61 * MINUTE_MS),
  ]).toEqual([-2, -2, -7, 0])
})
