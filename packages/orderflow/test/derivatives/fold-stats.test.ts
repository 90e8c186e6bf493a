import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldStats } from '@flowprint/orderflow'
import { makeStats } from './make-derivatives.ts'
import type { PlainStat } from './make-derivatives.ts'

const MINUTE = 60_000

/** Open interest of the minutes from 0 on; null: not received. */
const minutes = (list: readonly (number | null)[]): PlainStat[] =>
  list.flatMap((openInterest, k) => (openInterest === null ? [] : [{ t: k * MINUTE, openInterest }]))

const fold = (list: readonly PlainStat[], starts: readonly number[], end: number, cycleMs?: number) =>
  foldStats(makeStats(list), { starts: Float64Array.from(starts), end, cycleMs })

describe('foldStats', () => {
  it('takes first, highest, lowest and last of the minutes, and the change from edge to edge', () => {
    const bars = fold(minutes([100, 104, 90, 95, 97, 99]), [MINUTE, 4 * MINUTE], 6 * MINUTE)
    expect([[...bars.open], [...bars.high], [...bars.low], [...bars.close]]).toEqual([
      [104, 97],
      [104, 99],
      [90, 97],
      [95, 99],
    ])
    expect([[...bars.change], [...bars.minutes]]).toEqual([
      [-5, 4],
      [3, 2],
    ])
  })

  it('has no change when the minute at one of the edges is missing', () => {
    const starts = [MINUTE, 3 * MINUTE]
    const changes = (list: readonly (number | null)[]) => [...fold(minutes(list), starts, 5 * MINUTE).change]
    expect(changes([1, 2, 4, 8, 16])).toEqual([3, 12])
    expect(changes([1, null, 4, 8, 16])).toEqual([3, 12])
    expect(changes([1, 2, null, 8, 16])).toEqual([NaN, NaN])
    expect(changes([null, 2, 4, 8, null])).toEqual([NaN, NaN])
    expect(changes([1, null, null, 8, 16])).toEqual([NaN, NaN])
  })

  it('a bar without a minute has no values', () => {
    const bars = fold(minutes([1, null, 4]), [0, MINUTE, 2 * MINUTE], 3 * MINUTE)
    expect([[...bars.open], [...bars.minutes]]).toEqual([
      [1, NaN, 4],
      [1, 0, 1],
    ])
  })

  it('the last values are those received last, whatever else the minute has', () => {
    const bars = fold(
      [
        { t: 0, fundingRate: 0.0001, nextFundingMs: 8, markPrice: 50, indexPrice: 51 },
        { t: MINUTE, fundingRate: -0.0002, markPrice: 52 },
        { t: 2 * MINUTE, openInterest: 7 },
      ],
      [0, 3 * MINUTE],
      4 * MINUTE,
    )
    expect([bars.fundingRate[0], bars.nextFundingMs[0], bars.markPrice[0], bars.indexPrice[0]]).toEqual([
      -0.0002, 8, 52, 51,
    ])
    expect([bars.close[0], bars.minutes[0], bars.fundingRate[1], bars.markPrice[1]]).toEqual([7, 1, NaN, NaN])
  })

  it('a minute that the end cuts belongs to the last bar', () => {
    const bars = fold(minutes([1, 3, 9]), [0, 2 * MINUTE], 2 * MINUTE + 10)
    expect([[...bars.close], [...bars.change]]).toEqual([
      [3, 9],
      [NaN, 6],
    ])
    expect([...fold(minutes([1, 3, 9]), [0, 2 * MINUTE], 2 * MINUTE).minutes]).toEqual([2, 0])
    // Not yet received: the value at the end is still that of the minute before.
    expect([...fold(minutes([1, 3, 9]), [MINUTE], 3 * MINUTE + 10).change]).toEqual([8])
  })

  it('a bar shorter than a minute has a value only where a minute ends', () => {
    const starts = Array.from({ length: 8 }, (_, k) => MINUTE + k * 15_000)
    const bars = fold(minutes([1, 3, 9]), starts, 3 * MINUTE)
    expect([...bars.close]).toEqual([NaN, NaN, NaN, 3, NaN, NaN, NaN, 9])
    expect([...bars.change]).toEqual([NaN, NaN, NaN, 2, NaN, NaN, NaN, 6])
  })

  it('a cycle leaves out the minutes between its bars', () => {
    const bars = fold(minutes([1, 3, 9, 27]), [0, 3 * MINUTE], 4 * MINUTE, MINUTE)
    expect([[...bars.close], [...bars.minutes]]).toEqual([
      [1, 27],
      [1, 1],
    ])
  })

  const series = fc.array(fc.option(fc.integer({ min: 1, max: 1000 })), { minLength: 1, maxLength: 40 })

  it('changes of adjacent bars sum up to that of the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 2, maxLength: 40 }), fc.array(fc.nat(40)), (list, cuts) => {
        const end = list.length * MINUTE
        const starts = [...new Set([1, ...cuts])].filter((k) => k > 0 && k < list.length).toSorted((a, b) => a - b)
        const bars = fold(
          minutes(list),
          starts.map((k) => k * MINUTE),
          end,
        )
        expect(bars.change.reduce((a, b) => a + b, 0)).toBe(list[list.length - 1] - list[0])
        expect(bars.minutes.reduce((a, b) => a + b, 0)).toBe(list.length - 1)
      }),
    )
  })

  it('equals a search over every minute of every bar', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(series, fc.nat(100_000), steps, fc.nat(200_000), (list, first, lengths, more) => {
        const starts = lengths.reduce((all, length) => [...all, all[all.length - 1] + length], [first])
        const end = starts[starts.length - 1] + more
        const bars = fold(minutes(list), starts, end)
        const valueAt = (at: number): number => {
          const cut = at === end ? list[Math.ceil(at / MINUTE) - 1] : null
          return cut ?? list[Math.floor(at / MINUTE) - 1] ?? NaN
        }
        starts.forEach((start, i) => {
          const barEnd = starts[i + 1] ?? end
          const own = list.filter((value, k): value is number => {
            const last = Math.min((k + 1) * MINUTE, end) - 1
            return value !== null && k * MINUTE < end && last >= start && last < barEnd
          })
          expect([bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.minutes[i]]).toEqual(
            own.length === 0
              ? [NaN, NaN, NaN, NaN, 0]
              : [own[0], Math.max(...own), Math.min(...own), own[own.length - 1], own.length],
          )
          expect(bars.change[i]).toBe(own.length === 0 ? NaN : valueAt(barEnd) - valueAt(start))
        })
      }),
    )
  })

  it('rejects minutes out of order or between minutes', () => {
    expect(() => fold([{ t: 1 }], [0], MINUTE)).toThrow('whole minutes that ascend')
    expect(() => fold([{ t: 0 }, { t: 0 }], [0], MINUTE)).toThrow('whole minutes that ascend')
  })
})
