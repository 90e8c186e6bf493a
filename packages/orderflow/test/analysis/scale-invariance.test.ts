// @module-tag long
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  analyzeBars,
  barVolume,
  imbalancesOf,
  lotsAt,
  pocRow,
  profilePoc,
  profileValueArea,
  rangeProfile,
  valueArea,
  type Analysis,
  type Bars,
  type IndicatorSettings,
  type Lots,
} from '../../src/index.ts'
import { makeBars } from '../support/make-bars.ts'
import { scaleBars } from '../support/make-overflowing-bars.ts'
import { randomSketches } from '../support/random-bars.ts'
import { settingsArbitrary } from '../support/settings-arbitrary.ts'

const units = { tickSize: '1', lotSize: '1' }

/** From hardly any overflowing bar to all of them; most factors need more digits than a double has. */
const factors = fc.constantFrom(10n ** 9n, 10n ** 12n, 10n ** 12n + 39n, 2n ** 44n + 7n, 10n ** 15n + 37n, 3n ** 40n)

const settings = fc.record({ base: settingsArbitrary, fixed: fc.constantFrom('auto', '0', '2.5', '7') })

/** The fixed minimum multiplied by the same factor. */
function scaledSettings(base: IndicatorSettings, factor: bigint): IndicatorSettings {
  const { minVolume } = base.imbalance
  if (minVolume === 'auto') return base
  const tenths = BigInt(Math.round(Number(minVolume) * 10)) * factor
  return { ...base, imbalance: { ...base.imbalance, minVolume: `${tenths / 10n}.${tenths % 10n}` } }
}

const times = (lots: Lots, factor: bigint): bigint => BigInt(lots) * factor

/** The decisions of the indicators: without quantities, with ratios (which have no unit). */
function decisions({
  pocRow,
  pocTick,
  valRow,
  vahRow,
  cellFlags,
  cvdSegment,
  stacks,
  efforts,
  zones,
  signals,
}: Analysis) {
  return {
    columns: [pocRow, pocTick, valRow, vahRow, cellFlags, cvdSegment].map((column) => [...column]),
    stacks: stacks.map((stack) => ({ ...stack, volume: null })),
    efforts: efforts.map((effort) => ({ ...effort, medianVolume: null })),
    zones,
    signals: [
      signals.unfinished.map(({ t, side, ended }) => ({ t, side, ended })),
      signals.absorptions.map((one) => ({ ...one, dominant: null, opposite: null, medianVolume: null })),
      signals.exhaustions.map(({ t, side, row }) => ({ t, side, row })),
    ],
  }
}

function cvd(analysis: Analysis): bigint[] {
  return (['cvdOpen', 'cvdQuoteOpen'] as const).flatMap((name) =>
    Array.from(analysis[name], (_, i) => BigInt(lotsAt(analysis, name, i))),
  )
}

describe('multiplying every quantity by a factor', () => {
  test('keeps decisions and ratios and multiplies every quantity exactly', () => {
    const seen = { overflow: 0, ordinary: 0, stacks: 0, efforts: 0, zones: 0 }
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(1, 2, 5), factors, settings, (seed, step, factor, { base, fixed }) => {
        const ordinary = { ...base, imbalance: { ...base.imbalance, minVolume: fixed } }
        const bars = makeBars(randomSketches(seed, 120, { step, rows: [1, 14] }), { step })
        const large = scaleBars(bars, factor)
        const small = analyzeBars(bars, ordinary, { units, cvdOpen: 17, cvdQuoteOpen: -5 })
        const scaled = analyzeBars(large, scaledSettings(ordinary, factor), {
          units,
          cvdOpen: 17n * factor,
          cvdQuoteOpen: -5n * factor,
        })

        expect(decisions(scaled)).toEqual(decisions(small))
        expect(cvd(scaled)).toEqual(cvd(small).map((lots) => lots * factor))
        expect(scaled.stacks.map(({ volume }) => BigInt(volume))).toEqual(
          small.stacks.map(({ volume }) => times(volume, factor)),
        )
        small.efforts.forEach(({ medianVolume }, n) =>
          expectTimes(scaled.efforts[n].medianVolume, 2 * Number(medianVolume), factor),
        )
        for (let i = 0; i < bars.length; i++) expectSameMarks(bars, small, large, scaled, i, factor)
        const overflow = Array.from({ length: bars.length }, (_, i) => barVolume(large, i)).filter(
          (lots) => typeof lots === 'bigint',
        ).length
        seen.overflow += overflow
        seen.ordinary += bars.length - overflow
        seen.stacks += small.stacks.length
        seen.efforts += small.efforts.length
        seen.zones += small.zones.length
      }),
      { numRuns: 120 },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(200)
  })

  test('keeps profiles', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(1, 5), factors, fc.nat(60), (seed, step, factor, from) => {
        const bars = makeBars(randomSketches(seed, 80, { step, rows: [1, 14], open: false }), { step })
        const small = rangeProfile(bars, from, 75)
        const scaled = rangeProfile(scaleBars(bars, factor), from, 75)
        expect([...scaled.row]).toEqual([...small.row])
        for (const side of ['bid', 'ask'] as const) {
          const lots = Array.from(scaled.row, (_, k) => BigInt(lotsAt(scaled, side, k)))
          expect(lots).toEqual(Array.from(small[side], (value) => times(value, factor)))
        }
        expect(profilePoc(scaled)).toBe(profilePoc(small))
        for (const share of ['70', '68.26', '100'])
          expect(profileValueArea(scaled, share)).toEqual(profileValueArea(small, share))
      }),
      { numRuns: 60 },
    )
  })
})

/** A quantity given as its double; a half is rounded up beyond 2^53. */
function expectTimes(lots: Lots, doubled: number, factor: bigint): void {
  const exact = BigInt(doubled) * factor
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) expect(BigInt(lots)).toBe((exact + 1n) / 2n)
  else expect(BigInt(2 * Number(lots))).toBe(exact)
}

function expectSameMarks(bars: Bars, small: Analysis, large: Bars, scaled: Analysis, i: number, factor: bigint): void {
  const marks = imbalancesOf(bars, i, small.cellFlags)
  const exact = imbalancesOf(large, i, scaled.cellFlags)
  expect(exact.map((one) => [BigInt(one.dominant), BigInt(one.opposite)])).toEqual(
    marks.map((one) => [times(one.dominant, factor), times(one.opposite, factor)]),
  )
  expect(BigInt(barVolume(large, i))).toBe(times(barVolume(bars, i), factor))
  expect(pocRow(large, i)).toBe(pocRow(bars, i))
  expect(valueArea(large, i, '99.9')).toEqual(valueArea(bars, i, '99.9'))
  // May be a fraction of a lot, so there is no exact number of times.
  expect(Math.abs(scaled.minVolume[i] - Number(factor) * small.minVolume[i])).toBeLessThanOrEqual(
    1e-12 * scaled.minVolume[i],
  )
}
