import { describe, expect, it } from 'vitest'
import { contrast } from '../../src/features/style/contrast.ts'

describe('the contrast of two colours', () => {
  it('is 21 for black on white, 1 for the same, whichever is named first', () => {
    expect(contrast('rgb(0, 0, 0)', 'rgb(255, 255, 255)')).toBeCloseTo(21, 5)
    expect(contrast('rgb(18, 52, 86)', 'rgb(18, 52, 86)')).toBe(1)
    expect(contrast('rgb(255, 255, 255)', 'rgb(118, 118, 118)')).toBeCloseTo(4.54, 2)
    expect(contrast('rgb(118, 118, 118)', 'rgb(255, 255, 255)')).toBeCloseTo(4.54, 2)
  })
})
