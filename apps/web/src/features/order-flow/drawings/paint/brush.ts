import type { ChartTheme } from '@flowprint/chart'
import type { Bars } from '@flowprint/orderflow'
import type { Measured } from '../geometry/measure-range.ts'
import type { Surface } from '../geometry/surface.ts'

/** Labels on the chart, in the page's language. */
export interface DrawingWords {
  readonly price: (tick: number) => string
  /** Lines of measurements. */
  readonly measured: (measured: Measured) => readonly string[]
}

/** Context for painting. */
export interface Brush {
  readonly context: CanvasRenderingContext2D
  readonly surface: Surface
  readonly bars: Bars
  readonly theme: ChartTheme
  readonly words: DrawingWords
  readonly isCoarse: boolean
}

/** A colour with an opacity of 0 to 1. Accepts `#rgb` too: the build shortens colour tokens. */
export function faded(colour: string, opacity: number): string {
  const whole = colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}` : colour
  return (
    whole +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
  )
}

/** Font size of a text, CSS px, by its width of 1 to 4. */
const TEXT_PX = [12, 14, 18, 24]
const LINE_HEIGHT = 1.3
const PADDING = 4

export function textFont(width: number, ratio: number, family: string): string {
  return `${width > 2 ? 600 : 500} ${TEXT_PX[width - 1] * ratio}px ${family}`
}

export const textLinePx = (width: number, ratio: number): number => TEXT_PX[width - 1] * LINE_HEIGHT * ratio

/** Size of a text as `paintText` paints it, device px. */
export function textSize(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
  ratio: number,
  family: string,
) {
  context.font = textFont(width, ratio, family)
  const lines = text.split('\n')
  const widest = Math.max(...lines.map((line) => context.measureText(line).width))
  return { width: widest + 2 * PADDING * ratio, height: lines.length * textLinePx(width, ratio) + PADDING * ratio }
}
