import type { BarWindow } from './bar-window.ts'
import type { FromWorker, ViewMeta } from './protocol.ts'
import { buffersOf } from './slices.ts'

export interface FeedTools {
  post(message: FromWorker, transfer: ArrayBuffer[]): void
  setTimer(act: () => void, ms: number): number
  clearTimer(timer: number): void
}

/**
 * Batches messages to the page: changes of one turn become one update, and the next one waits until the page has drawn
 * the last, so that a slow or hidden page never builds up a queue.
 */
export class PageFeed {
  readonly #tools: FeedTools
  #view = 0
  #window: BarWindow | null = null
  /** First changed bar that the page does not have yet; Infinity when it is up to date. */
  #dirtyFrom = Infinity
  #timer = 0
  #busy = false

  constructor(tools: FeedTools) {
    this.#tools = tools
  }

  /** Another chart: discards pending changes of the last one. */
  begin(view: number): void {
    this.#view = view
    this.#window = null
    this.reset()
  }

  reset(): void {
    this.#tools.clearTimer(this.#timer)
    this.#timer = 0
    this.#dirtyFrom = Infinity
  }

  /** Sends everything shown. `keep`: the same market as before, keep the viewport. */
  whole(window: BarWindow, meta: ViewMeta, keep: boolean): void {
    this.reset()
    this.#window = window
    this.#busy = true
    const { bars, analysis } = window.whole()
    const { watermark, firstNumber } = window
    const message = { type: 'reset', view: this.#view, bars, analysis, keep, meta, watermark, firstNumber } as const
    this.#tools.post(message, buffersOf(bars, analysis))
  }

  /** Bars from `from` on changed, after `prepended` bars came in front. */
  changed(from: number, prepended: number): void {
    this.#dirtyFrom = Math.min(this.#dirtyFrom + prepended, from)
    this.#timer ||= this.#tools.setTimer(() => this.flush(), 0)
  }

  /** The page has drawn the last update. */
  taken(): void {
    this.#busy = false
    this.flush()
  }

  /** Sends pending changes; `force`: even while the page is busy. */
  flush(force = false): void {
    this.#tools.clearTimer(this.#timer)
    this.#timer = 0
    const window = this.#window
    if (!window || this.#dirtyFrom === Infinity || (this.#busy && !force)) return
    const update = window.tail(this.#dirtyFrom)
    this.#dirtyFrom = Infinity
    if (!update) return
    this.#busy = true
    const message = {
      type: 'update',
      view: this.#view,
      watermark: window.watermark,
      firstNumber: window.firstNumber,
      ...update,
    } as const
    this.#tools.post(message, buffersOf(update.bars, update.analysis))
  }
}
