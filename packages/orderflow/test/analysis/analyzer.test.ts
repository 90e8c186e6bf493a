import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  Analyzer,
  analyzeBars,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  DEFAULT_SETTINGS,
  NO_ROW,
  parseSettings,
  type Analysis,
  type AnalysisContext,
} from '../../src/index.ts'
import { makeBars, repeatBar, type BarSketch } from '../support/make-bars.ts'
import { makeOverflowingBars, noisySketches } from '../support/make-overflowing-bars.ts'
import { randomSketches } from '../support/random-bars.ts'
import { settingsArbitrary } from '../support/settings-arbitrary.ts'

const context: AnalysisContext = { units: { tickSize: '1', lotSize: '1' }, cvdOpen: 17 }
const everyKind = parseSettings({ zones: { kinds: { cluster: true, nakedPoc: true }, expireBars: 40 } })

/** One event of a loaded chart; numbers are taken modulo the available range. */
type Event =
  | { readonly kind: 'open bar changes' | 'open bar closes' | 'bars are added'; readonly seed: number }
  | { readonly kind: 'a bar is revised'; readonly seed: number; readonly back: number }
  | { readonly kind: 'the end is cut off'; readonly seed: number; readonly back: number }

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('open bar changes' as const), seed: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('open bar closes' as const), seed: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bars are added' as const), seed: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('a bar is revised' as const), seed: fc.nat(), back: fc.nat(120) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('the end is cut off' as const), seed: fc.nat(), back: fc.nat(9) }),
  },
)

/** The bars after the event, and the first index that can differ. */
function happen(bars: readonly BarSketch[], { kind, seed, ...rest }: Event): { bars: BarSketch[]; from: number } {
  const back = 'back' in rest ? Math.min(rest.back, bars.length - 1) : 0
  const at = bars.length - 1 - back
  const t = bars[at].t!
  const other = { ...randomSketches(seed, 1, { open: false })[0], t }
  if (kind === 'the end is cut off') return { bars: bars.slice(0, at + 1), from: at + 1 }
  if (kind === 'a bar is revised') return { bars: [...bars.slice(0, at), other, ...bars.slice(at + 1)], from: at }
  if (kind === 'open bar changes') return { bars: [...bars.slice(0, at), { ...other, state: BAR_OPEN }], from: at }
  if (kind === 'open bar closes') {
    const closed = { ...bars[at], state: seed % 9 === 0 ? BAR_INCOMPLETE : BAR_COMPLETE }
    return { bars: [...bars.slice(0, at), closed, { ...other, t: t + 60_000, state: BAR_OPEN }], from: at }
  }
  const added = randomSketches(seed, 1 + (seed % 5)).map((sketch, n) => ({ ...sketch, t: t + 60_000 * (n + 1) }))
  return { bars: [...bars, ...added], from: bars.length }
}

/** A copy of an update, independent of the analyzer's memory. */
function kept(analysis: Analysis): Analysis {
  return structuredClone(analysis)
}

describe('Analyzer', () => {
  test('equals the analysis of all bars after any sequence of changes', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(
        fc.nat(),
        settingsArbitrary,
        fc.array(event, { minLength: 1, maxLength: 25 }),
        (seed, settings, events) => {
          let bars: BarSketch[] = randomSketches(seed, 90)
          const analyzer = new Analyzer(settings, context)
          analyzer.update(makeBars(bars), 0)
          for (const one of events) {
            const next = happen(bars, one)
            bars = next.bars
            const set = makeBars(bars)
            expect(kept(analyzer.update(set, next.from))).toEqual(analyzeBars(set, settings, context))
          }
        },
      ),
      { numRuns: 120 },
    )
  })

  test('equals the analysis of all bars when bars are added one by one', () => {
    const sketches = randomSketches(5, 400)
    const analyzer = new Analyzer(everyKind, context)
    expect(analyzer.update(makeBars([]), 0).length).toBe(0)
    for (let n = 1; n <= 400; n++) analyzer.update(makeBars(sketches.slice(0, n)), n - 1)
    expect(kept(analyzer.update(makeBars(sketches), 400))).toEqual(analyzeBars(makeBars(sketches), everyKind, context))
  })

  test('a revision keeps zones that ended before it', () => {
    const sketches = randomSketches(8, 300)
    const analyzer = new Analyzer(everyKind, context)
    const before = analyzer.update(makeBars(sketches), 0).zones
    const revised = sketches.with(200, { ...randomSketches(99, 1, { open: false })[0], t: sketches[200].t! })
    const after = analyzer.update(makeBars(revised), 200).zones
    const untouched = before.filter(({ ended }) => ended !== null && ended < sketches[200].t!)
    expect(untouched.length).toBeGreaterThan(20)
    expect(after.filter((zone) => untouched.includes(zone))).toEqual(untouched)
  })

  test('unchanged lists stay the same object', () => {
    const sketches = [
      ...randomSketches(3, 200, { open: false }),
      { cells: [[0, 1, 1]], state: BAR_OPEN, t: 2e12 } as BarSketch,
    ]
    const analyzer = new Analyzer(everyKind, context)
    const first = analyzer.update(makeBars(sketches), 0)
    const second = analyzer.update(makeBars(sketches.with(200, { cells: [[0, 2, 1]], state: BAR_OPEN, t: 2e12 })), 200)
    expect(second.stacks).toBe(first.stacks)
    expect(second.efforts).toBe(first.efforts)
    expect(second.zones).toBe(first.zones)
    expect(first.zones.length).toBeGreaterThan(10)
  })

  test('another precision or cycle restarts the analysis and ignores `from`', () => {
    const analyzer = new Analyzer(everyKind, context)
    analyzer.update(makeBars(randomSketches(1, 60)), 0)
    for (const grid of [{ step: 5 }, { cycleMs: 300_000 }]) {
      const bars = makeBars(randomSketches(2, 60, grid), grid)
      expect(kept(analyzer.update(bars, 59))).toEqual(analyzeBars(bars, everyKind, context))
    }
  })

  test('a `from` beyond the known bars updates all new ones; a `from` that is not an index throws', () => {
    const bars = makeBars(randomSketches(4, 50))
    const analyzer = new Analyzer(everyKind, context)
    expect(kept(analyzer.update(bars, 50))).toEqual(analyzeBars(bars, everyKind, context))
    expect(() => analyzer.update(bars, -1)).toThrow(RangeError)
    expect(() => analyzer.update(bars, 1.5)).toThrow(RangeError)
  })

  test('each update equals the analysis of all bars while quantities exceed 2^53 - 1 and fall below again', () => {
    const settings = parseSettings({ cvd: { reset: 'never' }, zones: { kinds: { cluster: true, nakedPoc: true } } })
    const analyzer = new Analyzer(settings, context)
    const small = randomSketches(6, 160, { open: false })
    const large = noisySketches(small, 2n ** 50n + 1n, 7)
    const mixed = (from: number, to: number) =>
      makeOverflowingBars(small.map((bar, i) => (i >= from && i < to ? large[i] : bar)))
    const sets = [makeBars(small), mixed(70, 160), mixed(70, 75), mixed(0, 160), makeBars(small)]
    for (const bars of sets) expect(kept(analyzer.update(bars, 0))).toEqual(analyzeBars(bars, settings, context))
    for (let n = 60; n <= 160; n++) analyzer.update(makeOverflowingBars(large.slice(0, n)), n === 60 ? 0 : n - 1)
    expect(kept(analyzer.update(mixed(0, 160), 160))).toEqual(analyzeBars(mixed(0, 160), settings, context))
    const whole = makeBars(small)
    expect(kept(analyzer.update(whole, 0))).toEqual(analyzeBars(whole, settings, context))
  })
})

