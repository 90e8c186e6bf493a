import type { ChartTheme } from '../api.ts'
import type { Rgba } from '../layout/colour.ts'
import {
  cssColour,
  getMinContrast,
  mix,
  over,
  parseColour,
  readableOn,
  TEXT_CONTRAST,
  withAlpha,
} from '../layout/colour.ts'

/** Number of tint levels, from faint to full. */
export const TINT_LEVELS = 8
export const TINT_KINDS = ['bid', 'ask', 'positive', 'negative', 'neutral'] as const
export type TintKind = (typeof TINT_KINDS)[number]

/** Tint level of profile bars: distinct, yet numbers stay readable on them and on the background next to them. */
export const PROFILE_LEVEL = 5

const MIN_TINT = 0.05
const MAX_TINT = 0.5
const MIN_BARE_TINT = 0.1
const MAX_BARE_TINT = 0.85
/** Below this share of the reference value a cell has no tint, so that small volume recedes. */
const TINT_FROM = 0.03

/** Not computed yet. */
const UNKNOWN = -2

/** Fill numbers: 0 is none, then the levels of every kind, then the marks in their stacking order. */
export const FILL_NONE = 0
export const TINT_FILLS = TINT_KINDS.length * TINT_LEVELS
const MARKS = [
  'base',
  'dot',
  'pocEdge',
  'bracket',
  'buyStack',
  'sellStack',
  'wickUp',
  'wickDown',
  'wickFlat',
  'bodyUp',
  'bodyDown',
  'bodyFlat',
] as const
export type MarkFill = (typeof MARKS)[number]

export interface TextStyle {
  readonly css: string
  readonly bold: boolean
}

/** A theme prepared for painting: colours as CSS text by number, text colours chosen by contrast. */
export interface Palette {
  readonly theme: ChartTheme
  /** css of fill n (0 unused). */
  readonly fills: readonly string[]
  /** The same with stronger tints, for cells without numbers. */
  readonly bareFills: readonly string[]
  readonly mark: Readonly<Record<MarkFill, number>>
  readonly styles: readonly TextStyle[]
  /** Style of two regular-weight numbers painted as one text on fills a and b; -1 if no colour is readable on both. */
  plainOnBoth(a: number, b: number): number
  /** Style of a regular-weight number on fill n. */
  readonly plainOn: Uint8Array
  /** Style of an imbalance number: [side 0 sell, 1 buy][grade 1-3] on fill n. */
  readonly gradedOn: readonly (readonly Uint8Array[])[]
  /** Style of a number on a profile's bar, which may end anywhere under it. */
  readonly onProfile: number
  /** Label of a band: background and text. */
  readonly zoneLabel: Readonly<Record<'support' | 'resistance', { readonly ground: string; readonly text: string }>>
  /** Label of the last price on the axis. */
  readonly axisLabel: Readonly<Record<'up' | 'down', { readonly ground: string; readonly text: string }>>
  /** Bars of volume. */
  readonly volumeFill: string
  /** The theme's colours, parsed. */
  readonly colour: Readonly<Record<ThemeColour, Rgba>>
}

export type ThemeColour = Exclude<keyof ChartTheme, 'fontFamily'>
const THEME_COLOURS: readonly ThemeColour[] = [
  'surface0',
  'surface1',
  'surface2',
  'surface3',
  'border',
  'text1',
  'text2',
  'text3',
  'brand',
  'positive',
  'negative',
  'warning',
  'bid',
  'ask',
  'poc',
  'zoneSupport',
  'zoneResistance',
  'effort',
]

export function tintFill(kind: TintKind, level: number): number {
  return level <= 0 ? FILL_NONE : 1 + TINT_KINDS.indexOf(kind) * TINT_LEVELS + (level - 1)
}

/**
 * Tint level of `value` where `much` is full tint.
 *
 * Output  0 (none) to TINT_LEVELS; grows faster at the low end (power 0.7), so that medium values differ visibly from
 *         small ones.
 */
export function tintLevel(value: number, much: number): number {
  if (!(much > 0) || value <= TINT_FROM * much) return 0
  return Math.min(TINT_LEVELS, Math.ceil(Math.min(1, value / much) ** 0.7 * TINT_LEVELS))
}

