import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  rowAt,
  rowsWithin,
  rowTop,
  scaleAbout,
  scaleThrough,
  snapRowPx,
  tickAt,
  tickRange,
  tickY,
  WHOLE_ROW_PX,
} from '../../src/layout/vertical.ts'

const scale = { rowPx: 15, origin: 1000 }

describe('row scale', () => {
  it('row 0 starts at the origin and is rowPx high', () => {
    expect(rowTop(scale, 0)).toBe(985)
    expect(rowTop(scale, -1)).toBe(1000)
  })

  it('rowAt returns the row whose box contains the pixel', () => {
    expect(Math.floor(rowAt(scale, 985.5))).toBe(0)
    expect(Math.floor(rowAt(scale, 984.5))).toBe(1)
    expect(Math.floor(rowAt(scale, 1000.5))).toBe(-1)
  })

  it('rowsWithin returns exactly the rows that touch the area', () => {
    expect(rowsWithin(scale, 970, 1000)).toEqual({ low: 0, high: 1 })
    expect(rowsWithin(scale, 969, 1001)).toEqual({ low: -1, high: 2 })
  })

  it.each([1, 1.5, 2])('at %d device px per CSS px every edge of a row of 15 CSS px is a whole pixel', (ratio) => {
    const own = scaleThrough(15 * ratio, 8330.4, 311.5)
    for (let row = 8300; row < 8360; row++) {
      expect(Number.isInteger(rowTop(own, row))).toBe(true)
      expect(rowTop(own, row - 1) - rowTop(own, row)).toBe(Math.round(15 * ratio))
    }
  })

  it('low rows keep fractional heights, rows of 4 px and more are whole', () => {
    expect(snapRowPx(2.7)).toBe(2.7)
    expect(snapRowPx(WHOLE_ROW_PX)).toBe(4)
    expect(snapRowPx(12.6)).toBe(13)
    expect(snapRowPx(1e9)).toBe(160)
  })

  it('zooming keeps the row under the pointer fixed to half a pixel', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 4, max: 60, noNaN: true }),
        fc.integer({ min: -1e5, max: 1e5 }),
        fc.integer({ min: 0, max: 900 }),
        (px, origin, y) => {
          const before = { rowPx: 14, origin }
          const after = scaleAbout(before, px, y)
          expect(Math.abs(rowAt(after, y) - rowAt(before, y)) * after.rowPx).toBeLessThanOrEqual(0.5 + 1e-6)
        },
      ),
    )
  })

  it('a price is at the middle of its tick, and of the row for rows of one tick', () => {
    expect(tickY(scale, 0, 1)).toBe(992.5)
    expect(tickY(scale, 0, 5)).toBe(998.5)
    expect(tickAt(scale, tickY(scale, 83, 5), 5)).toBe(83)
  })

  it('the axis range coordinates every price where it is painted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 40, max: 2000 }),
        (origin, step, height) => {
          const own = { rowPx: 13, origin }
          const range = tickRange(own, height, step)
          const ticks = Math.round((range.low + range.high) / 2)
          // The axis: the first pixel line is its highest price, the last line its lowest.
          const onAxis = ((range.high - ticks) / (range.high - range.low)) * (height - 1)
          expect(onAxis + 0.5).toBeCloseTo(tickY(own, ticks, step), 3)
        },
      ),
    )
  })
})
