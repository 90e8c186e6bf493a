import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tapeArbitrary } from '@flowprint/testkit'
import {
  HOUR_MS,
  DAY_MS,
  aggregateTrades,
  analyzeBars,
  Analyzer,
  composeBars,
  lowerBoundTs,
  NO_SUMS,
  parseSettings,
  regroupBars,
  sliceBars,
  sliceTrades,
  sumsOfTrades,
  vwapOpenAt,
  vwapOpenMeta,
  vwapOpenOf,
  vwapStart,
} from '../../src/index.ts'
import type { Bars, Trades, VwapAnchor } from '../../src/index.ts'
import { makeTrades } from '../support/make-trades.ts'
import { hasSharedFile, readCanonicalTrades } from '../support/shared-data.ts'

const units = { tickSize: '0.01', lotSize: '0.001' }
const LTC = 'data/binance/binance_spot_LTCUSDT_20250621_22.csv.gz'

const settingsOf = (anchor: VwapAnchor) =>
  parseSettings({ vwap: typeof anchor === 'number' ? { anchor: 'bar', at: anchor } : { anchor } })
const lines = ({ vwap, vwapDeviation }: { vwap: Float64Array; vwapDeviation: Float64Array }) => ({
  vwap: [...vwap],
  deviation: [...vwapDeviation],
})

/** a / b to the last bit that matters in a test: through 2^80 parts. */
const ratio = (a: bigint, b: bigint): number => Number((a << 80n) / b) / 2 ** 80

/** Trade by trade from the definition, in bigints. */
function reference(trades: Trades, bars: Bars, anchor: VwapAnchor) {
  const vwap: number[] = []
  const deviation: number[] = []
  for (const t of bars.t) {
    const start = vwapStart(t, anchor, bars.cycleMs)
    let [q, pq, ppq] = [0n, 0n, 0n]
    for (let i = 0; start !== null && i < trades.length; i++) {
      if (trades.ts[i] < start || trades.ts[i] >= t + bars.cycleMs) continue
      const [price, lots] = [BigInt(trades.price[i]), BigInt(trades.qty[i])]
      q += lots
      pq += price * lots
      ppq += price * price * lots
    }
    vwap.push(q === 0n ? Number.NaN : ratio(pq, q))
    deviation.push(q === 0n ? Number.NaN : Math.sqrt(ratio(ppq * q - pq * pq, q * q)))
  }
  return { vwap, deviation }
}

function expectClose(
  got: { vwap: number[]; deviation: number[] },
  want: { vwap: number[]; deviation: number[] },
): void {
  for (const name of ['vwap', 'deviation'] as const) {
    expect(got[name].length).toBe(want[name].length)
    got[name].forEach((value, i) => {
      if (Number.isNaN(want[name][i])) expect(value).toBeNaN()
      else expect(Math.abs(value - want[name][i])).toBeLessThanOrEqual(Math.abs(want[name][i]) * 2 ** -51)
    })
  }
}

/** Tapes, and anchors at the day or somewhere inside them. */
const anchored = fc
  .tuple(tapeArbitrary({ minLength: 1, maxLength: 120, negative: true }), fc.option(fc.nat(), { nil: null }))
  .map(([trades, at]) => {
    const anchor: VwapAnchor = at === null ? 'day' : trades.ts[at % trades.length] - (at % 3) * 1000
    return { trades, anchor }
  })

