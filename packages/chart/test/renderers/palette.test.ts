import { describe, expect, it } from 'vitest'
import { contrast, over, parseColour, withAlpha } from '../../src/layout/colour.ts'
import {
  FILL_NONE,
  createPalette,
  PROFILE_LEVEL,
  TINT_KINDS,
  TINT_LEVELS,
  tintFill,
  tintLevel,
  ZONE_FILL,
} from '../../src/renderers/palette.ts'
import type { Mode, PaletteName } from '../fixtures/themes.ts'
import { exampleTheme } from '../fixtures/themes.ts'

const THEMES = (['dark', 'light'] as Mode[]).flatMap((mode) =>
  (['international', 'chinese', 'colourBlind'] as PaletteName[]).map((palette) => [mode, palette] as const),
)

describe.each(THEMES)('numbers in %s, %s', (mode, name) => {
  const palette = createPalette(exampleTheme(mode, name))
  const ground = parseColour(palette.theme.surface0)
  const fills = TINT_KINDS.flatMap((kind) => Array.from({ length: TINT_LEVELS }, (_, n) => tintFill(kind, n + 1)))

  it('plain numbers have a contrast of 4.5 on every tint', () => {
    for (const fill of fills) {
      const text = parseColour(palette.styles[palette.plainOn[fill]].css)
      expect(contrast(text, parseColour(palette.fills[fill]))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('imbalances of every grade have a contrast of 4.5 and are bold', () => {
    for (const fill of fills) {
      for (const side of [0, 1]) {
        for (const grade of [1, 2, 3]) {
          const style = palette.styles[palette.gradedOn[side][grade][fill]]
          expect(style.bold).toBe(true)
          expect(contrast(parseColour(style.css), parseColour(palette.fills[fill]))).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  })

  it('numbers without a tint are readable on the background, on a bar and on a band', () => {
    const bands = [palette.theme.zoneSupport, palette.theme.zoneResistance].map((hue) =>
      over(withAlpha(parseColour(hue), ZONE_FILL), ground),
    )
    const text = parseColour(palette.styles[palette.plainOn[FILL_NONE]].css)
    for (const under of [ground, parseColour(palette.theme.surface1), ...bands])
      expect(contrast(text, under)).toBeGreaterThanOrEqual(4.5)
  })

  it('two numbers in one text are readable on both tints, or are painted separately', () => {
    for (const bid of [FILL_NONE, tintFill('bid', 4), tintFill('bid', 8)]) {
      for (const ask of [FILL_NONE, tintFill('ask', 4), tintFill('ask', 8)]) {
        const style = palette.plainOnBoth(bid, ask)
        if (style < 0) continue
        const text = parseColour(palette.styles[style].css)
        for (const fill of [bid, ask]) {
          const under = fill === FILL_NONE ? ground : parseColour(palette.fills[fill])
          expect(contrast(text, under)).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  })

  it('a number on a profile is readable on its bar and next to it', () => {
    const text = parseColour(palette.styles[palette.onProfile].css)
    const bars = [tintFill('bid', PROFILE_LEVEL), tintFill('ask', PROFILE_LEVEL)].map((fill) =>
      parseColour(palette.fills[fill]),
    )
    for (const under of [ground, parseColour(palette.theme.surface1), ...bars])
      expect(contrast(text, under)).toBeGreaterThanOrEqual(4.5)
  })

  it('the labels of bands and of the last price are readable', () => {
    for (const label of [...Object.values(palette.zoneLabel), ...Object.values(palette.axisLabel)]) {
      expect(contrast(parseColour(label.text), parseColour(label.ground))).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('tints', () => {
  it('small values have no tint, the reference value and larger ones the full level', () => {
    expect(tintLevel(3, 100)).toBe(0)
    expect(tintLevel(4, 100)).toBe(1)
    expect(tintLevel(100, 100)).toBe(TINT_LEVELS)
    expect(tintLevel(1e9, 100)).toBe(TINT_LEVELS)
    expect(tintLevel(5, 0)).toBe(0)
  })

  it('a larger volume never has a weaker tint', () => {
    for (let v = 0; v < 120; v++) expect(tintLevel(v + 1, 100)).toBeGreaterThanOrEqual(tintLevel(v, 100))
  })

  it('every kind and level has a separate fill', () => {
    const all = TINT_KINDS.flatMap((kind) => Array.from({ length: TINT_LEVELS }, (_, n) => tintFill(kind, n + 1)))
    expect(new Set(all).size).toBe(TINT_KINDS.length * TINT_LEVELS)
    expect(tintFill('ask', 0)).toBe(FILL_NONE)
  })
})
