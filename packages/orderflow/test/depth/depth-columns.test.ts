import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASK,
  BID,
  Book,
  composeColumns,
  decodeDepthFrame,
  depthStep,
  encodeDepthFrame,
  foldColumns,
  ladder,
  regroupColumns,
  rescaleColumns,
  sliceColumns,
} from '@flowprint/orderflow'
import type { DepthFrame } from '@flowprint/orderflow'
import { makeChanges, makeSnapshot } from './depth-arbitraries.ts'
import { cutsArbitrary, framesOf, plainColumns, runsFrom, slowColumns } from './depth-log.ts'

const T0 = 1_750_377_600_000
const range = { fromMs: T0, toMs: T0 + 12_000 }

describe('foldColumns', () => {
  it('equals columns computed directly from what happened', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 1500), cutsArbitrary, fc.constantFrom(1, 2, 5), (runs, cuts, step) => {
        const columns = foldColumns(framesOf(runs, cuts), { ...range, step })
        expect(plainColumns(columns)).toEqual(slowColumns(runs, { ...range, intervalMs: 1000, step }))
      }),
      { numRuns: 400 },
    )
  })

  it('does not depend on how changes are split into frames, on keyframes or on packing', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 1500), cutsArbitrary, cutsArbitrary, (runs, cuts, others) => {
        const columns = foldColumns(framesOf(runs, cuts), { ...range, step: 1 })
        const packed = framesOf(runs, others).map((frame) => decodeDepthFrame(encodeDepthFrame(frame)))
        expect(foldColumns(packed, { ...range, step: 1 })).toEqual(columns)
      }),
    )
  })

  it('continued from a book gives the same as all at once', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 5000), cutsArbitrary, fc.integer({ min: 1, max: 11 }), (runs, cuts, seconds) => {
        const [run] = runs
        const frames = framesOf([{ ...run, until: Math.max(run.until, T0 + 15_000), hasEnd: false }], cuts)
        const middle = T0 + seconds * 1000
        const whole = foldColumns(frames, { ...range, step: 2 })
        const book = new Book()
        foldColumns(frames, { fromMs: T0, toMs: middle, step: 2, book })
        // The frame that crosses the middle occurs in both.
        const later = frames.filter(({ until }) => until >= middle)
        const rest = foldColumns(later, { fromMs: middle, toMs: range.toMs, step: 2, book })
        expect(plainColumns(rest)).toEqual(plainColumns(whole).slice(seconds))
      }),
    )
  })

  const base = {
    symbol: 'X:Y',
    seq: 1,
    proof: 'proven',
    qtyUnit: '0.1',
    window: { low: 0, high: 999 },
    snapshot: null,
    changes: null,
    reason: '',
  } as const
  const start = (t: number, part: Partial<DepthFrame> = {}): DepthFrame => ({
    ...base,
    kind: 'start',
    until: t,
    snapshot: makeSnapshot(t, [
      [BID, 99, 5],
      [ASK, 100, 3],
    ]),
    ...part,
  })
  const quiet = (until: number, part: Partial<DepthFrame> = {}): DepthFrame => ({
    ...base,
    kind: 'changes',
    until,
    changes: makeChanges(0, []),
    ...part,
  })

  it('a run that starts at the beginning of a second makes all of it known, one ms later none of it', () => {
    const known = (t: number) => {
      const { state, lowRow, highRow } = foldColumns([start(t), quiet(T0 + 2000)], {
        fromMs: T0,
        toMs: T0 + 2000,
        step: 10,
      })
      return [...state, ...lowRow, ...highRow]
    }
    expect(known(T0)).toEqual([3, 3, 0, 0, 99, 99])
    expect(known(T0 + 1)).toEqual([3, 3, 0, 0, -1, 99])
    expect(known(T0 + 999)).toEqual([3, 3, 0, 0, -1, 99])
    expect(known(T0 + 1000)).toEqual([0, 3, 0, 0, -1, 99])
  })

  it('a second is missing until the run is known to its end', () => {
    const states = (until: number) => [
      ...foldColumns([start(T0), quiet(until)], { ...range, toMs: T0 + 2000, step: 10 }).state,
    ]
    expect(states(T0 + 1999)).toEqual([3, 0])
    expect(states(T0 + 2000)).toEqual([3, 3])
    expect([...foldColumns([quiet(T0 + 5000)], { ...range, toMs: T0 + 2000, step: 10 }).state]).toEqual([0, 0])
  })

  it('a change at the end of a second belongs to the next one', () => {
    const changes = makeChanges(T0 + 1000, [[0, [[BID, 99, 9]]]])
    const columns = foldColumns([start(T0), quiet(T0 + 2000, { changes })], { ...range, toMs: T0 + 2000, step: 10 })
    expect(plainColumns(columns).map(({ cells }) => [cells[0].lots, cells[0].up])).toEqual([
      [5, 0],
      [9, 4],
    ])
  })

  it('rows are known that every window in force contains', () => {
    const windows = [
      [0, 999],
      [20, 999],
      [10, 899],
      [0, 999],
    ].map(([low, high]) => ({ low, high }))
    const { lowRow, highRow } = foldColumns(
      [
        start(T0, { window: windows[0] }),
        quiet(T0 + 500, { window: windows[1] }),
        quiet(T0 + 1500, { window: windows[2] }),
        quiet(T0 + 3500, { window: windows[3] }),
      ],
      { fromMs: T0, toMs: T0 + 3000, step: 10 },
    )
    expect([...lowRow]).toEqual([2, 1, 0])
    expect([...highRow]).toEqual([89, 89, 99])
  })

  it('a row is known only when all its ticks are', () => {
    const rows = (low: number, high: number) => {
      const window = { low, high }
      const { lowRow, highRow } = foldColumns([start(T0, { window }), quiet(T0 + 1000, { window })], {
        ...range,
        toMs: T0 + 1000,
        step: 10,
      })
      return [lowRow[0], highRow[0]]
    }
    expect(rows(10, 29)).toEqual([1, 2])
    expect(rows(11, 28)).toEqual([0, -1])
    expect(rows(11, 29)).toEqual([2, 2])
    expect(rows(-5, 5)).toEqual([0, -1])
    expect(rows(-10, 9)).toEqual([-1, 0])
  })

  it('the weakest proof in force counts', () => {
    const frames = [start(T0), quiet(T0 + 1500, { proof: 'connection' }), quiet(T0 + 3000)]
    expect([...foldColumns(frames, { ...range, toMs: T0 + 3000, step: 10 }).state]).toEqual([2, 2, 3])
  })

  it('a finer unit multiplies everything before it', () => {
    const changes = makeChanges(T0 + 500, [[0, [[BID, 99, 7]]]])
    const finer = quiet(T0 + 2000, {
      kind: 'keyframe',
      qtyUnit: '0.001',
      changes: null,
      snapshot: makeSnapshot(T0 + 1500, [
        [BID, 99, 700],
        [ASK, 100, 300],
      ]),
    })
    const book = new Book()
    const options = { ...range, toMs: T0 + 2000, step: 10, book, qtyUnit: '0.1' }
    const columns = foldColumns([start(T0), quiet(T0 + 1500, { changes }), finer], options)
    expect(plainColumns(columns).map(({ cells }) => cells.map(({ lots, up }) => [lots, up]))).toEqual([
      [
        [700, 200],
        [300, 0],
      ],
      [
        [700, 0],
        [300, 0],
      ],
    ])
    expect(book.lotsAt(BID, 99)).toBe(700)
    expect(() => foldColumns([start(T0), quiet(T0 + 1, { qtyUnit: '1' })], { ...range, step: 1 })).toThrow(
      'cannot become',
    )
  })

  it('refuses ranges that are not whole seconds and steps that are not whole', () => {
    expect(() => foldColumns([], { fromMs: 1, toMs: 1000, step: 1 })).toThrow('Condition failed')
    expect(() => foldColumns([], { fromMs: 1000, toMs: 0, step: 1 })).toThrow('Condition failed')
    expect(() => foldColumns([], { fromMs: 0, toMs: 1000, step: 0.5 })).toThrow('Condition failed')
  })

  it('refuses a row that holds more than 2^53 - 1', () => {
    const snapshot = makeSnapshot(T0, [
      [BID, 91, 2 ** 53 - 1],
      [BID, 92, 1],
    ])
    expect(() => foldColumns([start(T0, { snapshot })], { ...range, step: 10 })).toThrow('beyond 2^53 - 1')
  })
})

