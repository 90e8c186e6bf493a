import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../src/workers/backoff.ts'

describe('the reconnect delay', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [7, 30_000],
    [1000, 30_000],
  ])('after %i failures is at most %i ms', (failures, ms) => {
    expect(backoffMs(failures, 0)).toBe(ms)
  })

  it('has up to 50 % random jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const full = backoffMs(failures, 0)
          expect(backoffMs(failures, random)).toBeGreaterThanOrEqual(Math.floor(full / 2))
          expect(backoffMs(failures, random)).toBeLessThanOrEqual(full)
        },
      ),
    )
  })
})