describe('VWAP', () => {
  it('of any tape, cycle, step and anchor is that of its trades', () => {
    fc.assert(
      fc.property(
        anchored,
        fc.constantFrom(15_000, 60_000, HOUR_MS, 7 * DAY_MS),
        fc.constantFrom(1, 5, 100),
        ({ trades, anchor }, cycleMs, step) => {
          const bars = aggregateTrades(trades, { cycleMs, step })
          expectClose(lines(analyzeBars(bars, settingsOf(anchor), { units })), reference(trades, bars, anchor))
        },
      ),
    )
  })

  it('is the same at every row height and through every cycle that a bar is composed of', () => {
    fc.assert(
      fc.property(tapeArbitrary({ minLength: 1, maxLength: 120 }), fc.constantFrom(2, 10, 1000), (trades, step) => {
        const hours = aggregateTrades(trades, { cycleMs: HOUR_MS, step: 1 })
        const minutes = aggregateTrades(trades, { cycleMs: 60_000, step })
        const wanted = lines(analyzeBars(hours, settingsOf('day'), { units }))
        expect(lines(analyzeBars(regroupBars(hours, step), settingsOf('day'), { units }))).toEqual(wanted)
        expect(lines(analyzeBars(composeBars(minutes, HOUR_MS), settingsOf('day'), { units }))).toEqual(wanted)
        const fine = lines(analyzeBars(minutes, settingsOf('day'), { units }))
        const lastOf = (t: number) => minutes.t.findLastIndex((start) => start < t + HOUR_MS)
        expect([...hours.t].map((t) => fine.vwap[lastOf(t)])).toEqual(wanted.vwap)
        expect([...hours.t].map((t) => fine.deviation[lastOf(t)])).toEqual(wanted.deviation)
      }),
    )
  })

  it('of a window that begins anywhere goes on from the sums before it', () => {
    fc.assert(
      fc.property(anchored, fc.constantFrom(60_000, HOUR_MS, DAY_MS), fc.nat(), ({ trades, anchor }, cycleMs, at) => {
        const bars = aggregateTrades(trades, { cycleMs, step: 10 })
        const settings = settingsOf(anchor)
        const whole = lines(analyzeBars(bars, settings, { units }))
        const first = at % bars.length
        const start = vwapStart(bars.t[first], anchor, cycleMs) ?? bars.t[first]
        const before = sumsOfTrades(
          sliceTrades(trades, lowerBoundTs(trades, start), lowerBoundTs(trades, bars.t[first])),
        )
        expect(vwapOpenAt(bars, first, anchor, NO_SUMS)).toEqual(before)
        const vwapOpen = vwapOpenOf(JSON.parse(JSON.stringify(vwapOpenMeta(before))))
        const window = lines(analyzeBars(sliceBars(bars, first), settings, { units, vwapOpen }))
        expect(window).toEqual({ vwap: whole.vwap.slice(first), deviation: whole.deviation.slice(first) })
      }),
    )
  })

  it('after any updates is what it is at once', () => {
    fc.assert(
      fc.property(anchored, fc.array(fc.nat(), { maxLength: 6 }), ({ trades, anchor }, cuts) => {
        const analyzer = new Analyzer(settingsOf(anchor), { units })
        const ends = [...cuts.map((cut) => cut % (trades.length + 1)), trades.length].sort((a, b) => a - b)
        let known = 0
        let last = null
        for (const end of ends) {
          const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 10, to: end })
          last = lines(analyzer.update(bars, Math.max(0, known - 1)))
          known = bars.length
        }
        const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 10 })
        expect(last).toEqual(lines(analyzeBars(bars, settingsOf(anchor), { units })))
      }),
    )
  })

  it('worked example: 2 lots at 10, 1 at 13, 1 at 15 give 12 and the root of 4.5', () => {
    const trades = makeTrades([
      [0, 10, 2, 'B'],
      [1, 13, 1, 'S'],
      [60_000, 15, 1, 'B'],
    ])
    const { vwap, deviation } = lines(
      analyzeBars(aggregateTrades(trades, { cycleMs: 60_000, step: 5 }), settingsOf('day'), { units }),
    )
    expect(vwap).toEqual([11, 12])
    expect(deviation).toEqual([Math.sqrt(2), Math.sqrt(4.5)])
  })

  it('does not move where the sums leave 2^53, and its deviation never becomes that of rounding', () => {
    const most = Number.MAX_SAFE_INTEGER
    const trades = makeTrades([
      [0, 2147483647, most, 'B'],
      [1, 2147483647, most, 'S'],
      [2, 2147483647, most, 'B'],
    ])
    const { vwap, deviation } = lines(
      analyzeBars(aggregateTrades(trades, { cycleMs: 60_000, step: 10 }), settingsOf('day'), { units }),
    )
    expect([vwap, deviation]).toEqual([[2147483647], [0]])
  })

  it('is there without a deviation where squares are not known, and neither where the sums before are not', () => {
    const trades = makeTrades([
      [DAY_MS, 10, 2, 'B'],
      [DAY_MS + 60_000, 13, 1, 'S'],
      [2 * DAY_MS, 15, 1, 'B'],
    ])
    const bars = aggregateTrades(trades, { cycleMs: 60_000, step: 5 })
    const old = { ...bars, squares: new Float64Array(9).fill(Number.NaN) }
    expect(lines(analyzeBars(old, settingsOf('day'), { units }))).toEqual({
      vwap: [10, 11, 15],
      deviation: [NaN, NaN, NaN],
    })
    const rest = sliceBars(bars, 1)
    expect(lines(analyzeBars(rest, settingsOf('day'), { units, vwapOpen: null }))).toEqual({
      vwap: [NaN, 15],
      deviation: [NaN, 0],
    })
  })

  it.skipIf(!hasSharedFile(LTC))('on real LTC trades is that of the trades, whole and in windows', () => {
    const trades = readCanonicalTrades(LTC, '0.01', '0.001')
    const bars = aggregateTrades(trades, { cycleMs: HOUR_MS, step: 5 })
    const whole = lines(analyzeBars(bars, settingsOf('day'), { units }))
    expectClose(whole, reference(trades, bars, 'day'))
    for (const first of [1, 7, 24, 31]) {
      const vwapOpen = vwapOpenAt(bars, first, 'day', NO_SUMS)
      expect(lines(analyzeBars(sliceBars(bars, first), settingsOf('day'), { units, vwapOpen })).vwap).toEqual(
        whole.vwap.slice(first),
      )
    }
  })

  it('is not computed while it is off', () => {
    const bars = aggregateTrades(makeTrades([[0, 10, 2, 'B']]), { cycleMs: 60_000, step: 5 })
    expect(lines(analyzeBars(bars, parseSettings({}), { units }))).toEqual({ vwap: [NaN], deviation: [NaN] })
  })

  it('anchored inside a bar begins with that bar; bars before it have none', () => {
    const trades = makeTrades([
      [0, 10, 1, 'B'],
      [HOUR_MS, 20, 1, 'B'],
      [2 * HOUR_MS, 40, 1, 'B'],
    ])
    const { vwap } = lines(
      analyzeBars(aggregateTrades(trades, { cycleMs: HOUR_MS, step: 1 }), settingsOf(HOUR_MS + 5000), { units }),
    )
    expect(vwap).toEqual([NaN, 20, 30])
  })
})
