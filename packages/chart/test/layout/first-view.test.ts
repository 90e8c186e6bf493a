import { describe, expect, it } from 'vitest'
import { firstColumn } from '../../src/layout/first-view.ts'

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
