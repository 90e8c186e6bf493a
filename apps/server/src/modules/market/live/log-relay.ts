import { ItemRing } from './item-ring.ts'
import type { RingLimits } from './item-ring.ts'
import type { LogItem } from './log-item.ts'

/** The log of one market as one kind of reader sees it: its last minutes, and whoever listens. */
export class LogRelay {
  readonly ring: ItemRing
  readonly #listeners = new Set<(item: LogItem) => void>()
  /** When the last frame went out, ms of the server's clock: a second without one sends the watermark alone. */
  lastFrameAt = -Infinity

  constructor(position: number, limits: RingLimits) {
    this.ring = new ItemRing(position, limits)
  }

  get position(): number {
    return this.ring.position
  }

  deliver(item: LogItem, now: number): void {
    this.ring.push(item, now)
    if (item.kind === 'frame') this.lastFrameAt = now
    for (const listener of [...this.#listeners]) listener(item)
  }

  /** Returns the function that ends it. */
  listen(listener: (item: LogItem) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
