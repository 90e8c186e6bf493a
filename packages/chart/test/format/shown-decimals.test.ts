import { describe, expect, it } from 'vitest'
import { computeShownDecimals } from '../../src/format/shown-decimals.ts'

describe('computeShownDecimals', () => {
  it.each([
    [500, 8, 0],
    [42, 8, 1],
    [4.2, 8, 2],
    [0.42, 8, 3],
    [0.00042, 8, 4],
    [0.42, 1, 1],
    [42, 0, 0],
    [0, 8, 0],
  ])('for a typical large cell of %d and at most %d decimals returns %d', (typical, most, shown) => {
    expect(computeShownDecimals(typical, most)).toBe(shown)
  })
})
