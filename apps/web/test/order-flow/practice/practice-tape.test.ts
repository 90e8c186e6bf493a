import { compareCutoffs, concatTrades, sliceTrades, TradeBuilder } from '@flowprint/orderflow'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PracticeTape } from '../../../src/features/order-flow/panels/practice/practice-tape.ts'

it('counts and returns the trades before any cutoff, however they came', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 4 }),
      (times, cuts, t, trades) => {
        const builder = new TradeBuilder()
        const sorted = times.toSorted((a, b) => a - b)
        sorted.forEach((ts, i) => builder.push(ts, 100 + i, 1, true, 1, i + 1))
        const all = { ...builder.build(), seq: null }
        const tape = new PracticeTape({ t: 0, trades: 0 })
        const ends = [...cuts.filter((cut) => cut < all.length).toSorted((a, b) => a - b), all.length]
        let from = 0
        for (const to of ends) {
          const last = to === all.length ? 13 : sorted[to]
          const count = to === all.length ? 0 : sorted.slice(0, to).filter((ts) => ts === last).length
          tape.append(sliceTrades(all, from, to), { t: last, trades: count })
          from = to
        }
        const cutoff = { t, trades }
        const count = sorted.filter((ts) => ts < t).length + Math.min(trades, sorted.filter((ts) => ts === t).length)
        const isInside = compareCutoffs(cutoff, { t: 13, trades: 0 }) <= 0
        expect(tape.countAt(cutoff)).toBe(isInside ? count : null)
        const middle = Math.floor(all.length / 2)
        const parts = concatTrades([tape.slice(0, middle), tape.slice(middle, all.length)])
        expect([...parts.price]).toEqual([...all.price])
        expect(tape.length).toBe(all.length)
      },
    ),
    { numRuns: 300 },
  )
})
