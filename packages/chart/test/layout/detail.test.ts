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

describe('the level of detail', () => {
  it('wide columns with rows of 15 CSS px show numbers with all figures', () => {
    expect(chooseDetail(READABLE)).toMatchObject({ level: 'numbers', numbers: 1, cells: 1, textWidth: 5 })
  })

  it('the same at two device px per CSS px chooses twice the font', () => {
    const once = chooseDetail(READABLE)
    const twice = chooseDetail({ ...READABLE, rowPx: 30, columnPx: 180, cellsPx: 148, ratio: 2 })
    expect(twice.level).toBe('numbers')
    expect(Math.abs(twice.fontPx - 2 * once.fontPx)).toBeLessThanOrEqual(1)
  })

  it('as columns narrow figures go first, then numbers, then cells', () => {
    const at = (columnPx: number) => chooseDetail({ ...READABLE, columnPx, cellsPx: columnPx - 16 })
    expect(at(90).textWidth).toBe(5)
    expect(at(72)).toMatchObject({ level: 'numbers', textWidth: 4 })
    expect(at(40).level).toBe('cells')
    expect(at(6).level).toBe('candles')
  })

  it('as rows get lower numbers fade, then cells', () => {
    expect(chooseDetail({ ...READABLE, rowPx: 9 })).toMatchObject({ level: 'numbers', numbers: 0.5 })
    expect(chooseDetail({ ...READABLE, rowPx: 7.9 }).level).toBe('cells')
    expect(chooseDetail({ ...READABLE, rowPx: 2 }).cells).toBeCloseTo(0.444, 3)
    expect(chooseDetail({ ...READABLE, rowPx: 1 }).level).toBe('candles')
  })

  it('one number per row fits where two do not', () => {
    const narrow = { ...READABLE, columnPx: 40, cellsPx: 26 }
    expect(chooseDetail(narrow).level).toBe('cells')
    expect(chooseDetail({ ...narrow, mode: 'delta' }).level).toBe('numbers')
  })

  it('small volumes keep their numbers in columns that large ones overflow', () => {
    const narrow = { ...READABLE, columnPx: 34, cellsPx: 26 }
    expect(chooseDetail({ ...narrow, needed: { 3: 1, 4: 1, 5: 1 } }).level).toBe('numbers')
    expect(chooseDetail(narrow).level).toBe('cells')
  })

  it('what is shown fits its half of the cells', () => {
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
