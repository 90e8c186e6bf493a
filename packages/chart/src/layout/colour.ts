/** A colour as red, green, blue 0-255 and alpha 0-1. */
export interface Rgba {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const FUNCTION = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+)(%?))?\s*\)$/i

/**
 * Parses a theme colour.
 *
 * Input   `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()` or `rgba()` with commas or spaces.
 * Throws  RangeError for anything else: a theme token is missing, which must fail immediately.
 */
export function parseColour(text: string): Rgba {
  const trimmed = text.trim()
  const hex = HEX.exec(trimmed)
  if (hex !== null) return fromHex(hex[1])
  const parts = FUNCTION.exec(trimmed)
  if (parts === null) throw new RangeError(`Condition failed: a colour of the theme, had "${text}"`)
  const alpha = parts[4] === undefined ? 1 : Number(parts[4]) / (parts[5] === '%' ? 100 : 1)
  return { r: Number(parts[1]), g: Number(parts[2]), b: Number(parts[3]), a: alpha }
}

function fromHex(digits: string): Rgba {
  const wide = digits.length < 6 ? Array.from(digits, (d) => d + d).join('') : digits
  const channel = (at: number): number => Number.parseInt(wide.slice(at, at + 2), 16)
  return { r: channel(0), g: channel(2), b: channel(4), a: wide.length === 8 ? channel(6) / 255 : 1 }
}

/** CSS text of a colour, channels rounded. */
export function cssColour(colour: Rgba): string {
  const r = Math.round(colour.r)
  const g = Math.round(colour.g)
  const b = Math.round(colour.b)
  return colour.a >= 1 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${Math.round(colour.a * 1000) / 1000})`
}

/** `share` 0 = `from`, 1 = `to`, in sRGB, alpha included. */
export function mix(from: Rgba, to: Rgba, share: number): Rgba {
  const part = (a: number, b: number): number => a + (b - a) * share
  return { r: part(from.r, to.r), g: part(from.g, to.g), b: part(from.b, to.b), a: part(from.a, to.a) }
}

/** The same hue with another alpha. */
export function withAlpha(colour: Rgba, alpha: number): Rgba {
  return { ...colour, a: alpha }
}

/** Colour that results from `top` over an opaque `ground`, in whole channels, as painted. */
export function over(top: Rgba, ground: Rgba): Rgba {
  return rounded({ ...mix(ground, top, top.a), a: 1 })
}

/** Relative luminance 0-1 of an opaque colour (WCAG 2). */
export function luminance(colour: Rgba): number {
  return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Contrast of two opaque colours, 1-21 (WCAG 2). */
export function contrast(a: Rgba, b: Rgba): number {
  const la = luminance(a)
  const lb = luminance(b)
  return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05)
}

/** Minimum contrast of any text with its background. */
export const TEXT_CONTRAST = 4.5

const WHITE: Rgba = { r: 255, g: 255, b: 255, a: 1 }
const BLACK: Rgba = { r: 0, g: 0, b: 0, a: 1 }
const STEPS = 20

/**
 * The colour nearest to `wanted` that is readable on every one of the grounds.
 *
 * Input   opaque colours; at least one ground.
 * Output  `wanted` itself if its lowest contrast is sufficient; else `wanted` moved in twentieths towards white or
 *         black, whichever suffices first (tie: white); else the end with the higher lowest contrast.
 */
export function readableOn(wanted: Rgba, grounds: readonly Rgba[], least: number = TEXT_CONTRAST): Rgba {
  for (let step = 0; step <= STEPS; step++) {
    for (const end of step === 0 ? [wanted] : [WHITE, BLACK]) {
      // Round before measuring: painted colours have whole channels.
      const candidate = rounded(mix(wanted, end, step / STEPS))
      if (getMinContrast(candidate, grounds) >= least) return candidate
    }
  }
  return getMinContrast(WHITE, grounds) >= getMinContrast(BLACK, grounds) ? WHITE : BLACK
}

/** The lowest contrast of a text colour over several grounds. */
export function getMinContrast(text: Rgba, grounds: readonly Rgba[]): number {
  return grounds.reduce((least, ground) => Math.min(least, contrast(text, ground)), Infinity)
}

function rounded(colour: Rgba): Rgba {
  return { r: Math.round(colour.r), g: Math.round(colour.g), b: Math.round(colour.b), a: colour.a }
}
