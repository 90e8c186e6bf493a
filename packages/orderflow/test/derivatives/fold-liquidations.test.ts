import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldLiquidations, lotsAt } from '@flowprint/orderflow'
import type { BarTimes, LiquidationCover } from '@flowprint/orderflow'
import { makeLiquidations } from './make-derivatives.ts'
import type { PlainLiquidation } from './make-derivatives.ts'

const bars = (starts: readonly number[], end: number, cycleMs?: number): BarTimes => ({
  starts: Float64Array.from(starts),
  end,
  cycleMs,
})
const all = (from: number, to: number): LiquidationCover => ({ from, to, isComplete: true })
const some = (from: number, to: number): LiquidationCover => ({ from, to, isComplete: false })

const fold = (list: readonly PlainLiquidation[], covers: readonly LiquidationCover[], times: BarTimes) =>
  foldLiquidations(makeLiquidations(list), covers, times)

describe('foldLiquidations', () => {
  it('sums longs and shorts of each bar: the start belongs to it, the end to the next one', () => {
    const sums = fold(
      [
        [999, 'long', 10, 64],
        [1000, 'long', 10, 1],
        [1500, 'short', 11, 2],
        [1999, 'long', 9, 4],
        [2000, 'short', 12, 8],
        [2999, 'short', 12, 16],
        [3000, 'long', 10, 32],
      ],
      [all(0, 5000)],
      bars([1000, 2000], 3000),
    )
    expect([[...sums.longLots], [...sums.shortLots], [...sums.count]]).toEqual([
      [5, 0],
      [2, 24],
      [3, 2],
    ])
    expect([[...sums.longValue], [...sums.shortValue]]).toEqual([
      [46, 0],
      [22, 288],
    ])
  })

  it('a bar of a cycle ends with it, also when no bar follows at once', () => {
    const list: PlainLiquidation[] = [
      [1999, 'long', 1, 1],
      [2000, 'long', 1, 2],
      [3000, 'long', 1, 4],
    ]
    expect([...fold(list, [], bars([1000, 3000], 4000, 1000)).longLots]).toEqual([1, 4])
    expect([...fold(list, [], bars([1000, 3000], 4000)).longLots]).toEqual([3, 4])
  })

  it.each([
    ['none', [], [0, 0, 1]],
    ['whole', [all(1000, 2000)], [1000, 1, 0]],
    ['whole from touching covers', [all(0, 1500), all(1500, 3000)], [1000, 1, 0]],
    ['one millisecond is missing at the start', [all(1001, 3000)], [999, 0, 1]],
    ['one millisecond is missing in the middle', [all(0, 1500), all(1501, 3000)], [999, 0, 1]],
    ['whole, but a lower bound', [some(0, 3000)], [1000, 1, 1]],
    ['whole, for a part of it a lower bound', [some(0, 1500), all(1500, 3000)], [1000, 1, 1]],
    ['a complete cover over a lower bound', [some(0, 3000), all(0, 3000)], [1000, 1, 0]],
    ['ends where the bar begins', [all(0, 1000)], [0, 0, 1]],
  ])('coverage: %s', (_name, covers, [ms, isCovered, isLowerBound]) => {
    const sums = fold([], covers, bars([1000], 2000))
    expect([sums.coveredMs[0], sums.isCovered[0], sums.isLowerBound[0]]).toEqual([ms, isCovered, isLowerBound])
  })

  it('counts what lies outside the covers, as a lower bound', () => {
    const sums = fold([[1200, 'short', 5, 3]], [all(1500, 2000)], bars([1000], 2000))
    expect([sums.shortLots[0], sums.isCovered[0], sums.isLowerBound[0]]).toEqual([3, 0, 1])
  })

  it('keeps sums beyond 2^53 - 1 exact', () => {
    const big = 2 ** 52 + 1
    const sums = fold(
      [
        [0, 'long', 3, big],
        [1, 'long', 3, big],
        [2, 'short', 1, 1],
      ],
      [],
      bars([0, 2], 10),
    )
    expect(lotsAt(sums, 'longLots', 0)).toBe(2n * BigInt(big))
    expect(lotsAt(sums, 'longValue', 0)).toBe(6n * BigInt(big))
    expect([lotsAt(sums, 'longLots', 1), lotsAt(sums, 'shortLots', 1)]).toEqual([0, 1])
  })

  const liquidations = fc
    .array(fc.tuple(fc.nat(200), fc.boolean(), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 99 })), {
      maxLength: 60,
    })
    .map((list) =>
      list
        .map(([ts, isLong, price, lots]): PlainLiquidation => [ts, isLong ? 'long' : 'short', price, lots])
        .sort((a, b) => a[0] - b[0]),
    )
  const starts = fc.uniqueArray(fc.nat(200), { maxLength: 15 }).map((list) => list.sort((a, b) => a - b))
  const covers = fc.array(
    fc
      .tuple(fc.nat(200), fc.nat(60), fc.boolean())
      .map(([from, length, isComplete]) => ({ from, to: from + length, isComplete })),
    { maxLength: 8 },
  )

  it('equals sums taken millisecond by millisecond', () => {
    fc.assert(
      fc.property(
        liquidations,
        covers,
        starts,
        fc.nat(60),
        fc.integer({ min: 1, max: 60 }),
        (list, spans, t, more, cycleMs) => {
          const end = (t.at(-1) ?? 0) + more
          const sums = fold(list, spans, bars(t, end, cycleMs))
          t.forEach((start, i) => {
            const last = Math.min(start + cycleMs, t[i + 1] ?? end)
            const own = list.filter(([ts]) => ts >= start && ts < last)
            const sum = (position: string, of: (row: PlainLiquidation) => number) =>
              own.filter((row) => row[1] === position).reduce((total, row) => total + of(row), 0)
            const moments = Array.from({ length: last - start }, (_, k) => start + k)
            const inside = (m: number, c: LiquidationCover) => m >= c.from && m < c.to
            const covered = moments.filter((m) => spans.some((c) => inside(m, c))).length
            const complete = moments.filter((m) => spans.some((c) => c.isComplete && inside(m, c))).length
            expect({
              long: [sums.longLots[i], sums.longValue[i]],
              short: [sums.shortLots[i], sums.shortValue[i]],
              count: sums.count[i],
              coverage: [sums.coveredMs[i], sums.isCovered[i], sums.isLowerBound[i]],
            }).toEqual({
              long: [sum('long', (row) => row[3]), sum('long', (row) => row[2] * row[3])],
              short: [sum('short', (row) => row[3]), sum('short', (row) => row[2] * row[3])],
              count: own.length,
              coverage: [
                covered,
                moments.length > 0 && covered === moments.length ? 1 : 0,
                moments.length > 0 && complete === moments.length ? 0 : 1,
              ],
            })
          })
        },
      ),
    )
  })

  it('cutting bars anywhere keeps the sums of the whole', () => {
    fc.assert(
      fc.property(liquidations, starts, (list, t) => {
        const whole = fold(list, [], bars([0], 300))
        const cut = fold(list, [], bars([0, ...t.filter((start) => start > 0)], 300))
        const total = (column: Iterable<number>) => [...column].reduce((a, b) => a + b, 0)
        for (const name of ['longLots', 'shortLots', 'longValue', 'shortValue', 'count'] as const) {
          expect(total(cut[name])).toBe(whole[name][0])
        }
      }),
    )
  })

  it('rejects bars and liquidations out of order', () => {
    expect(() => fold([], [], bars([2, 2], 3))).toThrow('the starts of bars ascend')
    expect(() => fold([], [], bars([2, NaN], 3))).toThrow('the starts of bars ascend')
    expect(() => fold([], [], bars([2], 1))).toThrow('the end is not before the last start')
    expect(() => fold([], [], bars([2], 3, 0))).toThrow('a cycle is > 0 ms')
    const list: PlainLiquidation[] = [
      [5, 'long', 1, 1],
      [4, 'long', 1, 1],
    ]
    expect(() => fold(list, [], bars([0], 9))).toThrow('liquidations are sorted by time')
  })
})