describe('composeColumns', () => {
  it('equals coarser columns computed directly, in one step and in two', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 1500), cutsArbitrary, fc.constantFrom(1, 5), (runs, cuts, step) => {
        const seconds = foldColumns(framesOf(runs, cuts), { ...range, step })
        const twelve = composeColumns([seconds], { ...range, intervalMs: 12_000 })
        const four = composeColumns([seconds], { ...range, intervalMs: 4000 })
        expect(plainColumns(four)).toEqual(slowColumns(runs, { ...range, intervalMs: 4000, step }))
        expect(plainColumns(twelve)).toEqual(slowColumns(runs, { ...range, intervalMs: 12_000, step }))
        expect(composeColumns([four], { ...range, intervalMs: 12_000 })).toEqual(twelve)
      }),
      { numRuns: 300 },
    )
  })

  it('parts of different intervals, split anywhere, give the same as the whole', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 1500), cutsArbitrary, fc.nat(6), fc.nat(12), (runs, cuts, pairs, split) => {
        const seconds = foldColumns(framesOf(runs, cuts), { ...range, step: 1 })
        const whole = composeColumns([seconds], { ...range, intervalMs: 6000 })
        const middle = T0 + pairs * 2000
        const second = Math.max(T0 + split * 1000, middle)
        const parts = [
          composeColumns([seconds], { intervalMs: 2000, fromMs: T0, toMs: middle }),
          sliceColumns(seconds, middle, second),
          sliceColumns(seconds, second, range.toMs),
        ]
        expect(composeColumns(parts, { ...range, intervalMs: 6000 })).toEqual(whole)
      }),
    )
  })

  it('intervals without parts are missing', () => {
    const none = composeColumns([], { ...range, intervalMs: 6000, step: 5 })
    expect([none.step, ...none.state]).toEqual([5, 0, 0])
  })

  it('refuses parts that do not fit', () => {
    const seconds = foldColumns([], { ...range, step: 1 })
    const options = { ...range, intervalMs: 4000 }
    expect(() => composeColumns([seconds, seconds], options)).toThrow('parts ascend')
    expect(() => composeColumns([seconds, { ...seconds, step: 2 }], options)).toThrow('one step')
    expect(() => composeColumns([composeColumns([seconds], options)], { ...range, intervalMs: 6000 })).toThrow('fit')
    expect(() => composeColumns([seconds], { ...range, intervalMs: 5000 })).toThrow('whole intervals')
    expect(() => composeColumns([seconds], { ...range, intervalMs: 500 })).toThrow('whole seconds')
  })
})

