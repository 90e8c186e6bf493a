import { HOUR_MS, DAY_MS, aggregateTrades, analyzeBars, parseSettings, TradeBuilder } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { runsOf } from '../../../src/features/order-flow/panels/vwap/vwap.ts'
import { formatUtcField, parseUtcField } from '../../../src/shared/format/utc-text.ts'

/** One trade an hour from 20:00 of a day on. */
function hours(count: number, anchor: 'day' | number) {
  const tape = new TradeBuilder()
  for (let i = 0; i < count; i++) tape.push(20 * HOUR_MS + i * HOUR_MS, 100 + i, 1, true, 1, i + 1)
  const bars = aggregateTrades(tape.build(), { cycleMs: HOUR_MS, step: 1 })
  const vwap = typeof anchor === 'number' ? { anchor: 'bar', at: anchor } : { anchor }
  return { bars, analysis: analyzeBars(bars, parseSettings({ vwap }), { units: { tickSize: '1', lotSize: '1' } }) }
}

describe('the lines of a VWAP', () => {
  it('end with the day and restart at midnight', () => {
    const chart = { ...hours(8, 'day'), visible: { from: 0, to: 7 } }
    expect(runsOf(chart, 'day')).toEqual([
      { from: 0, to: 3, begins: true },
      { from: 4, to: 7, begins: true },
    ])
  })

  it('extend over both edges of the viewport', () => {
    const chart = { ...hours(8, 20 * HOUR_MS), visible: { from: 3, to: 5 } }
    expect(runsOf(chart, 20 * HOUR_MS)).toEqual([{ from: 2, to: 6, begins: false }])
  })

  it('begin at the bar of the anchor', () => {
    const chart = { ...hours(8, DAY_MS + HOUR_MS), visible: { from: 0, to: 7 } }
    expect(runsOf(chart, DAY_MS + HOUR_MS)).toEqual([{ from: 5, to: 7, begins: true }])
  })

  it('are empty while nothing is visible or enabled', () => {
    const chart = hours(3, 'day')
    expect(runsOf({ ...chart, visible: { from: 0, to: -3 } }, 'day')).toEqual([])
    expect(
      runsOf(
        {
          ...chart,
          analysis: { ...chart.analysis, vwap: new Float64Array(3).fill(Number.NaN) },
          visible: { from: 0, to: 2 },
        },
        'day',
      ),
    ).toEqual([])
  })
})

describe('an anchor in a datetime field', () => {
  it.each([
    [Date.UTC(2026, 0, 2, 3, 4), '2026-01-02T03:04'],
    [Date.UTC(2026, 0, 2, 3, 4, 15), '2026-01-02T03:04:15'],
  ])('%d is %s and comes back', (at, text) => {
    expect(formatUtcField(at)).toBe(text)
    expect(parseUtcField(text)).toBe(at)
  })

  it.each(['', '2026-01', 'soon', '1960-01-01T00:00'])('"%s" is none', (text) => expect(parseUtcField(text)).toBe(null))
})
