/** Fonts of a size, and how far below the middle of a row the baseline of digits lies. */
export interface Fonts {
  readonly plain: string
  readonly bold: string
  /** Device px from the middle of a line to the baseline. */
  readonly drop: number
}

/** Measures each size once. */
export class FontBook {
  readonly #family: string
  readonly #known = new Map<number, Fonts>()

  constructor(family: string) {
    this.#family = family
  }

  get(context: CanvasRenderingContext2D, px: number): Fonts {
    const known = this.#known.get(px)
    if (known !== undefined) return known
    const plain = `${px}px ${this.#family}`
    context.font = plain
    const ascent = context.measureText('0').actualBoundingBoxAscent
    const fonts = { plain, bold: `700 ${px}px ${this.#family}`, drop: ascent / 2 }
    this.#known.set(px, fonts)
    return fonts
  }
}
