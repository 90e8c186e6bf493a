import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  cssColour,
  getMinContrast,
  mix,
  over,
  parseColour,
  readableOn,
  withAlpha,
} from '../../src/layout/colour.ts'

const channel = fc.integer({ min: 0, max: 255 })
const colour = fc.record({ r: channel, g: channel, b: channel, a: fc.constant(1) })

describe('colours', () => {
  it.each([
    ['#fff', 255, 255, 255, 1],
    ['#0052D9', 0, 82, 217, 1],
    ['#11223380', 17, 34, 51, 128 / 255],
    ['rgb(1, 2, 3)', 1, 2, 3, 1],
    ['rgba(1,2,3,.5)', 1, 2, 3, 0.5],
    ['rgb(1 2 3 / 50%)', 1, 2, 3, 0.5],
  ])('parses %s', (text, r, g, b, a) => {
    expect(parseColour(text)).toEqual({ r, g, b, a })
  })

  it('names the token that is not a colour in the error', () => {
    expect(() => parseColour('var(--bid)')).toThrow('had "var(--bid)"')
    expect(() => parseColour('')).toThrow(RangeError)
  })

  it('computes contrast 21 for black on white, 1 for equal colours', () => {
    expect(contrast(parseColour('#000'), parseColour('#fff'))).toBeCloseTo(21, 5)
    expect(contrast(parseColour('#777'), parseColour('#777'))).toBe(1)
  })

  it('blends half white over black to mid grey', () => {
    expect(cssColour(over(withAlpha(parseColour('#fff'), 0.5), parseColour('#000')))).toBe('rgb(128, 128, 128)')
    expect(cssColour(mix(parseColour('#000'), parseColour('#fff'), 0.25))).toBe('rgb(64, 64, 64)')
  })

  it('returns a readable colour unchanged', () => {
    expect(readableOn(parseColour('#e0e0e0'), [parseColour('#101418')])).toEqual(parseColour('#e0e0e0'))
  })

  it('returns a readable colour for any colour on any background', () => {
    fc.assert(
      fc.property(colour, colour, (wanted, ground) => {
        expect(contrast(readableOn(wanted, [ground]), ground)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2000 },
    )
  })

  it('uses the lowest contrast of several backgrounds', () => {
    const grounds = [parseColour('#101418'), parseColour('#1d3a5f')]
    expect(getMinContrast(readableOn(parseColour('#2a4d7c'), grounds), grounds)).toBeGreaterThanOrEqual(4.5)
  })
})
