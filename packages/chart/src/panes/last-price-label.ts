import type { Scene } from '../renderers/scene.ts'
import { LiveCanvas } from './live-canvas.ts'

const FONT = 11
const SMALL_FONT = 10
/** Heights of the price's and the countdown's line, and the text padding, CSS px. */
const LINE = 18
const SMALL_LINE = 14
const PADDING = 9
const RADIUS = 2

/** The last price on the axis and, in the same box, the time to the bar's close. */
export class LastPriceLabel {
  countdown: string | null = null
  readonly #live: LiveCanvas

  constructor(row: () => HTMLElement | null) {
    this.#live = new LiveCanvas('axis', row)
  }

  get canvases(): readonly HTMLCanvasElement[] {
    return this.#live.canvases
  }

  /** `yPx`: device y of the price; null for no label. */
  paint(scene: Scene, yPx: number | null, ratio: number): void {
    const area = this.#live.begin()
    if (area === null || yPx === null || yPx < 0 || yPx >= area.height) return
    const { context, width } = area
    const last = scene.bars.length - 1
    const colours =
      scene.bars.close[last] >= scene.bars.open[last] ? scene.palette.axisLabel.up : scene.palette.axisLabel.down
    const line = Math.round(LINE * ratio)
    const top = Math.round(yPx - line / 2)
    const height = line + (this.countdown === null ? 0 : Math.round(SMALL_LINE * ratio))
    context.fillStyle = colours.ground
    context.beginPath()
    context.roundRect(0, top, width - Math.round(3 * ratio), height, [0, RADIUS * ratio, RADIUS * ratio, 0])
    context.fill()
    context.fillStyle = colours.text
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    const { fontFamily } = scene.palette.theme
    context.font = `600 ${Math.round(FONT * ratio)}px ${fontFamily}`
    context.fillText(scene.price.text(scene.bars.close[last]), PADDING * ratio, top + line / 2)
    if (this.countdown === null) return
    context.font = `${Math.round(SMALL_FONT * ratio)}px ${fontFamily}`
    context.fillText(this.countdown, PADDING * ratio, top + line + (SMALL_LINE * ratio) / 2 - Math.round(1.5 * ratio))
  }

  clear(): void {
    this.#live.begin()
  }

  release(): void {
    this.#live.release()
  }
}
