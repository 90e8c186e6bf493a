import { describe, expect, it } from 'vitest'
import { figureData } from '../figure-data.mjs'

const figures = figureData()
const delta = ({ bid, ask }: { bid: number; ask: number }) => ask - bid

describe('figure data', () => {
  it('is deterministic', () => {
    expect(figureData()).toEqual(figures)
  })

  it('has cells that add up to the totals of their bar', () => {
    for (const { bars } of [figures.poc, figures.stack, figures.alike]) {
      for (const { cells, bid, ask } of bars) {
        expect(cells.reduce((sum, cell) => sum + cell[1], 0)).toBe(bid)
        expect(cells.reduce((sum, cell) => sum + cell[2], 0)).toBe(ask)
      }
    }
  })

  it('has the point of control at the level with the most volume', () => {
    for (const { cells, poc } of figures.poc.bars) {
      const most = Math.max(...cells.map(([, bid, ask]) => bid + ask))
      expect(cells.filter(([, bid, ask]) => bid + ask === most).map(([row]) => row)).toContain(poc)
    }
  })

  it('shows a new high on a bar with negative delta', () => {
    const { bars, focus } = figures.delta
    expect(bars[focus].high).toBeGreaterThan(Math.max(...bars.slice(0, focus).map(({ high }) => high)))
    expect(delta(bars[focus])).toBeLessThan(0)
  })

  it('has a buying imbalance at every level of the stack', () => {
    const { bars, focus, stack } = figures.stack
    const rows = bars[focus].cells.filter(([row]) => row >= stack.low && row <= stack.high)
    expect(rows).toHaveLength(stack.count)
    expect(rows.every(([, , , grade]) => grade > 0)).toBe(true)
  })

  it('shows a zone that is tested and then broken by a close beyond it', () => {
    const { bars, step, zone } = figures.zone
    expect(zone.tests).toBeGreaterThanOrEqual(2)
    const row = Math.floor(bars[zone.ended].close / step)
    expect(zone.side === 'support' ? row < zone.low : row > zone.high).toBe(true)
    for (const { close } of bars.slice(zone.born + 1, zone.ended)) {
      expect(
        zone.side === 'support' ? Math.floor(close / step) >= zone.low : Math.floor(close / step) <= zone.high,
      ).toBe(true)
    }
  })

  it('shows effort with unusual volume on one side and a candle in the other direction', () => {
    const { bars, focus, effort } = figures.effort
    expect(effort.relVolume).toBeGreaterThan(1.5)
    expect(Math.sign(delta(bars[focus]))).toBe(effort.side === 'bearish' ? 1 : -1)
  })

  it('shows two similar candles with opposite deltas', () => {
    const { bars, pair } = figures.alike
    const [a, b] = pair.map((i) => bars[i])
    const bodies = [a.close - a.open, b.close - b.open]
    expect(Math.abs(bodies[0] - bodies[1])).toBeLessThanOrEqual(0.25 * Math.abs(bodies[0]))
    expect(Math.sign(delta(a))).toBe(-Math.sign(delta(b)))
  })
})