describe('analyzeBars', () => {
  test('no bars produce an empty analysis', () => {
    expect(analyzeBars(makeBars([]), DEFAULT_SETTINGS, context)).toMatchObject({
      length: 0,
      stacks: [],
      efforts: [],
      zones: [],
    })
  })

  test('an open bar has values, imbalances and stacks, but updates and creates no zones', () => {
    const history = repeatBar(20, { cells: [[0, 5, 5]], close: 0 })
    const open: BarSketch = { cells: [[0, 1, 0], ...[1, 2, 3, 4].map((row) => [row, 1, 50] as const)], state: BAR_OPEN }
    const seen = (state: number) => analyzeBars(makeBars([...history, { ...open, state }]), DEFAULT_SETTINGS, context)
    expect(seen(BAR_OPEN).stacks.map(({ count }) => count)).toEqual([4])
    expect(seen(BAR_OPEN).zones).toEqual([])
    expect(seen(BAR_INCOMPLETE).stacks.length).toBe(1)
    expect(seen(BAR_INCOMPLETE).zones).toEqual([])
    expect(seen(BAR_COMPLETE).zones).toMatchObject([
      { kind: 'stack', side: 'support', lowRow: 1, highRow: 4, state: 'fresh' },
    ])
  })

  test('with fewer than ten complete bars before, the automatic minimum is 0 and no zones are created', () => {
    const stacked: BarSketch = { cells: [[0, 1, 0], ...[1, 2, 3, 4].map((row) => [row, 1, 50] as const)] }
    const nine = analyzeBars(makeBars(repeatBar(10, stacked)), DEFAULT_SETTINGS, context)
    expect([...nine.minVolume]).toEqual(Array.from({ length: 10 }, () => 0))
    expect(nine.zones).toEqual([])
    const ten = analyzeBars(makeBars(repeatBar(11, stacked)), DEFAULT_SETTINGS, context)
    // 205 lots in 9 cells: 205 / 9 / 4
    expect(ten.minVolume[10]).toBe((10 * 205) / (4 * 90))
    expect(ten.zones.length).toBe(1)
    const oneBroken = repeatBar(11, stacked).with(4, { ...stacked, state: BAR_INCOMPLETE })
    expect(analyzeBars(makeBars(oneBroken), DEFAULT_SETTINGS, context).minVolume[10]).toBe(0)
  })

  test('the point of control uses its basis and is NO_ROW when native rows are unknown', () => {
    const bars = makeBars(
      [
        {
          cells: [
            [0, 5, 5],
            [1, 9, 9],
          ],
          low: 3,
          high: 8,
        },
      ],
      { step: 5 },
    )
    expect([...analyzeBars(bars, DEFAULT_SETTINGS, context).pocTick]).toEqual([5])
    const raw = parseSettings({ poc: { basis: 'raw' } })
    const known = analyzeBars({ ...bars, rawPoc: Int32Array.of(4) }, raw, context)
    expect([known.pocRow[0], known.pocTick[0]]).toEqual([0, 4])
    const unknown = analyzeBars(bars, raw, context)
    expect([unknown.pocRow[0], unknown.pocTick[0]]).toEqual([NO_ROW, NO_ROW])
  })

  test('a fixed minimum is in base units of the instrument', () => {
    const settings = parseSettings({ imbalance: { minVolume: '0.05' } })
    const bars = makeBars([
      {
        cells: [
          [0, 1, 0],
          [1, 0, 49],
          [2, 1, 50],
        ],
      },
    ])
    const analysis = analyzeBars(bars, settings, { units: { tickSize: '0.01', lotSize: '0.001' } })
    expect([...analysis.minVolume]).toEqual([50])
    expect([...analysis.cellFlags].map((flag) => flag & 3)).toEqual([0, 0, 3])
  })
})
