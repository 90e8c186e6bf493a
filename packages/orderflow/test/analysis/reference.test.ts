// @module-tag long
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  analyzeBars,
  imbalancesOf,
  parseSettings,
  type Analysis,
  type Bars,
  type IndicatorSettings,
} from '../../src/index.ts'
import { makeBars } from '../support/make-bars.ts'
import { makeOverflowingBars, noisySketches } from '../support/make-overflowing-bars.ts'
import { randomSketches } from '../support/random-bars.ts'
import { referenceAnalysis } from '../support/reference-analysis.ts'
import { referenceSignals } from '../support/reference-signals.ts'
import { settingsArbitrary } from '../support/settings-arbitrary.ts'

const units = { tickSize: '1', lotSize: '1' }

/** Two computations of the same double can differ in its last bits; whole numbers below 2^49 cannot. */
expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (typeof a !== 'number' || typeof b !== 'number') return undefined
    if (!Number.isFinite(a) || !Number.isFinite(b)) return undefined
    return Math.abs(a - b) <= 8 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b))
  },
])

function compare(bars: Bars, settings: IndicatorSettings): Analysis {
  const analysis = analyzeBars(bars, settings, { units })
  const reference = referenceAnalysis(bars, settings)
  for (let i = 0; i < bars.length; i++) {
    expect(imbalancesOf(bars, i, analysis.cellFlags)).toEqual(reference.marks[i])
    expect(analysis.minVolume[i] / Math.max(reference.minVolume[i], 1e-9)).toBeCloseTo(
      reference.minVolume[i] === 0 ? 0 : 1,
      9,
    )
  }
  expect(analysis.stacks).toEqual(reference.stacks)
  expect(analysis.efforts).toEqual(reference.efforts)
  expect(analysis.zones).toEqual(reference.zones)
  const signals = referenceSignals(bars, settings)
  for (const kind of ['unfinished', 'absorptions', 'exhaustions'] as const) {
    expect(analysis.signals[kind]).toEqual(signals[kind])
  }
  return analysis
}

describe('the engine equals the slow reference', () => {
  test('on thousands of random bars under random settings', () => {
    const seen: Record<string, number> = {}
    const count = (name: string, n: number) => (seen[name] = (seen[name] ?? 0) + n)
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(1, 2, 5), settingsArbitrary, (seed, step, settings) => {
        const bars = makeBars(randomSketches(seed, 130, { step, rows: [1, 14] }), { step })
        const { stacks, efforts, zones, signals } = compare(bars, settings)
        count('stacks', stacks.length)
        count('efforts', efforts.length)
        for (const [kind, list] of Object.entries(signals)) count(kind, list.length)
        for (const { kind, state, tests } of zones) {
          count(kind, 1)
          count(state, 1)
          count('held', tests)
        }
      }),
      { numRuns: 220 },
    )
    // The comparison is meaningful only when everything occurs often, hence the number of runs.
    const all = [
      'stacks',
      'efforts',
      'unfinished',
      'absorptions',
      'exhaustions',
      'stack',
      'effort',
      'cluster',
      'nakedPoc',
      'fresh',
      'held',
      'broken',
      'filled',
      'expired',
    ]
    for (const what of all) expect(seen[what] ?? 0, what).toBeGreaterThan(30)
  })

  test('on bars with lots around 2^53 that differ by single lots', () => {
    const seen: Record<string, number> = {}
    const count = (name: string, n: number) => (seen[name] = (seen[name] ?? 0) + n)
    const factor = fc.constantFrom(2n ** 43n + 1n, 10n ** 14n, 2n ** 54n, 10n ** 17n + 3n)
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(1, 5), factor, settingsArbitrary, (seed, step, times, settings) => {
        const sketches = noisySketches(randomSketches(seed, 100, { step, rows: [1, 14] }), times, seed)
        const bars = makeOverflowingBars(sketches, { step })
        const { stacks, efforts, zones, signals } = compare(bars, settings)
        for (const [kind, list] of Object.entries(signals)) count(kind, list.length)
        count('overflow', bars.bid.filter((bid, i) => bid + bars.ask[i] > Number.MAX_SAFE_INTEGER).length)
        count('ordinary', bars.bid.filter((bid, i) => bid + bars.ask[i] <= Number.MAX_SAFE_INTEGER).length)
        count('stacks', stacks.length)
        count('efforts', efforts.length)
        for (const { kind } of zones) count(kind, 1)
      }),
      { numRuns: 200 },
    )
    for (const what of [
      'overflow',
      'ordinary',
      'stacks',
      'efforts',
      'unfinished',
      'absorptions',
      'exhaustions',
      'stack',
      'effort',
      'cluster',
      'nakedPoc',
    ]) {
      expect(seen[what] ?? 0, what).toBeGreaterThan(30)
    }
  })

  test('on long random runs with the default settings and every kind of zone', () => {
    const settings = parseSettings({ zones: { kinds: { cluster: true, nakedPoc: true } } })
    for (const seed of [1, 2, 3]) {
      const { zones } = compare(makeBars(randomSketches(seed, 800)), settings)
      expect(zones.length).toBeGreaterThan(100)
    }
  })
})
