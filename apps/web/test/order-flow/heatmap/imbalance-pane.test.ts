import { describe, expect, it, vi } from 'vitest'

vi.mock('@flowprint/chart/depth', () => ({ createSeriesPane: vi.fn() }))
vi.mock('../../../src/features/order-flow/chart/chart-controller.ts', () => ({
  barEnd: ({ t, cycleMs }: { t: Float64Array; cycleMs: number }, i: number) => t[i] + cycleMs,
}))
const { imbalancesOfBars, mergeImbalances } =
  await import('../../../src/features/order-flow/panels/heatmap/imbalance-pane.ts')
const { barsOf } = await import('../bars.ts')

const SECOND = 1000
const at = (fromMs: number) => ({ fromMs, intervalMs: SECOND })
const values = (...list: number[]) => Float64Array.from(list)

describe('imbalances of the book', () => {
  it('replace those of their intervals and follow them; what is between is not known', () => {
    const first = mergeImbalances(null, at(10_000), values(0.1, 0.2))
    const replaced = mergeImbalances(first, at(11_000), values(0.5, 0.6))
    expect([...replaced.values]).toEqual([0.1, 0.5, 0.6])
    expect([...mergeImbalances(replaced, at(14_000), values(0.9)).values]).toEqual([0.1, 0.5, 0.6, Number.NaN, 0.9])
    expect([...first.values]).toEqual([0.1, 0.2])
  })

  it('start again with another interval', () => {
    const first = mergeImbalances(null, at(10_000), values(0.1))
    expect(mergeImbalances(first, { fromMs: 60_000, intervalMs: 60_000 }, values(0.3))).toEqual({
      fromMs: 60_000,
      intervalMs: 60_000,
      values: values(0.3),
    })
  })

  it('keep a bounded number of intervals, the newest', () => {
    let kept = mergeImbalances(null, at(0), new Float64Array(5000))
    kept = mergeImbalances(kept, at(5_000_000), values(0.25))
    expect(kept.values.length).toBe(4096)
    expect(kept.fromMs + (kept.values.length - 1) * SECOND).toBe(5_000_000)
    expect(kept.values.at(-1)).toBe(0.25)
  })

  it('belong to bars by the last interval that ended with them; the newest bar has the newest one', () => {
    const bars = barsOf(
      [
        [0, 100, 1, true],
        [5_000, 100, 1, true],
        [10_000, 100, 1, true],
        [15_000, 100, 1, true],
      ],
      5_000,
    )
    const known = { ...at(5_000), values: values(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, Number.NaN, -0.1, -0.2) }
    expect([...imbalancesOfBars(known, bars)]).toEqual([Number.NaN, 0.5, Number.NaN, -0.2])
  })

  it('are gaps where nothing is loaded, and before the newest bar has an interval', () => {
    const bars = barsOf(
      [
        [0, 100, 1, true],
        [5_000, 100, 1, true],
      ],
      5_000,
    )
    expect([...imbalancesOfBars({ ...at(1_000), values: values(1, 2, 3, 4) }, bars)]).toEqual([4, Number.NaN])
  })
})
