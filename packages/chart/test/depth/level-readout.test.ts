import { COLUMN_MISSING, COLUMN_PROVEN } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { ColumnRing } from '../../src/depth/column-ring.ts'
import { readLevel } from '../../src/depth/level-readout.ts'
import { columnsOf, type ColumnSpec } from '../fixtures/depth.ts'

const KNOWN = [0, 20] as const
const at = (lots: number, rest: Partial<ColumnSpec> = {}): ColumnSpec => ({ known: KNOWN, bids: [[3, lots]], ...rest })

/** Columns of a second with rows of 5 ticks, from second 100. */
function read(specs: readonly ColumnSpec[], second: number, tick = 17) {
  const ring = new ColumnRing(64)
  ring.set(columnsOf(specs, { fromMs: 100_000, step: 5 }))
  return readLevel(ring, second * 1_000 + 400, tick)
}

describe('what rests at a time and price', () => {
  it('is the quantity of the row with the account of its interval', () => {
    const found = read([at(40), at(70, { best: [17, 20] })], 101)
    expect(found).toMatchObject({
      t: 101_000,
      intervalMs: 1_000,
      lowTick: 15,
      highTick: 19,
      knowledge: 'known',
      state: COLUMN_PROVEN,
      ask: null,
      bestBid: 17,
      bestAsk: 20,
    })
    expect(found?.bid).toMatchObject({ lots: 70, start: 40, up: 70, min: 70, max: 70, mean: 70 })
  })

  it('tells both sides of a row apart', () => {
    const found = read([{ known: KNOWN, bids: [[3, 4]], asks: [[3, 9]] }], 100)
    expect([found?.bid?.lots, found?.ask?.lots]).toEqual([4, 9])
  })

  it('is nothing in a known row, unknown outside, missing without a book, and null outside the columns', () => {
    const specs = [at(40), {}]
    expect(read(specs, 100, 50)).toMatchObject({ knowledge: 'known', bid: null, ask: null })
    expect(read(specs, 100, 105)).toMatchObject({ knowledge: 'unknown', bid: null })
    expect(read(specs, 100, -1)).toMatchObject({ knowledge: 'unknown', lowTick: -5, highTick: -1 })
    expect(read(specs, 101)).toMatchObject({
      knowledge: 'missing',
      state: COLUMN_MISSING,
      bid: null,
      bestBid: Number.NaN,
    })
    expect(read(specs, 102)).toBeNull()
    expect(read(specs, 99)).toBeNull()
  })
})

describe('the age of a row', () => {
  const age = (specs: readonly ColumnSpec[], second: number) => {
    const bid = read(specs, second)?.bid
    return [bid?.ageMs, bid?.isAgeOpen]
  }

  it('counts the intervals since it was empty', () => {
    expect(age([{ known: KNOWN }, at(1), at(5), at(2)], 103)).toEqual([3_000, false])
    expect(age([at(1), at(0), at(5), at(2)], 103)).toEqual([2_000, false])
  })

  it('ends in an interval in which it was empty at a second', () => {
    expect(age([at(1), at(8, { min: 0 }), at(2)], 102)).toEqual([2_000, false])
  })

  it('is a lower bound where knowledge begins', () => {
    expect(age([at(1), at(5)], 101)).toEqual([2_000, true])
    expect(age([at(1), {}, at(5), at(5)], 103)).toEqual([2_000, true])
    expect(age([{ known: [4, 20] }, at(5)], 101)).toEqual([1_000, true])
  })

  it('is 0 for a row that has just been emptied', () => {
    expect(age([at(1), at(0, { min: 0 })], 101)).toEqual([0, false])
  })
})
