import type { FromWorker } from '../../../workers/protocol.ts'

/** Charts whose live updates are drawn in one frame: as many as a slow phone draws in 16 ms. */
const MAX_PER_FRAME = 2

/**
 * Spreads the live updates of many charts over frames, in the order in which they arrive. The worker sends a chart its
 * next update once the last one is drawn, so none of them waits for long. Other messages are delivered at once, after
 * the update of the same chart.
 */
export class UpdateTurns {
  readonly #deliver: (chart: number, message: FromWorker) => void
  readonly #waiting = new Map<number, FromWorker>()
  /** Updates delivered since the last frame. */
  #count = 0
  #frame = 0

  constructor(deliver: (chart: number, message: FromWorker) => void) {
    this.#deliver = deliver
  }

  receive(chart: number, message: FromWorker): void {
    const before = this.#waiting.get(chart)
    this.#waiting.delete(chart)
    if (before !== undefined) this.#deliver(chart, before)
    if (message.type !== 'update') return this.#deliver(chart, message)
    this.#waiting.set(chart, message)
    this.#next()
  }

  remove(chart: number): void {
    this.#waiting.delete(chart)
  }

  #next(): void {
    for (const [chart, message] of this.#waiting) {
      if (this.#count === MAX_PER_FRAME) break
      this.#count += 1
      this.#waiting.delete(chart)
      this.#deliver(chart, message)
    }
    if (this.#count > 0 && this.#frame === 0)
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0
        this.#count = 0
        this.#next()
      })
  }
}
