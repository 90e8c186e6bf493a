import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowBands } from '../../../src/features/order-flow/panels/profiles/picture/row-bands.ts'
import type { ShownProfile } from '../../../src/features/order-flow/panels/profiles/model/shown-profile.ts'

/** A pane of `height` px whose bottom edge is tick 0, `px` per tick. */
const coordinates = (px: number, height: number) => ({
  yOfTickEdge: (tick: number) => height - tick * px,
  tickAt: (y: number) => (height - y) / px - 0.5,
})
const profile = (rows: readonly number[], step = 1): ShownProfile => ({
  step,
  row: Int32Array.from(rows),
  bid: Float64Array.from(rows, () => 1),
  ask: Float64Array.from(rows, () => 2),
  poc: rows[0],
  valRow: rows[0],
  vahRow: rows[0],
  state: 1,
})

describe('the bands of a profile', () => {
  it('are single rows when a row has at least one pixel', () => {
    const bands = rowBands(profile([2, 3, 7], 5), coordinates(2, 100), 100)
    expect(bands.map(({ top, bottom }) => [top, bottom])).toEqual([
      [70, 80],
      [60, 70],
      [20, 30],
    ])
    expect(bands.map(({ inside }) => inside)).toEqual([true, false, false])
  })

  it('omit rows off the screen', () => {
    expect(rowBands(profile([0, 5, 50, 200]), coordinates(2, 20), 20).length).toBeLessThanOrEqual(3)
  })

  it('align with whole pixels and use the mean of their rows', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(400), { minLength: 1 }),
        fc.double({ min: 0.05, max: 6, noNaN: true }),
        (rows, px) => {
          const height = 500
          const bands = rowBands(profile(rows.toSorted((a, b) => a - b)), coordinates(px, height), height)
          for (const [i, { top, bottom, bid, ask }] of bands.entries()) {
            expect([Number.isInteger(top), bottom > top, bid > 0 && bid <= 1, Math.abs(ask - 2 * bid) < 1e-9]).toEqual([
              true,
              true,
              true,
              true,
            ])
            if (i > 0) expect(bottom).toBeLessThanOrEqual(bands[i - 1].bottom)
          }
        },
      ),
    )
  })
})
