import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitPanes, fitStatistics, rowsWithNumbers, statisticRow, STATISTICS } from '../../src/layout/pane-heights.ts'

describe('statistics table', () => {
  it('rows fill the height without gaps', () => {
    expect(statisticRow(0, 101)).toBe(0)
    expect(statisticRow(STATISTICS.length, 101)).toBe(101)
    for (let row = 0; row < STATISTICS.length; row++)
      expect(statisticRow(row + 1, 101)).toBeGreaterThan(statisticRow(row, 101))
  })

  it('narrow columns show fewer figures, then none', () => {
    expect(fitStatistics(90, 102, 1, 0.58)).toEqual({ fontPx: 11, textWidth: 5 })
    expect(fitStatistics(30, 102, 1, 0.58).textWidth).toBe(4)
    expect(fitStatistics(24, 102, 1, 0.58).textWidth).toBe(3)
    expect(fitStatistics(18, 102, 1, 0.58).textWidth).toBeNull()
  })

  it.each([1, 1.5, 2])('at %d device px per CSS px the same columns show the same figures', (ratio) => {
    for (const css of [18, 24, 30, 50, 90]) {
      expect(fitStatistics(css * ratio, 102 * ratio, ratio, 0.58).textWidth).toBe(
        fitStatistics(css, 102, 1, 0.58).textWidth,
      )
    }
  })
})

describe('heights of panes', () => {
  const cvd = { name: 'cvd', height: 76 }
  const volume = { name: 'volume', height: 68 }
  const statistics = { name: 'statistics', height: 102 }
  const all = [cvd, volume, statistics]

  it('are the wanted ones in a high chart and shrink with a low one', () => {
    expect(fitPanes(800, all)).toEqual(
      new Map([
        ['cvd', 76],
        ['volume', 68],
        ['statistics', 102],
      ]),
    )
    const heights = fitPanes(450, all)
    expect([...heights.keys()]).toEqual(['cvd', 'volume', 'statistics'])
    expect(heights.get('statistics')).toBeLessThan(102)
    expect(heights.get('statistics')).toBeGreaterThanOrEqual(72)
  })

  it('hides the table, then the volume, then everything', () => {
    // A cell of six charts at 1440 x 900, of twelve, and less.
    expect(fitPanes(330, all)).toEqual(
      new Map([
        ['cvd', 76],
        ['volume', 68],
      ]),
    )
    expect([...fitPanes(190, all).keys()]).toEqual(['cvd'])
    expect(fitPanes(150, all).size).toBe(0)
    expect(fitPanes(-30, all).size).toBe(0)
  })

  it('never leaves less than half to the bars, nor shows a pane that cannot be read', () => {
    const wanted = fc
      .subarray(all)
      .chain((panes) =>
        fc.tuple(
          ...panes.map(({ name, height }) =>
            fc.record({ name: fc.constant(name), height: fc.integer({ min: 34, max: height * 3 }) }),
          ),
        ),
      )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), wanted, (plotHeight, panes) => {
        const heights = fitPanes(plotHeight, panes)
        const taken = [...heights.values()].reduce((sum, height) => sum + height + 1, 0)
        if (heights.size > 0) expect(plotHeight - taken).toBeGreaterThanOrEqual(Math.max(130, plotHeight / 2 - 3))
        for (const { name, height } of panes) {
          const shown = heights.get(name)
          if (shown === undefined) continue
          expect(shown).toBeGreaterThanOrEqual(Math.min(height, name === 'statistics' ? 72 : 34))
          expect(shown).toBeLessThanOrEqual(height)
        }
      }),
    )
  })

  it('leave as many rows with numbers as the hidden panes make room for', () => {
    const shown = { volume: true, cvd: true, statistics: true }
    expect(rowsWithNumbers(356, shown)).toBe(rowsWithNumbers(356, { ...shown, statistics: false }))
    expect(rowsWithNumbers(170, shown)).toBe(rowsWithNumbers(170, { volume: false, cvd: false, statistics: false }))
  })
})
