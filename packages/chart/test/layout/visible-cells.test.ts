import { describe, expect, it } from 'vitest'
import { cellAt, firstCell, highRow, lowRow } from '../../src/layout/vertical.ts'
import { barsOf } from '../fixtures/bars.ts'

const bars = barsOf(
  [
    {
      cells: [
        [1, 1, 0],
        [2, 1, 1],
      ],
    },
    {
      cells: [
        [10, 1, 2],
        [12, 3, 4],
        [13, 0, 5],
      ],
    },
  ],
  5,
)

describe('cells of a bar', () => {
  it("firstCell returns a cell of the bar, or the bar's end if there is none", () => {
    expect(firstCell(bars, 1, 0)).toBe(2)
    expect(firstCell(bars, 1, 11)).toBe(3)
    expect(firstCell(bars, 1, 14)).toBe(5)
  })

  it('cellAt returns -1 for a row without trades', () => {
    expect(cellAt(bars, 1, 12)).toBe(3)
    expect(cellAt(bars, 1, 11)).toBe(-1)
    expect(cellAt(bars, 0, 13)).toBe(-1)
  })

  it('the rows of low and high bound the cells', () => {
    expect([lowRow(bars, 1), highRow(bars, 1)]).toEqual([10, 13])
  })
})
