import { ItemRing } from './item-ring.ts'
import type { RingLimits } from './item-ring.ts'
import type { LogItem } from './log-item.ts'

/** A little less than the second of the tick, which is never quite punctual. */
const QUIET_AFTER_MS = 950

/** The log of one market as one kind of reader sees it: its last minutes, and whoever listens. */
export class LogRelay {
  readonly ring: ItemRing
  readonly #listeners = new Set<(item: LogItem) => void>()
  /** When the last frame went out, in ms of `performance.now()`. */
  #lastFrameAt = -Infinity

  constructor(position: number, limits: RingLimits) {
    this.ring = new ItemRing(position, limits)
  }

  get position(): number {
    return this.ring.position
  }

  /** A second without a frame sends the watermark alone. */
  get isQuiet(): boolean {
    return performance.now() - this.#lastFrameAt >= QUIET_AFTER_MS
  }

  deliver(item: LogItem): void {
    const now = performance.now()
    this.ring.push(item, now)
    if (item.kind === 'frame') this.#lastFrameAt = now
    for (const listener of [...this.#listeners]) listener(item)
  }

  /** Returns the function that ends it. */
  listen(listener: (item: LogItem) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
