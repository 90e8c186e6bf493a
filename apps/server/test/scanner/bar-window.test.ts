import {
  aggregateTrades,
  analyzeBars,
  Analyzer,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  MINUTE_MS,
  NO_SUMS,
  scanValues,
  sliceBars,
  vwapOpenAt,
} from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BarWindow } from '../../src/modules/scanner/compute/bar-window.ts'
import { SCAN_SETTINGS } from '../../src/modules/scanner/rules/scan-row.ts'

const FROM = Date.UTC(2026, 0, 5, 18)
const UNITS = { tickSize: '0.01', lotSize: '0.001' }
const BEFORE = 360
const CONTEXT = { bigTrades: [], dayPoc: null }

function barsOf(seed: number, minutes: number): Bars {
  const bars = aggregateTrades(simulatedTape({ seed, from: FROM, minutes }), { cycleMs: MINUTE_MS, step: 1 })
  return { ...bars, state: new Uint8Array(bars.length).fill(BAR_COMPLETE) }
}

function windowOf(bars: Bars, until: number): BarWindow | null {
  const context = { units: UNITS, vwapOpen: NO_SUMS }
  const analyzer = new Analyzer(SCAN_SETTINGS, context)
  analyzer.update(bars, 0)
  return BarWindow.create({ bars, analyzer, context, until })
}

test('bars that are added have the values of the whole history, also after the window was shortened', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
      (seed, sizes) => {
        // More bars than a window keeps, over two days.
        const whole = barsOf(seed, 1_150)
        const window = windowOf(sliceBars(whole, 0, BEFORE), whole.t[BEFORE])
        let [touched, shortened] = [0, 0]
        let at = BEFORE
        let most = 0
        for (const size of sizes) {
          const end = Math.min(at + size, whole.length)
          if (end === at) break
          for (const { known, analysis, zonesBefore } of window?.add(sliceBars(whole, at, end), whole.t[end - 1]) ??
            []) {
            shortened += known.length < most ? 1 : 0
            most = known.length
            const values = scanValues(known, analysis, { ...CONTEXT, zonesBefore })
            touched += values.zonesSupport + values.zonesResistance
            const i = at++
            if (i % 9 !== 0 && values.zonesSupport === 0) continue
            // From another start than the window's: the 400 bars before decide.
            const from = Math.max(0, i - 400)
            const context = { units: UNITS, vwapOpen: vwapOpenAt(whole, from, 'day', NO_SUMS) }
            const before = analyzeBars(sliceBars(whole, from, i), SCAN_SETTINGS, context)
            const bars = sliceBars(whole, from, i + 1)
            const wanted = scanValues(bars, analyzeBars(bars, SCAN_SETTINGS, context), {
              ...CONTEXT,
              zonesBefore: before.zones,
            })
            expect(values).toEqual(wanted)
          }
        }
        expect(at).toBe(whole.length)
        expect(touched).toBeGreaterThan(0)
        expect(shortened).toBeGreaterThan(0)
      },
    ),
    { numRuns: 3, seed: 1 },
  )
})

test('a bar with missing trades makes no window, because values then depend on its start', () => {
  const bars = barsOf(5, 60)
  expect(windowOf(bars, FROM + 60 * MINUTE_MS)?.until).toBe(FROM + 60 * MINUTE_MS)
  bars.state[10] = BAR_INCOMPLETE
  expect(windowOf(bars, FROM + 60 * MINUTE_MS)).toBeNull()
  expect(windowOf(sliceBars(bars, 0, 0), FROM)).toBeNull()
})
