import { ItemRing } from './item-ring.ts'
import type { RingLimits } from './item-ring.ts'
import type { LogItem } from './log-item.ts'

/** Slightly less than the tick of a second, which is never exactly on time. */
const QUIET_AFTER_MS = 950

/** The log of one market for one kind of reader: its last minutes and its listeners. */
export class LogRelay {
  readonly ring: ItemRing
  readonly #listeners = new Set<(item: LogItem) => void>()
  /** When the last frame was sent, in ms of `performance.now()`. */
  #lastFrameAt = -Infinity

  constructor(position: number, limits: RingLimits) {
    this.ring = new ItemRing(position, limits)
  }

  get position(): number {
    return this.ring.position
  }

  /** After a second without a frame, the watermark is sent alone. */
  get isQuiet(): boolean {
    return performance.now() - this.#lastFrameAt >= QUIET_AFTER_MS
  }

  deliver(item: LogItem): void {
    const now = performance.now()
    this.ring.push(item, now)
    if (item.kind === 'frame') this.#lastFrameAt = now
    for (const listener of [...this.#listeners]) listener(item)
  }

  /** Returns the unsubscribe function. */
  listen(listener: (item: LogItem) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
