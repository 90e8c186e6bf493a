import { describe, expect, it } from 'vitest'
import { HEAT_LEVELS, heatShare, IntensityTable } from '../../src/depth/intensity.ts'

const scale = { low: 10, high: 10_000, brightness: 0.5 }

function levels(part: Partial<Parameters<IntensityTable['set']>[0]>, lots: readonly number[]): number[] {
  const table = new IntensityTable()
  table.set({ ...scale, ...part })
  return lots.map((value) => table.levelOf(value))
}

describe('levels of the heatmap', () => {
  it('are 0 for nothing, 1 up to the low end and the last one from the high end on', () => {
    expect(levels({}, [0, Number.NaN, 1, 10, 10_000, 1e15])).toEqual([0, 0, 1, 1, 255, 255])
  })

  it('are halfway at the geometric middle, or at the arithmetic one of a linear curve', () => {
    // sqrt(10 * 10,000) = 316.2; (10 + 10,000) / 2 = 5,005
    expect(levels({}, [316.2])[0]).toBeCloseTo(128, -0.5)
    expect(levels({ curve: 'linear' }, [5_005])[0]).toBeCloseTo(128, -0.5)
  })

  it('of a log curve from 0 start at a thousandth of the high end', () => {
    const [low, middle, high] = levels({ low: 0, high: 1_000_000 }, [1_000, 31_623, 1_000_000])
    expect([low, high]).toEqual([1, 255])
    expect(middle).toBeCloseTo(128, -0.5)
  })

  it('agree with the exact share within one level and never decrease', () => {
    const lots = Array.from({ length: 4_000 }, (_, n) => Math.round(1.0045 ** n))
    for (const curve of ['log', 'linear'] as const) {
      const found = levels({ curve }, lots)
      found.forEach((level, n) => {
        const exact = 1 + heatShare(lots[n], { ...scale, curve }) * (HEAT_LEVELS - 2)
        expect(Math.abs(level - exact)).toBeLessThanOrEqual(1.5)
        if (n > 0) expect(level).toBeGreaterThanOrEqual(found[n - 1])
      })
    }
  })

  it('rise with the brightness, which does not move the ends', () => {
    const [dim, usual, bright] = [0, 0.5, 1].map((brightness) => levels({ brightness }, [10, 316, 10_000]))
    expect(dim[1]).toBeLessThan(usual[1])
    expect(usual[1]).toBeLessThan(bright[1])
    for (const [low, , high] of [dim, usual, bright]) expect([low, high]).toEqual([1, 255])
  })

  it('work for one quantity only: low equals high', () => {
    expect(levels({ low: 50, high: 50 }, [49, 50, 51]).map((level) => level === 255)).toEqual([false, true, true])
  })

  it('reject a scale that is not 0 <= low <= high', () => {
    for (const bad of [{ low: -1 }, { low: 20_000 }, { high: Infinity }, { low: Number.NaN }]) {
      expect(() => levels(bad, [1])).toThrow(/0 <= low <= high/)
    }
  })
})
