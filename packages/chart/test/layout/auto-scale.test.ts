import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  autoRowPx,
  centred,
  containing,
  firstColumn,
  marginPx,
  outside,
  READABLE_ROW,
  recentSpan,
} from '../../src/layout/auto-scale.ts'

describe('automatic price scale', () => {
  it.each(['fit', 'readable'] as const)(
    '%s: makes rows as high as fits for a span that fits, up to 34 CSS px',
    (prefer) => {
      expect(autoRowPx({ low: 0, high: 9 }, 600, 90, 1, prefer)).toBe(34)
      expect(autoRowPx({ low: 0, high: 29 }, 600, 90, 1, prefer)).toBe(18)
    },
  )

  it('keeps rows readable for a span that does not fit, if preferred and columns are wide', () => {
    expect(autoRowPx({ low: 0, high: 199 }, 600, 90, 1, 'readable')).toBe(READABLE_ROW)
    expect(autoRowPx({ low: 0, high: 199 }, 1200, 180, 2, 'readable')).toBe(READABLE_ROW * 2)
  })

  it('shows everything visible in narrow columns', () => {
    expect(autoRowPx({ low: 0, high: 999 }, 600, 10, 1, 'readable')).toBeCloseTo((600 - 2 * marginPx(600, 1)) / 1000, 9)
  })

  it('with fit, keeps every visible row inside the margins in columns of any width', () => {
    const rows = fc.integer({ min: 1, max: 4000 })
    fc.assert(
      fc.property(
        rows,
        fc.integer({ min: 80, max: 1500 }),
        fc.integer({ min: 1, max: 220 }),
        (count, height, column) => {
          const px = autoRowPx({ low: 0, high: count - 1 }, height, column, 1, 'fit')
          expect(px * count).toBeLessThanOrEqual(height - 2 * marginPx(height, 1) + 1e-6)
        },
      ),
    )
  })

  it('centres a span to the pixel', () => {
    const scale = centred({ low: 100, high: 119 }, 20, 500)
    const top = scale.origin - 120 * 20
    const bottom = 500 - (scale.origin - 100 * 20)
    expect(Math.abs(top - bottom)).toBeLessThanOrEqual(1)
  })

  it('does not move for a span inside the margins', () => {
    const scale = centred({ low: 100, high: 110 }, 20, 500)
    expect(containing(scale, { low: 100, high: 110 }, 105, 500, 1)).toBe(scale)
  })

  it('moves a span beyond an edge just inside', () => {
    const scale = centred({ low: 100, high: 110 }, 20, 500)
    const moved = containing(scale, { low: 125, high: 127 }, 127, 500, 1)
    expect(moved.origin - 128 * 20).toBe(marginPx(500, 1))
    expect(outside(moved, { low: 125, high: 127 }, 500)).toBe(false)
  })

  it('keeps the focus in view for a span higher than the pane', () => {
    const scale = centred({ low: 0, high: 10 }, 20, 300)
    const moved = containing(scale, { low: 0, high: 500 }, 490, 300, 1)
    expect(outside(moved, { low: 490, high: 490 }, 300)).toBe(false)
  })

  it('recentSpan covers the last bars up to the first that does not fit', () => {
    const spans = [
      { low: 0, high: 5 },
      { low: 50, high: 60 },
      { low: 8, high: 12 },
      { low: 10, high: 20 },
    ]
    expect(recentSpan((i) => spans[i], 0, 3, 30)).toEqual({ low: 8, high: 20 })
    expect(recentSpan((i) => spans[i], 0, 3, 5)).toEqual({ low: 10, high: 20 })
    expect(recentSpan((i) => spans[i], 0, 3, 100)).toEqual({ low: 0, high: 60 })
  })
})

const HEIGHT = 470
/** Rows with enough height for numbers: 10 px each, and the margins. */
const ROOM = 41
const view = (more: Partial<Parameters<typeof firstColumn>[0]>) =>
  firstColumn({
    width: 1200,
    column: 100,
    isPhone: false,
    height: HEIGHT,
    bars: 500,
    spanOf: () => ({ low: 0, high: ROOM - 1 }),
    ...more,
  })

describe('first view', () => {
  it('shows as many whole bars as have space for their numbers', () => {
    expect(view({})).toBe(100)
    expect(view({ width: 1270 })).toBeCloseTo(1270 / 12, 6)
  })

  it('shows fewer, wider bars where more would not fit in height', () => {
    // The eighth newest bar and those before it are one row too high.
    expect(view({ spanOf: (bar) => ({ low: 0, high: bar <= 492 ? ROOM : ROOM - 1 }) })).toBeCloseTo(1200 / 7, 6)
  })

  it('shows all that fit in width if the precision rules out numbers', () => {
    expect(view({ spanOf: (bar) => ({ low: bar * 50, high: bar * 50 + 60 }) })).toBe(100)
  })

  it.each([
    [280, 6],
    [330, 6],
    [400, 8],
    [520, 8],
  ])('on a phone of %d px starts with %d bars', (width, bars) => {
    expect(width / view({ width, column: 50, isPhone: true })).toBeCloseTo(bars, 6)
  })

  it('starts with six bars on a tablet too', () => {
    expect(view({ width: 560 })).toBeCloseTo(560 / 6, 6)
  })

  it('limits the stretching of few bars', () => {
    expect(view({ bars: 9 })).toBeCloseTo(1200 / 9, 6)
    expect(view({ bars: 2 })).toBeCloseTo(160, 6)
    expect(view({ bars: 1, spanOf: () => ({ low: 0, high: 900 }) })).toBeCloseTo(160, 6)
  })
})