export function createPalette(theme: ChartTheme): Palette {
  const colour = Object.fromEntries(THEME_COLOURS.map((role) => [role, parseColour(theme[role])])) as Record<
    ThemeColour,
    Rgba
  >
  const ground = colour.surface0
  const hue: Record<TintKind, Rgba> = {
    bid: colour.bid,
    ask: colour.ask,
    positive: colour.positive,
    negative: colour.negative,
    neutral: mix(colour.brand, colour.text3, 0.35),
  }
  const grounds = tints(hue, ground, MIN_TINT, MAX_TINT)
  const styles = new StyleTable()
  // An empty background may be covered by a zone band: both must be readable under a number.
  const bare = [
    ground,
    colour.surface1,
    over(withAlpha(colour.zoneSupport, ZONE_FILL), ground),
    over(withAlpha(colour.zoneResistance, ZONE_FILL), ground),
  ]
  const on = (fill: number): readonly Rgba[] => (fill === FILL_NONE ? bare : [grounds[fill]])
  const plainOn = Uint8Array.from(grounds, (_, fill) => {
    return styles.number(readableOn(mix(colour.text2, colour.text1, levelShare(fill)), on(fill)), false)
  })
  const pairs = new Int16Array(grounds.length * grounds.length).fill(UNKNOWN)
  const plainOnBoth = (a: number, b: number): number => {
    const at = a * grounds.length + b
    if (pairs[at] !== UNKNOWN) return pairs[at]
    const both = [...on(a), ...on(b)]
    const share = Math.max(levelShare(a), levelShare(b))
    const text = readableOn(mix(colour.text2, colour.text1, share), both)
    pairs[at] = getMinContrast(text, both) >= TEXT_CONTRAST ? styles.number(text, false) : -1
    return pairs[at]
  }
  const graded = (side: Rgba): Uint8Array[] =>
    [0, 1, 2, 3].map((grade) =>
      Uint8Array.from(grounds, (_, fill) =>
        styles.number(readableOn(gradeColour(side, colour.text1, grade), on(fill)), true),
      ),
    )
  const profile = [...bare, grounds[tintFill('bid', PROFILE_LEVEL)], grounds[tintFill('ask', PROFILE_LEVEL)]]
  const onProfile = styles.number(readableOn(colour.text1, profile), false)
  const label = (hue: Rgba): { ground: string; text: string } => {
    const behind = over(withAlpha(hue, LABEL_FILL), colour.surface2)
    return { ground: cssColour(behind), text: cssColour(readableOn(mix(hue, colour.text1, 0.35), [behind])) }
  }
  const zoneLabel = { support: label(colour.zoneSupport), resistance: label(colour.zoneResistance) }
  // Adjusts the background, so that both directions can use the same text colour.
  const onSolid = (hue: Rgba): { ground: string; text: string } => ({
    ground: cssColour(readableOn(hue, [ground])),
    text: cssColour(ground),
  })
  const axisLabel = { up: onSolid(colour.positive), down: onSolid(colour.negative) }
  const volumeFill = cssColour(over(withAlpha(colour.text3, VOLUME_FILL), ground))
  const fills = grounds.map((colour) => cssColour(colour))
  const bareFills = tints(hue, ground, MIN_BARE_TINT, MAX_BARE_TINT).map((colour) => cssColour(colour))
  const mark = {} as Record<MarkFill, number>
  const markColour = markColours(colour)
  for (const name of MARKS) {
    mark[name] = fills.length
    fills.push(cssColour(markColour[name]))
    bareFills.push(cssColour(markColour[name]))
  }
  return {
    theme,
    fills,
    bareFills,
    mark,
    styles: styles.list,
    plainOnBoth,
    plainOn,
    gradedOn: [graded(colour.bid), graded(colour.ask)],
    onProfile,
    zoneLabel,
    axisLabel,
    volumeFill,
    colour,
  }
}

/** 0 for none and the lowest level, 1 for the highest: stronger tints get stronger text. */
function levelShare(fill: number): number {
  return fill === FILL_NONE ? 0 : ((fill - 1) % TINT_LEVELS) / (TINT_LEVELS - 1)
}

/** The background and every level of every tint over it. */
function tints(hue: Record<TintKind, Rgba>, ground: Rgba, least: number, most: number): Rgba[] {
  const all: Rgba[] = [ground]
  for (const kind of TINT_KINDS) {
    for (let level = 1; level <= TINT_LEVELS; level++) {
      const share = (level - 1) / (TINT_LEVELS - 1)
      all.push(over(withAlpha(hue[kind], least + (most - least) * share), ground))
    }
  }
  return all
}

/** Alpha of a zone band once it held a test; text contrast is computed against it. */
export const ZONE_FILL = 0.16

const VOLUME_FILL = 0.42
const LABEL_FILL = 0.14

/** Higher grades get a purer side colour; grade 1 is closer to the text colour. */
function gradeColour(side: Rgba, text: Rgba, grade: number): Rgba {
  return mix(side, text, grade >= 3 ? 0 : grade === 2 ? 0.14 : 0.28)
}

function markColours(colour: Record<ThemeColour, Rgba>): Record<MarkFill, Rgba> {
  return {
    base: colour.surface1,
    dot: withAlpha(colour.text3, 0.55),
    pocEdge: colour.poc,
    bracket: withAlpha(colour.text2, 0.75),
    buyStack: colour.ask,
    sellStack: colour.bid,
    wickUp: colour.positive,
    wickDown: colour.negative,
    wickFlat: colour.text3,
    bodyUp: colour.positive,
    bodyDown: colour.negative,
    bodyFlat: colour.text3,
  }
}

class StyleTable {
  readonly list: TextStyle[] = []
  readonly #known = new Map<string, number>()

  number(colour: Rgba, bold: boolean): number {
    const css = cssColour(colour)
    const key = `${css}${bold}`
    let known = this.#known.get(key)
    if (known === undefined) {
      known = this.list.length
      this.list.push({ css, bold })
      this.#known.set(key, known)
    }
    return known
  }
}
