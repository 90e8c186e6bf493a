import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  analyzeBars,
  applyCoverage,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  findGaps,
  LEAD_IN_BARS,
  parseSettings,
  settledFrom,
  sliceBars,
  spanOfTrades,
  type Analysis,
  type Bars,
  type IndicatorSettings,
} from '../../src/index.ts'
import { makeBars } from '../support/make-bars.ts'
import { randomSketches } from '../support/random-bars.ts'
import { hasSharedFile, readCanonicalTrades } from '../support/shared-data.ts'

const units = { tickSize: '0.01', lotSize: '0.001' }
const everything = parseSettings({
  zones: { kinds: { cluster: true, unfinished: true, nakedPoc: true } },
  unfinished: { show: true },
})

/** A window that starts at bar `first`: its columns, the events in it and the zones alive in it. */
function shown(bars: Bars, analysis: Analysis, first: number) {
  const from = bars.t[first]
  return {
    columns: [
      analysis.pocTick,
      analysis.valRow,
      analysis.vahRow,
      analysis.minVolume,
      analysis.cvdOpen,
      analysis.cvdQuoteOpen,
    ].map((column) => [...column.subarray(first)]),
    flags: [...analysis.cellFlags.subarray(bars.cellStart[first])],
    stacks: analysis.stacks.filter(({ t }) => t >= from),
    efforts: analysis.efforts.filter(({ t }) => t >= from),
    signals: Object.values(analysis.signals).map((list: readonly { t: number }[]) => list.filter(({ t }) => t >= from)),
    zones: analysis.zones.filter(({ ended }) => ended === null || ended >= from),
  }
}

/** The window's indicators computed with `leadIn` bars before it, and from the whole history. */
function both(bars: Bars, whole: Analysis, first: number, leadIn: number, settings: IndicatorSettings) {
  const start = first - leadIn
  const page = sliceBars(bars, start, bars.length)
  const analysis = analyzeBars(page, settings, {
    units,
    cvdOpen: whole.cvdOpen[start],
    cvdQuoteOpen: whole.cvdQuoteOpen[start],
  })
  return { page: shown(page, analysis, leadIn), whole: shown(bars, whole, first) }
}

describe('lead-in', () => {
  test("it is 350 bars: a lookback of 50 before the 300 bars of a zone's life", () => {
    expect(LEAD_IN_BARS).toBe(350)
  })

  test.each([
    ['the first 50 are complete', [], 350],
    ['one of them is not', [17], 351],
    ['three of the first 52 are not', [0, 49, 51], 353],
    ['later bars do not matter', [50, 51, 200], 350],
  ])('settledFrom: %s', (_, broken, index) => {
    const state = new Uint8Array(400).fill(BAR_COMPLETE)
    for (const i of broken) state[i] = BAR_INCOMPLETE
    expect(settledFrom({ length: 400, state }, 300)).toBe(index)
  })

  test('settledFrom: without 50 complete bars no bar is settled', () => {
    const state = new Uint8Array(400).fill(BAR_INCOMPLETE)
    expect(settledFrom({ length: 400, state }, 300)).toBe(400)
    expect(settledFrom({ length: 49, state: new Uint8Array(49).fill(BAR_COMPLETE) }, 300)).toBe(49)
  })

  test('350 complete bars give a window the indicators of the whole history', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 350, max: 690 }), (seed, first) => {
        const bars = makeBars(randomSketches(seed, 700, { broken: 0 }))
        const { page, whole } = both(bars, analyzeBars(bars, everything, { units }), first, LEAD_IN_BARS, everything)
        expect(page).toEqual(whole)
      }),
      { numRuns: 25 },
    )
  })

  test('with incomplete bars a page equals the whole history from its first settled bar on', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(250), fc.constantFrom(20, 150, 300), (seed, start, expireBars) => {
        const settings = { ...everything, zones: { ...everything.zones, expireBars } }
        const bars = makeBars(randomSketches(seed, 700, { broken: 0.15 }))
        const settled = settledFrom(sliceBars(bars, start, bars.length), expireBars)
        fc.pre(start + settled < bars.length)
        const { page, whole } = both(bars, analyzeBars(bars, settings, { units }), start + settled, settled, settings)
        expect(page).toEqual(whole)
      }),
      { numRuns: 40 },
    )
  })

  test('350 bars are not enough when one of the first 50 is incomplete', () => {
    const differs = Array.from({ length: 60 }, (_, seed) => {
      const bars = makeBars(randomSketches(seed, 420, { broken: 0.3 }))
      const { page, whole } = both(bars, analyzeBars(bars, everything, { units }), 400, LEAD_IN_BARS, everything)
      return JSON.stringify(page) !== JSON.stringify(whole)
    })
    expect(differs).toContain(true)
  })

  const tape = 'data/binance/binance_spot_LTCUSDT_20250621_22.csv.gz'
  const present = hasSharedFile(tape)

  test.skipIf(!present).each([
    [60_000, 1],
    [15_000, 1],
  ])('settled bars equal the whole history on real LTC bars of %d ms with 26 gaps', (cycleMs, step) => {
    const trades = readCanonicalTrades(tape, '0.01', '0.001')
    const bars = aggregateTrades(trades, { cycleMs, step })
    const gaps = findGaps(trades, 'contiguous').map(({ fromTs, toTs }) => ({ fromTs, toTs, state: 'lost' as const }))
    applyCoverage(bars, gaps, [spanOfTrades(trades, false)!])
    const analysis = analyzeBars(bars, everything, { units })
    let windows = 0
    for (let start = 0; start + 800 < bars.length; start += 97) {
      const settled = settledFrom(sliceBars(bars, start, bars.length), 300)
      if (settled > LEAD_IN_BARS) continue
      windows += 1
      const { page, whole } = both(bars, analysis, start + LEAD_IN_BARS, LEAD_IN_BARS, everything)
      expect(page).toEqual(whole)
    }
    expect(windows).toBeGreaterThan(5)
  })
})
