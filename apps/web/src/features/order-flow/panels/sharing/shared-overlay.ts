import type { Drawing } from '@flowprint/contract'
import type { Overlay, OverlayScope } from '@flowprint/chart'
import { decimalUnit } from '@flowprint/orderflow'
import { placeDrawing } from '../../drawings/geometry/place-drawing.ts'
import { textSize, type DrawingWords } from '../../drawings/paint/brush.ts'
import { paintDrawing } from '../../drawings/paint/paint-drawing.ts'

/** Read-only drawings of a shared link, paler than the user's own. */
export class SharedOverlay implements Overlay {
  readonly order = 'over'
  readonly #drawings: readonly Drawing[]
  readonly #words: DrawingWords
  readonly #measure = document.createElement('canvas').getContext('2d')!

  constructor(drawings: readonly Drawing[], words: DrawingWords) {
    this.#drawings = drawings
    this.#words = words
  }

  paint({ context, coordinates, bars, units, theme, width, height, ratio }: OverlayScope): void {
    const surface = {
      coordinates,
      cycleMs: bars.cycleMs,
      width,
      height,
      ratio,
      tick: decimalUnit(units.tickSize),
      textSize: (text: string, size: number) => textSize(this.#measure, text, size, ratio, theme.fontFamily),
    }
    const brush = { context, surface, bars, theme, words: this.#words, isCoarse: false }
    context.globalAlpha = 0.7
    for (const drawing of this.#drawings) paintDrawing(brush, placeDrawing(drawing, surface))
  }
}
