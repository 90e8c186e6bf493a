import { analyzeBars, parseSettings, type Analysis, type Signals } from '@flowprint/orderflow'
import type { Coordinates } from '@flowprint/chart'
import { describe, expect, it } from 'vitest'
import { formatMean } from '../../../src/features/order-flow/model/quantity-text.ts'
import { markAt, placeMarks, within } from '../../../src/features/order-flow/panels/signals/marks.ts'
import { barsOf, type Trade } from '../bars.ts'

// Four bars of a minute; prices 100 to 109.
const trades = Array.from({ length: 40 }, (_, i): Trade => [i * 6000, 100 + (i % 10), 5, i % 2 === 0])
const bars = barsOf(trades)
const silent = analyzeBars(bars, parseSettings({}), { units: { tickSize: '1', lotSize: '1' } })
/** Columns of 40 px, rows of 10 px: prices grow upwards from y = 2000. */
const coordinates = {
  columnPx: 40,
  xOfBar: (index: number) => 20 + 40 * index,
  yOfTickEdge: (tick: number) => 2000 - 10 * tick,
} as unknown as Coordinates

const exhaustion = (index: number, side: 'high' | 'low') =>
  ({ kind: 'exhaustion', t: bars.t[index], side, row: 0, cells: [0, 1, 2, 3], meanCell: 1 }) as const
const absorption = (index: number, side: 'high' | 'low') =>
  ({
    kind: 'absorption',
    t: bars.t[index],
    side,
    lowRow: 0,
    highRow: 1,
    dominant: 1,
    opposite: 0,
    relVolume: 3,
    medianVolume: 1,
    share: 1,
    retreat: 1,
    known: bars.t[index] + 60_000,
  }) as const

function place(signals: Partial<Signals>, more: { efforts?: Analysis['efforts']; from?: number; to?: number } = {}) {
  const { efforts = [], from = 0, to = bars.length - 1 } = more
  const analysis = { ...silent, efforts, signals: { unfinished: [], absorptions: [], exhaustions: [], ...signals } }
  return placeMarks({ bars, analysis, coordinates, ratio: 1, visible: { from, to }, efforts: efforts.length > 0 })
}

describe('marks of single bars', () => {
  it('are outside their bar, above a high and below a low', () => {
    const [high, low] = place({ exhaustions: [exhaustion(1, 'high'), exhaustion(2, 'low')] })
    const top = coordinates.yOfTickEdge(bars.high[1] + 1)
    expect([high.x, high.y + high.size / 2 <= top]).toEqual([60, true])
    const bottom = coordinates.yOfTickEdge(bars.low[2])
    expect([low.x, low.y - low.size / 2 >= bottom]).toEqual([100, true])
  })

  it('at one end are stacked, after an effort mark', () => {
    const alone = place({ exhaustions: [exhaustion(1, 'high')] })[0]
    const both = place({ exhaustions: [exhaustion(1, 'high')], absorptions: [absorption(1, 'high')] })
    expect(new Set(both.map(({ y }) => y)).size).toBe(2)
    const effort = { t: bars.t[1], side: 'bearish' } as Analysis['efforts'][number]
    expect(place({ exhaustions: [exhaustion(1, 'high')] }, { efforts: [effort] })[0].y).toBeLessThan(
      alone.y - alone.size,
    )
    const below = { t: bars.t[1], side: 'bullish' } as Analysis['efforts'][number]
    expect(place({ exhaustions: [exhaustion(1, 'high')] }, { efforts: [below] })[0].y).toBe(alone.y)
  })

  it('are those of the visible bars', () => {
    const all = [0, 1, 2, 3].map((index) => exhaustion(index, 'high'))
    expect(place({ exhaustions: all }, { from: 1, to: 2 }).map(({ signal }) => signal.t)).toEqual([
      bars.t[1],
      bars.t[2],
    ])
    expect(place({ exhaustions: all }, { from: 1, to: 0 })).toEqual([])
    expect(within(all, bars, 3, 3)).toEqual([all[3]])
  })

  it('are hit within their size and tolerance, the nearest of several', () => {
    const marks = place({ exhaustions: [exhaustion(1, 'high'), exhaustion(2, 'high')] })
    const [first, second] = marks
    expect(markAt(marks, first.x + 3, first.y, 0)).toBe(first)
    expect(markAt(marks, second.x - 8, second.y, 4)).toBe(second)
    expect(markAt(marks, second.x - 10, second.y, 4)).toBeNull()
  })
})

describe('a mean number of lots', () => {
  it.each([
    [59 / 6, '0.001', '0.009833'],
    [12_345.5, '0.001', '12.35'],
    [1_234_567, '1', '1,234,567'],
    [0, '1', '0'],
  ])('%d lots of %s is %s', (lots, lot, text) => {
    expect(formatMean(lots, lot)).toBe(text)
  })
})