describe('regroupColumns', () => {
  it('of seconds equals columns of the coarser rows', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 1500), cutsArbitrary, fc.constantFrom(2, 5, 10, 20), (runs, cuts, step) => {
        const frames = framesOf(runs, cuts)
        const fine = foldColumns(frames, { ...range, step: 1 })
        expect(regroupColumns(fine, step)).toEqual(foldColumns(frames, { ...range, step }))
        expect(regroupColumns(fine, 1)).toBe(fine)
      }),
    )
  })

  it('of longer intervals keeps the sums and bounds the extremes', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 1500), cutsArbitrary, fc.constantFrom(2, 5, 10), (runs, cuts, step) => {
        const fine = foldColumns(framesOf(runs, cuts), { ...range, step: 1 })
        const options = { ...range, intervalMs: 4000 }
        const after = regroupColumns(composeColumns([fine], options), step)
        const before = composeColumns([regroupColumns(fine, step)], options)
        expect({ ...after, min: null, max: null }).toEqual({ ...before, min: null, max: null })
        for (let k = 0; k < before.row.length; k++) {
          expect(after.min[k]).toBeLessThanOrEqual(before.min[k])
          expect(after.max[k]).toBeGreaterThanOrEqual(before.max[k])
        }
      }),
    )
  })

  it('refuses a step that is not a multiple', () => {
    const columns = foldColumns([], { ...range, step: 2 })
    expect(() => regroupColumns(columns, 3)).toThrow('multiple of 2')
    expect(() => regroupColumns(columns, 0)).toThrow('multiple of 2')
  })
})

