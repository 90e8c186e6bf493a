import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnLeft, columnParts, columnsWithin, WIDE_COLUMN } from '../../src/layout/columns.ts'

const ALL = { candle: true, stacks: true, valueArea: true }

describe('columns', () => {
  it('neighbouring columns share an edge, and rounding loses no width', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 300, noNaN: true }),
        fc.integer({ min: -3e5, max: 3e5 }),
        (spacing, origin) => {
          const scale = { spacing, origin, anchor: 1_000_000 }
          const total = columnLeft(scale, 1_000_100) - columnLeft(scale, 1_000_000)
          expect(Math.abs(total - 100 * spacing)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('panning by whole pixels moves every edge by exactly that much', () => {
    const before = { spacing: 88.37, origin: -12345, anchor: 1_000_000 }
    const after = { ...before, origin: before.origin + 41 }
    for (let s = 1_000_000; s < 1_000_300; s++) expect(columnLeft(after, s) - columnLeft(before, s)).toBe(41)
  })

  it('columnsWithin returns the columns that touch the area', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 200, noNaN: true }),
        fc.integer({ min: -5000, max: 5000 }),
        fc.integer({ min: 1, max: 2000 }),
        (spacing, origin, width) => {
          const scale = { spacing, origin, anchor: 0 }
          const { from, to } = columnsWithin(scale, 0, width)
          expect(columnLeft(scale, from)).toBeLessThanOrEqual(0)
          expect(columnLeft(scale, from + 1)).toBeGreaterThan(0)
          expect(columnLeft(scale, to)).toBeLessThan(width)
          expect(columnLeft(scale, to + 1)).toBeGreaterThanOrEqual(width)
        },
      ),
    )
  })

  it.each([1, 1.5, 2])(
    'at %d device px per CSS px the parts are whole pixels, in order, inside the column',
    (ratio) => {
      for (let css = 1; css < 200; css += 0.7) {
        const width = Math.round(css * ratio)
        const p = columnParts(width, ratio, ALL)
        for (const value of Object.values(p)) expect(Number.isInteger(value)).toBe(true)
        expect(p.stemLeft + p.stemWidth).toBeLessThanOrEqual(p.cellsLeft)
        // Next to the cells, or on their edges where there is no space.
        const besideCells = css >= WIDE_COLUMN + 1 ? p.stackWidth : 0
        expect(p.sellStackLeft + besideCells).toBeLessThanOrEqual(p.cellsLeft)
        expect(p.sellStackLeft + p.stackWidth).toBeLessThan(p.cellsRight)
        expect(p.cellsLeft).toBeLessThan(p.cellsRight)
        expect(p.middle).toBeGreaterThanOrEqual(p.cellsLeft)
        if (css >= 12) expect(p.buyStackLeft + p.stackWidth).toBeLessThanOrEqual(width)
      }
    },
  )

  it('cells use the space of a disabled layer', () => {
    const all = columnParts(90, 1, ALL)
    const bare = columnParts(90, 1, { candle: false, stacks: false, valueArea: false })
    expect(bare.cellsRight - bare.cellsLeft).toBeGreaterThan(all.cellsRight - all.cellsLeft + 8)
  })

  it.each([1, 1.5, 2, 3])(
    'at %d device px per CSS px marks have a separate lane in columns wide enough for numbers',
    (ratio) => {
      for (let css = 24; css < 200; css += 0.7) {
        const width = Math.round(css * ratio)
        const p = columnParts(width, ratio, ALL, true)
        expect(p.laneWidth).toBeGreaterThan(0)
        // In narrow columns stacks overlap the cells.
        const besideCells = css >= 58 ? p.stackWidth : 0
        expect(p.laneLeft).toBeGreaterThanOrEqual(Math.max(p.cellsRight + besideCells, p.bracketLeft))
        expect(p.laneLeft + p.laneWidth).toBeLessThanOrEqual(width)
        expect(p.cellsLeft).toBeLessThan(p.cellsRight)
      }
      expect(columnParts(100, 1, ALL).laneWidth).toBe(0)
    },
  )

  it('the halves of the cells are equal to the pixel', () => {
    const p = columnParts(91, 1, ALL)
    expect(Math.abs(p.middle - p.cellsLeft - (p.cellsRight - p.middle))).toBeLessThanOrEqual(1)
  })
})
