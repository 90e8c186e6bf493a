import { describe, expect, it } from 'vitest'
import { heatColours } from '../../src/depth/heat-palettes.ts'
import { HEAT_LEVELS } from '../../src/depth/intensity.ts'
import { contrast, luminance, parseColour, type Rgba } from '../../src/layout/colour.ts'
import { exampleTheme } from '../fixtures/themes.ts'

function rgba(pixel: number): Rgba {
  return { r: pixel & 255, g: (pixel >>> 8) & 255, b: (pixel >>> 16) & 255, a: (pixel >>> 24) / 255 }
}

const CASES = [
  { name: 'dark', mode: 'dark', rises: true },
  { name: 'colourBlind', mode: 'dark', rises: true },
  { name: 'light', mode: 'light', rises: false },
] as const

describe.each(CASES)('the palette $name', ({ name, mode, rises }) => {
  const surface = exampleTheme(mode, 'international').surface0
  const colours = Array.from(heatColours(name, surface), rgba)

  it('is opaque and ordered by lightness', () => {
    expect(colours).toHaveLength(HEAT_LEVELS)
    expect(colours.every(({ a }) => a === 1)).toBe(true)
    const steps = colours.slice(2).map((colour, n) => luminance(colour) - luminance(colours[n + 1]))
    // Channels are rounded: neighbours may be equal or differ by a thousandth in the wrong direction.
    for (const step of steps) expect(rises ? step : -step).toBeGreaterThan(-0.0025)
    expect(contrast(colours[1], colours[HEAT_LEVELS - 1])).toBeGreaterThan(10)
  })

  it('has an empty row close to the background and darker or lighter than any quantity', () => {
    expect(contrast(colours[0], parseColour(surface))).toBeLessThan(1.2)
    expect(luminance(colours[0]) < luminance(colours[1])).toBe(rises)
  })

  it('changes visibly from each sixteenth to the next', () => {
    for (let level = 1; level + 16 < HEAT_LEVELS; level += 16) {
      const [a, b] = [colours[level], colours[level + 16]]
      expect(Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b)).toBeGreaterThan(6)
    }
  })
})
