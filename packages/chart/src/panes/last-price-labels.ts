import type { ISeriesPrimitiveAxisView } from 'lightweight-charts'
import type { PaneHost } from './pane-host.ts'

/** Far off the axis: a label there is not drawn. */
const NOWHERE = -1e4
/** Height of a label on the axis, CSS px, so that the countdown stands right below the price. */
const LABEL_HEIGHT = 19

/** The last price on the axis, and the time to the bar's close below it. */
export class LastPriceLabels {
  readonly views: readonly ISeriesPrimitiveAxisView[]
  countdown: string | null = null
  readonly #host: PaneHost
  readonly #y: () => number | null

  constructor(host: PaneHost, yPx: () => number | null) {
    this.#host = host
    this.#y = yPx
    this.views = [this.#view(() => this.#price(), 0), this.#view(() => this.countdown ?? '', LABEL_HEIGHT)]
  }

  #view(text: () => string, below: number): ISeriesPrimitiveAxisView {
    return {
      coordinate: () => this.#coordinate(below),
      fixedCoordinate: () => this.#coordinate(below),
      text,
      textColor: () => this.#colours().text,
      backColor: () => this.#colours().ground,
      visible: () => this.#y() !== null && text() !== '',
      tickVisible: () => false,
    }
  }

  #coordinate(below: number): number {
    const y = this.#y()
    return y === null ? NOWHERE : y / window.devicePixelRatio + below
  }

  #price(): string {
    const scene = this.#host.scene()
    if (scene === null || scene.bars.length === 0) return ''
    return scene.price.text(scene.bars.close[scene.bars.length - 1])
  }

  #colours(): { ground: string; text: string } {
    const scene = this.#host.scene()
    if (scene === null || scene.bars.length === 0) return { ground: '', text: '' }
    const last = scene.bars.length - 1
    return scene.bars.close[last] >= scene.bars.open[last] ? scene.palette.axisLabel.up : scene.palette.axisLabel.down
  }
}
