import { BAR_COMPLETE, BAR_OPEN, lotsAt, sliceBars, storeLots } from '@flowprint/orderflow'
import { beforeEach, describe, expect, it } from 'vitest'
import { BarStore } from '../../src/model/bar-store.ts'
import { barsOf, effortOf, silence, zoneOf } from '../fixtures/bars.ts'

const SPECS = [10, 11, 12, 13, 14].map((row) => ({
  cells: [
    [row, 1, 2],
    [row + 1, 3, 4],
  ] as [number, number, number][],
}))
const all = barsOf(SPECS)

function partOf(
  from: number,
  to = all.length,
  efforts = [] as ReturnType<typeof effortOf>[],
  zones: ReturnType<typeof zoneOf>[] | null = null,
) {
  const bars = sliceBars(all, from, to)
  return { bars, analysis: { ...silence(bars, { efforts }), zones } }
}

describe('bar store', () => {
  let store: BarStore
  beforeEach(() => {
    store = new BarStore()
    const bars = sliceBars(all, 1, 4)
    store.set(bars, silence(bars, { efforts: [effortOf(60_000), effortOf(180_000)], zones: [zoneOf({})] }))
  })

  it('copies its input, so that the caller may reuse the columns', () => {
    const bars = barsOf(SPECS)
    store.set(bars, silence(bars))
    bars.close[0] = 999
    expect(store.bars().close[0]).toBe(11)
  })

  it('replaces a tail from an index, with its cells and analysis', () => {
    store.splice({ from: 2, ...partOf(3, 5) })
    expect([...store.bars().t]).toEqual([60_000, 120_000, 180_000, 240_000])
    expect(store.bars().row.length).toBe(8)
    expect(store.analysis()).toMatchObject({ length: 4 })
    expect(store.analysis().cellFlags.length).toBe(8)
  })

  it('drops marks of replaced bars, keeps earlier ones, and keeps zones when none are given', () => {
    store.splice({ from: 2, ...partOf(3, 5, [effortOf(240_000)]) })
    expect(store.analysis().efforts.map((effort) => effort.t)).toEqual([60_000, 240_000])
    expect(store.analysis().zones).toHaveLength(1)
    store.splice({ from: 2, ...partOf(3, 5, [], []) })
    expect(store.analysis().zones).toHaveLength(0)
  })

  it('removes bars with an empty tail', () => {
    store.splice({ from: 1, ...partOf(0, 0) })
    expect(store.length).toBe(1)
    expect(store.analysis().efforts.map((effort) => effort.t)).toEqual([60_000])
  })

  it('prepends older bars without renumbering the loaded ones', () => {
    const number = store.firstSequence + 1
    const t = store.timeOf(number)
    store.prepend(partOf(0, 1).bars, partOf(0, 1).analysis)
    expect([...store.bars().t]).toEqual([0, 60_000, 120_000, 180_000])
    expect(store.timeOf(number)).toBe(t)
    expect(store.firstSequence).toBe(number - 2)
  })

  it('changes every number and no time when renumbering', () => {
    const before = store.firstSequence
    store.renumber()
    expect(store.firstSequence).not.toBe(before)
    expect(store.timeOf(store.firstSequence)).toBe(60_000)
    store.renumber()
    expect(store.firstSequence).toBe(before)
  })

  it('extrapolates beyond the bars in steps of the cycle', () => {
    expect(store.timeOf(store.firstSequence - 2)).toBe(-60_000)
    expect(store.timeOf(store.firstSequence + 4)).toBe(300_000)
    expect(new BarStore().timeOf(5)).toBe(0)
  })

  it('starts the open tail after the last closed bar', () => {
    expect(store.openFrom()).toBe(3)
    const bars = barsOf([...SPECS.slice(0, 3), { ...SPECS[3], state: BAR_OPEN }, { ...SPECS[4], state: BAR_OPEN }])
    store.set(bars, silence(bars))
    expect(store.openFrom()).toBe(3)
    expect(bars.state[0]).toBe(BAR_COMPLETE)
  })

  it('rejects a gap, bars out of order and an analysis of other bars, and stays unchanged', () => {
    expect(() => store.splice({ from: 4, ...partOf(4) })).toThrow('from is in 0..3, had 4')
    expect(() => store.splice({ from: 2, ...partOf(1, 2) })).toThrow('bars after 120000, had 60000')
    expect(() => store.prepend(partOf(1, 2).bars, partOf(1, 2).analysis)).toThrow('bars before 60000')
    expect(() => store.splice({ from: 3, bars: partOf(4).bars, analysis: partOf(3).analysis })).toThrow(
      'an analysis of 1 bars',
    )
    expect(store.length).toBe(3)
  })

  it('preserves the overflow of cumulative deltas beyond 2^53 through splices and older pages', () => {
    const part = (from: number, to: number, cvd?: bigint) => {
      const given = partOf(from, to)
      const { analysis } = given
      if (cvd === undefined) return given
      const column = () => new Float64Array(to - from)
      const overflow = { minVolume: column(), cvdOpen: column(), cvdQuoteOpen: column() }
      const exact = { ...analysis, overflow }
      for (let i = 0; i < to - from; i++) {
        storeLots(exact, 'cvdOpen', i, cvd + BigInt(i))
        storeLots(exact, 'cvdQuoteOpen', i, cvd + BigInt(i))
      }
      return { ...given, analysis: exact }
    }
    const exact = () => {
      const analysis = store.analysis()
      const lots = Array.from(analysis.cvdOpen, (_, i) => lotsAt(analysis, 'cvdOpen', i))
      expect(Array.from(analysis.cvdOpen, (_, i) => lotsAt(analysis, 'cvdQuoteOpen', i))).toEqual(lots)
      return lots
    }
    const big = 2n ** 60n + 1n
    expect(store.analysis().overflow).toBeNull()
    store.splice({ from: 2, ...part(3, 5, big) })
    expect(exact()).toEqual([0, 0, big, big + 1n])
    const older = part(0, 1, -big)
    store.prepend(older.bars, older.analysis)
    expect(exact()).toEqual([-big, 0, 0, big, big + 1n])
    store.splice({ from: 3, ...part(3, 5) })
    expect(exact()).toEqual([-big, 0, 0, 0, 0])
  })
})
