import { describe, expect, it } from 'vitest'
import { fitStatistics, STATISTICS, statisticRow } from '../../src/layout/pane-heights.ts'

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
