import type { FromWorker } from '../../../workers/protocol.ts'

/** Time per frame for live updates: half a frame of 60 Hz. The rest is for the pointer and the page. */
const BUDGET_MS = 8
/** Charts per frame while the time of an update is unknown. */
const INITIAL_COUNT = 2
/** A shorter time lowers the estimate by this share of the difference; a longer one raises it at once. */
const DECAY = 0.05

/**
 * Spreads the live updates of many charts over frames, in the order in which they arrive: as many per frame as this
 * device draws within BUDGET_MS, at least one. The worker sends a chart its next update once the last one is drawn, so
 * none of them waits for long. Other messages are delivered at once, after the update of the same chart.
 */
export class UpdateTurns {
  readonly #deliver: (chart: number, message: FromWorker) => void
  readonly #waiting = new Map<number, FromWorker>()
  /** Updates delivered since the last frame, and the time that took. */
  #count = 0
  #deliveryMs = 0
  #frame = 0
  /** Time to deliver and draw one update; null while unknown. */
  #updateMs: number | null = null

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
    const max = this.#updateMs === null ? INITIAL_COUNT : Math.max(1, Math.floor(BUDGET_MS / this.#updateMs))
    const startedAt = performance.now()
    for (const [chart, message] of this.#waiting) {
      if (this.#count >= max) break
      this.#count += 1
      this.#waiting.delete(chart)
      this.#deliver(chart, message)
    }
    this.#deliveryMs += performance.now() - startedAt
    if (this.#count > 0 && this.#frame === 0)
      // Charts ask for their frame when they receive an update: they are drawn before this callback.
      this.#frame = requestAnimationFrame((frameAt) => {
        this.#learn((this.#deliveryMs + performance.now() - frameAt) / this.#count)
        this.#frame = 0
        this.#count = 0
        this.#deliveryMs = 0
        this.#next()
      })
  }

  #learn(updateMs: number): void {
    const known = this.#updateMs ?? updateMs
    this.#updateMs = updateMs > known ? updateMs : known + DECAY * (updateMs - known)
  }
}