describe('sliceColumns and rescaleColumns', () => {
  it('take the columns that start in the range', () => {
    fc.assert(
      fc.property(runsFrom(T0 - 500), cutsArbitrary, fc.nat(13_500), fc.nat(13_500), (runs, cuts, a, b) => {
        const columns = foldColumns(framesOf(runs, cuts), { ...range, step: 1 })
        const [from, to] = [T0 - 500 + Math.min(a, b), T0 - 500 + Math.max(a, b)]
        const slice = sliceColumns(columns, from, to)
        const kept = plainColumns(columns).filter((_, i) => T0 + i * 1000 >= from && T0 + i * 1000 < to)
        expect(plainColumns(slice)).toEqual(kept)
        if (slice.length > 0) expect(slice.fromMs).toBe(Math.max(T0, Math.ceil(from / 1000) * 1000))
      }),
    )
  })

  it('multiply every quantity', () => {
    const runs = [
      {
        t: T0,
        levels: [[BID, 99, 3] as const],
        events: [[10, [[ASK, 100, 4] as const]] as const],
        until: T0 + 1000,
        proof: 'proven' as const,
        hasEnd: true,
      },
    ]
    const columns = foldColumns(framesOf(runs, [0]), { fromMs: T0, toMs: T0 + 1000, step: 1 })
    const finer = rescaleColumns(columns, 10)
    expect([...finer.lots, ...finer.up, ...finer.sum, ...finer.min, ...finer.max]).toEqual([
      30, 40, 0, 40, 30, 40, 30, 40, 30, 40,
    ])
    expect([...columns.lots]).toEqual([3, 4])
    expect(rescaleColumns(columns, 1)).toBe(columns)
    expect(() => rescaleColumns(columns, 2 ** 52)).toThrow('exceeds 2^53 - 1')
    expect(() => rescaleColumns(columns, 0)).toThrow('Condition failed')
  })
})

describe('depthStep', () => {
  it.each([
    [618_000, '0.1', 50],
    [61_800, '1', 5],
    [10_000_000, '0.01', 1000],
    [8_300, '0.01', 1],
    [3, '0.01', 1],
    [18_000, '0.25', 2],
    [70_710, '1', 5],
    [70_711, '1', 10],
  ])('%i ticks of %s: %i', (price, tickSize, step) => {
    expect(depthStep(price, tickSize)).toBe(step)
  })

  it('is a step of the ladder and leaves at least 400 rows over +-5 % of the price from 4,500 ticks on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4500, max: 2 ** 40 }),
        fc.constantFrom('1', '0.01', '0.5', '0.25', '0.03125', '0.03'),
        (price, tickSize) => {
          const step = depthStep(price, tickSize)
          if (step < 1e9) expect(price / 10 / step).toBeGreaterThanOrEqual(400)
          expect(ladder(tickSize)).toContain(step)
        },
      ),
    )
  })

  it('refuses a price that is not positive', () => {
    expect(() => depthStep(0)).toThrow('Condition failed')
    expect(() => depthStep(NaN)).toThrow('Condition failed')
  })
})
