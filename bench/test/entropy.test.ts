import { ASK, BID, BookChangesBuilder } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { computeChangesEntropy, computeEntropy } from '../src/depth/entropy.ts'

describe('order-0 entropy', () => {
  test('is 0 for nothing and for one distinct value', () => {
    expect(computeEntropy([])).toBe(0)
    expect(computeEntropy([7, 7, 7])).toBe(0)
  })

  test('is one bit for each of two values that occur equally often', () => {
    expect(computeEntropy([1, 2, 2, 1, 1, 2, 2, 1])).toBe(1)
  })

  test('is lower for values that occur unequally often', () => {
    // 4 x 0.811 bits: -(3/4) log2(3/4) - (1/4) log2(1/4).
    expect(computeEntropy([5, 5, 5, 9])).toBeCloseTo((4 * 0.811278) / 8, 6)
  })

  test('does not depend on the order of the values', () => {
    expect(computeEntropy([1, 2, 3, 1])).toBe(computeEntropy([3, 1, 1, 2]))
  })
})

describe('entropy of changes of a book', () => {
  test('is the sum of its columns, with prices as differences within a side', () => {
    const builder = new BookChangesBuilder()
    builder.startEvent(1_000)
    builder.push(BID, 100, 5)
    builder.push(ASK, 110, 5)
    builder.startEvent(1_100)
    builder.push(BID, 101, 5)
    builder.push(ASK, 111, 5)
    // Times 0 and 100: 2 bits. One level of each side in both events and one quantity: none. Prices 100, 110, 1, 1: 1.5 bits each.
    expect(computeChangesEntropy(builder.build())).toBeCloseTo((2 + 4 * 1.5) / 8, 10)
  })

  test('is 0 without changes', () => {
    expect(computeChangesEntropy(new BookChangesBuilder().build())).toBe(0)
  })
})
