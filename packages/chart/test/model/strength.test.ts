import { BAR_OPEN } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { quantities } from '../../src/model/quantities.ts'
import { hasStrengthChanged, computeStrength } from '../../src/model/strength.ts'
import { barsOf } from '../fixtures/bars.ts'

const base = quantities({ tickSize: '1', lotSize: '1' }, 'base')
const specs = Array.from({ length: 10 }, (_, i) => ({
  cells: [
    [5, (i + 1) * 10, 1],
    [6, 2, i + 1],
  ] as [number, number, number][],
}))

describe('reference values of a chart', () => {
  it("is the 90th percentile of the bars' largest cells", () => {
    const strength = computeStrength(barsOf(specs), 10, base, 'bidAsk')
    expect(strength).toMatchObject({ side: 90, total: 91, delta: 89, trades: 2 })
  })

  it('excludes open bars', () => {
    const open = barsOf([...specs, { cells: [[5, 100_000, 0]], state: BAR_OPEN }])
    expect(computeStrength(open, 10, base, 'bidAsk').side).toBe(90)
  })

  it('counts the characters of the larger numbers, with the sign of a delta', () => {
    expect(computeStrength(barsOf(specs), 10, base, 'bidAsk').needed).toEqual({ 3: 3, 4: 3, 5: 3 })
    expect(computeStrength(barsOf(specs), 10, base, 'delta').needed[5]).toBe(3)
    const thousands = barsOf(
      specs.map((spec) => ({ cells: spec.cells.map(([r, b, a]) => [r, b * 1000, a] as [number, number, number]) })),
    )
    expect(computeStrength(thousands, 10, base, 'bidAsk').needed).toEqual({ 3: 4, 4: 4, 5: 5 })
  })

  it('allows for smaller numbers that are longer than the largest', () => {
    const millions = barsOf(
      specs.map((spec) => ({ cells: spec.cells.map(([r, b, a]) => [r, b * 30_000, a] as [number, number, number]) })),
    )
    expect(computeStrength(millions, 10, base, 'bidAsk').needed[3]).toBe(4)
  })

  it('changes only when a value differs by a quarter', () => {
    const current = computeStrength(barsOf(specs), 10, base, 'bidAsk')
    expect(hasStrengthChanged(current, { ...current, side: current.side * 1.2 })).toBe(false)
    expect(hasStrengthChanged(current, { ...current, side: current.side * 1.3 })).toBe(true)
    expect(hasStrengthChanged(current, { ...current, decimals: 3 })).toBe(true)
  })

  it('is zero without data', () => {
    expect(computeStrength(barsOf([]), 0, base, 'volume')).toMatchObject({ side: 0, total: 0, decimals: 0 })
  })
})
