import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DetailInput } from '../../src/layout/detail.ts'
import { chooseDetail } from '../../src/layout/detail.ts'

const READABLE: DetailInput = {
  rowPx: 15,
  columnPx: 90,
  cellsPx: 74,
  ratio: 1,
  mode: 'bidAsk',
  digit: 0.58,
  needed: { 3: 3, 4: 4, 5: 5 },
}

describe('level of detail', () => {
  it('shows numbers with all figures in wide columns with rows of 15 CSS px', () => {
    expect(chooseDetail(READABLE)).toMatchObject({ level: 'numbers', numbers: 1, cells: 1, textWidth: 5 })
  })

  it('doubles the font at two device px per CSS px', () => {
    const once = chooseDetail(READABLE)
    const twice = chooseDetail({ ...READABLE, rowPx: 30, columnPx: 180, cellsPx: 148, ratio: 2 })
    expect(twice.level).toBe('numbers')
    expect(Math.abs(twice.fontPx - 2 * once.fontPx)).toBeLessThanOrEqual(1)
  })

  it('drops figures, then numbers, then cells as columns narrow', () => {
    const at = (columnPx: number) => chooseDetail({ ...READABLE, columnPx, cellsPx: columnPx - 16 })
    expect(at(90).textWidth).toBe(5)
    expect(at(72)).toMatchObject({ level: 'numbers', textWidth: 4 })
    expect(at(40).level).toBe('cells')
    expect(at(6).level).toBe('candles')
  })

  it('fades numbers, then cells as rows get lower', () => {
    expect(chooseDetail({ ...READABLE, rowPx: 9 })).toMatchObject({ level: 'numbers', numbers: 0.5 })
    expect(chooseDetail({ ...READABLE, rowPx: 7.9 }).level).toBe('cells')
    expect(chooseDetail({ ...READABLE, rowPx: 2 }).cells).toBeCloseTo(0.444, 3)
    expect(chooseDetail({ ...READABLE, rowPx: 1 }).level).toBe('candles')
  })

  it('fits one number per row where two do not fit', () => {
    const narrow = { ...READABLE, columnPx: 40, cellsPx: 26 }
    expect(chooseDetail(narrow).level).toBe('cells')
    expect(chooseDetail({ ...narrow, mode: 'delta' }).level).toBe('numbers')
  })

  it('keeps the numbers of small volumes in columns too narrow for large ones', () => {
    const narrow = { ...READABLE, columnPx: 34, cellsPx: 26 }
    expect(chooseDetail({ ...narrow, needed: { 3: 1, 4: 1, 5: 1 } }).level).toBe('numbers')
    expect(chooseDetail(narrow).level).toBe('cells')
  })

  it('fits the shown text into its half of the cells', () => {
    const size = fc.integer({ min: 4, max: 240 })
    fc.assert(
      fc.property(size, fc.integer({ min: 4, max: 60 }), fc.constantFrom(1, 1.5, 2), (cellsPx, rowPx, ratio) => {
        const detail = chooseDetail({ ...READABLE, cellsPx, columnPx: cellsPx + 16, rowPx, ratio })
        if (detail.level !== 'numbers') return
        const needed = READABLE.needed[detail.textWidth] * READABLE.digit * detail.fontPx
        expect(needed).toBeLessThanOrEqual(cellsPx / 2)
        expect(detail.fontPx).toBeLessThan(rowPx)
        expect(Number.isInteger(detail.fontPx)).toBe(true)
      }),
    )
  })
})
