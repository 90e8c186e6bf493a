/** A prepared font size: its CSS texts, baseline offset and character widths. */
export interface Fonts {
  readonly px: number
  readonly plain: string
  readonly bold: string
  /** Device px from the middle of a line to the baseline. */
  readonly drop: number
  /** Width of two spaces: the gap between the two numbers of a row. */
  readonly gap: number
  /** Width of a regular-weight number: characters 0-9, point, minus, percent and suffixes. */
  widthOf(text: string): number
}

/** Font size at which proportions are measured, px: large, so that hinting does not round them. */
const SAMPLE = 100
const CHARACTERS = '0123456789.-%KMBT '
/** Gap between two numbers painted as one text. Non-breaking spaces, so that the browser shapes one run. */
export const GAP = '\u00a0\u00a0'

/** Measures each size once. */
export class FontCache {
  readonly #family: string
  #digit: number | null = null
  readonly #known = new Map<number, Fonts>()

  constructor(family: string) {
    this.#family = family
  }

  /** Width of a bold digit relative to the font size: the maximum that numbers may need. */
  get digit(): number {
    this.#digit ??= measureDigit(this.#family)
    return this.#digit
  }

  get(context: CanvasRenderingContext2D, px: number): Fonts {
    const known = this.#known.get(px)
    if (known !== undefined) return known
    const made = measureFonts(context, this.#family, px)
    this.#known.set(px, made)
    return made
  }
}

function measureFonts(context: CanvasRenderingContext2D, family: string, px: number): Fonts {
  const plain = `${px}px ${family}`
  context.font = plain
  const widths = new Float64Array(128)
  for (const character of CHARACTERS) widths[character.charCodeAt(0)] = context.measureText(character).width
  return {
    px,
    plain,
    bold: `700 ${px}px ${family}`,
    drop: context.measureText('0').actualBoundingBoxAscent / 2,
    gap: context.measureText(GAP).width,
    widthOf: (text) => {
      let sum = 0
      for (let i = 0; i < text.length; i++) sum += widths[text.charCodeAt(i) & 127]
      return sum
    },
  }
}

function measureDigit(family: string): number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return 0.6
  context.font = `700 ${SAMPLE}px ${family}`
  return context.measureText('0').width / SAMPLE
}
