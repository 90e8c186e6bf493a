import { parseColour, type Rgba } from '../layout/colour.ts'
import { HEAT_LEVELS } from './intensity.ts'

/** Palettes of the heatmap. The lightness of each changes in one direction, so that the order is visible without hue. */
export type HeatPaletteName = 'dark' | 'light' | 'colourBlind'

/** A colour in OKLCh: lightness 0-1, chroma, hue in degrees. */
type Anchor = readonly [lightness: number, chroma: number, hue: number]

interface HeatPalette {
  /** A known row without a quantity, relative to the chart's background: the share of `tone`. */
  readonly emptyShare: number
  readonly tone: Anchor
  /** Equally spaced colours from faint to full. */
  readonly anchors: readonly Anchor[]
}

/** Night blue over azure and pale blue to amber and white: cold is little, hot is much. Small quantities recede. */
const DARK: HeatPalette = {
  emptyShare: 0.85,
  tone: [0.165, 0.02, 262],
  anchors: [
    [0.19, 0.035, 262],
    [0.235, 0.06, 262],
    [0.3, 0.09, 261],
    [0.38, 0.12, 259],
    [0.48, 0.135, 254],
    [0.6, 0.11, 238],
    [0.72, 0.05, 215],
    [0.8, 0.12, 78],
    [0.88, 0.145, 86],
    [0.975, 0.045, 98],
  ],
}

/** The same order on paper: pale blue to ink blue, then plum and a saturated crimson for the largest. Little is almost white. */
const LIGHT: HeatPalette = {
  emptyShare: 0.5,
  tone: [0.985, 0.005, 250],
  anchors: [
    [0.972, 0.01, 245],
    [0.952, 0.018, 243],
    [0.925, 0.03, 241],
    [0.885, 0.048, 240],
    [0.83, 0.07, 242],
    [0.755, 0.1, 247],
    [0.66, 0.135, 254],
    [0.555, 0.165, 263],
    [0.47, 0.18, 292],
    [0.41, 0.18, 335],
    [0.37, 0.155, 12],
  ],
}

/** Violet over blue and teal to yellow: blue and yellow remain apart with every colour vision. */
const COLOUR_BLIND: HeatPalette = {
  emptyShare: 0.85,
  tone: [0.17, 0.025, 290],
  anchors: Array.from({ length: 9 }, (_, n): Anchor => {
    const share = n / 8
    return [
      0.23 + 0.7 * share,
      0.07 + 0.08 * Math.sin(Math.PI * (0.15 + 0.75 * share)) + 0.03 * share,
      300 - 193 * share,
    ]
  }),
}

const PALETTES: Readonly<Record<HeatPaletteName, HeatPalette>> = { dark: DARK, light: LIGHT, colourBlind: COLOUR_BLIND }

/** Linear interpolation in OKLab, where equal steps look equal. */
function colourAt(anchors: readonly Anchor[], share: number): Rgba {
  const at = Math.min(anchors.length - 2, Math.floor(share * (anchors.length - 1)))
  const part = share * (anchors.length - 1) - at
  const [from, to] = [toLab(anchors[at]), toLab(anchors[at + 1])]
  return fromLab(from.map((value, n) => value + (to[n] - value) * part))
}

function toLab([lightness, chroma, hue]: Anchor): number[] {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** OKLab to sRGB; channels outside of it are clamped. */
function fromLab([lightness, a, b]: number[]): Rgba {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    r: encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    a: 1,
  }
}

function encode(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}

/**
 * The colours of a palette as pixels of image data (alpha, blue, green, red from the highest byte), by level.
 *
 * Input   surface: the chart's background; an empty row is close to it.
 */
export function heatColours(name: HeatPaletteName, surface: string): Uint32Array {
  const { emptyShare, tone, anchors } = PALETTES[name]
  const ground = parseColour(surface)
  const toned = fromLab(toLab(tone))
  const mixed = (from: number, to: number): number => Math.round(from + (to - from) * emptyShare)
  const empty = { r: mixed(ground.r, toned.r), g: mixed(ground.g, toned.g), b: mixed(ground.b, toned.b), a: 1 }
  return Uint32Array.from({ length: HEAT_LEVELS }, (_, level) =>
    pixelOf(level === 0 ? empty : colourAt(anchors, (level - 1) / (HEAT_LEVELS - 2))),
  )
}

function pixelOf({ r, g, b }: Rgba): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0
}
