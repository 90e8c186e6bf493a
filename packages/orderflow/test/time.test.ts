import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs } from '../src/index.ts'

const RECONNECT = { baseMs: 500, maxMs: 30_000, jitter: 0.5 }

const share = fc.nat(1000).map((thousandths) => thousandths / 1000)

describe('backoffMs', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [7, 30_000],
    [1000, 30_000],
  ])('after %i failures is at most %i ms', (failures, ms) => {
    expect(backoffMs(failures, RECONNECT)).toBe(ms)
  })

  it('grows by the given factor', () => {
    expect([1, 2, 3, 40].map((failures) => backoffMs(failures, { baseMs: 10, maxMs: 1_000, factor: 3 }))).toEqual([
      10, 30, 90, 1_000,
    ])
  })

  it('has jitter up to the given share of the delay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        share,
        share.filter((value) => value < 1),
        (failures, jitter, random) => {
          const full = backoffMs(failures, { ...RECONNECT, jitter })
          const wait = backoffMs(failures, { ...RECONNECT, jitter }, () => random)
          expect(wait).toBeGreaterThanOrEqual(Math.floor(full * (1 - jitter)))
          expect(wait).toBeLessThanOrEqual(full)
        },
      ),
    )
  })
})
