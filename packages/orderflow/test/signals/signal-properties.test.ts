import { tapeArbitrary } from '@flowprint/testkit'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  analyzeBars,
  composeBars,
  concatBars,
  parseSettings,
  regroupBars,
  sliceTrades,
  type Absorption,
  type Bars,
  type Exhaustion,
  type Signals,
  type UnfinishedAuction,
} from '../../src/index.ts'
import { makeBars, type BarSketch } from '../support/make-bars.ts'
import { randomSketches } from '../support/random-bars.ts'
import { settingsArbitrary } from '../support/settings-arbitrary.ts'

const units = { tickSize: '1', lotSize: '1' }
const often = parseSettings({
  unfinished: { show: true },
  absorption: { minRows: 2, relVolume: '1', share: '0.2', retreat: '0.25' },
  exhaustion: { minRows: 4, extreme: '1', peak: '0.5' },
})

/** The mirrored market: each buy becomes a sell at the mirrored price, in the mirrored row. */
function mirrored(sketches: readonly BarSketch[], step: number): BarSketch[] {
  const flip = (tick: number) => step - 1 - tick
  return sketches.map(({ cells, open, high, low, close, ...rest }) => ({
    ...rest,
    cells: cells.map(([row, bid, ask]) => [0 - row, ask, bid] as const).toReversed(),
    open: flip(open!),
    high: flip(low!),
    low: flip(high!),
    close: flip(close!),
  }))
}

/** The mirrored signals, in the order of the engine: within a bar high before low. */
function turned({ unfinished, absorptions, exhaustions }: Signals, step: number) {
  const side = (one: { side: 'high' | 'low' }) => (one.side === 'high' ? ('low' as const) : ('high' as const))
  const sorted = <T extends { t: number; side: 'high' | 'low' }>(list: T[]) =>
    list.sort((a, b) => a.t - b.t || (a.side === 'high' ? -1 : 1) - (b.side === 'high' ? -1 : 1))
  const row = (value: number) => 0 - value
  return {
    unfinished: sorted(
      unfinished.map((one): UnfinishedAuction => ({ ...one, side: side(one), tick: step - 1 - one.tick })),
    ),
    absorptions: sorted(
      absorptions.map((one): Absorption => ({
        ...one,
        side: side(one),
        lowRow: row(one.highRow),
        highRow: row(one.lowRow),
      })),
    ),
    exhaustions: sorted(exhaustions.map((one): Exhaustion => ({ ...one, side: side(one), row: row(one.row) }))),
  }
}

describe('signals', () => {
  test('of a mirrored market are mirrored', { tags: ['long'] }, () => {
    const seen = { unfinished: 0, absorptions: 0, exhaustions: 0 }
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(1, 2, 5), settingsArbitrary, (seed, step, settings) => {
        const sketches = randomSketches(seed, 120, { step, rows: [1, 14] })
        const of = (list: readonly BarSketch[]) => analyzeBars(makeBars(list, { step }), settings, { units }).signals
        const upright = of(sketches)
        expect(of(mirrored(sketches, step))).toEqual(turned(upright, step))
        for (const kind of ['unfinished', 'absorptions', 'exhaustions'] as const) seen[kind] += upright[kind].length
      }),
      { numRuns: 240 },
    )
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(15)
  })

  test('do not depend on how bars are composed, and unfinished auctions not on the precision', () => {
    let seen = 0
    fc.assert(
      fc.property(
        tapeArbitrary({ minLength: 20, maxLength: 400, negative: true }),
        fc.constantFrom(2, 3, 10),
        fc.array(fc.nat(400), { maxLength: 6 }),
        (tape, step, cuts) => {
          const native = aggregateTrades(tape, { cycleMs: 300_000, step: 1 })
          const ends = [...cuts.filter((cut) => cut > 0 && cut < tape.length).sort((a, b) => a - b), tape.length]
          const pieces: Bars[] = ends.map((end, n) =>
            aggregateTrades(sliceTrades(tape, ends[n - 1] ?? 0, end), { cycleMs: 60_000, step: 1 }),
          )
          const made = composeBars(concatBars(pieces), 300_000)
          const whole = analyzeBars(regroupBars(native, step, true), often, { units }).signals
          expect(analyzeBars(regroupBars(made, step, true), often, { units }).signals).toEqual(whole)
          expect(whole.unfinished).toEqual(analyzeBars(native, often, { units }).signals.unfinished)
          seen += whole.unfinished.length
        },
      ),
      { numRuns: 240 },
    )
    // About 180 in this many runs.
    expect(seen).toBeGreaterThan(50)
  })
})
