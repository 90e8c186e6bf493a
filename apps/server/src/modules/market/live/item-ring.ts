import type { LogItem } from './log-item.ts'

/** How much of a log, by age and size, is cached for clients that reconnect. */
export interface RingLimits {
  readonly keepMs: number
  readonly maxBytes: number
}

interface Kept {
  readonly item: LogItem
  readonly at: number
}

const sizeOf = (item: LogItem): number => (item.kind === 'frame' ? item.bytes.length : 64)

/** Ring buffer of the last minutes of one log, without gaps: from `base` (exclusive) to `position` (inclusive). */
export class ItemRing {
  readonly #limits: RingLimits
  #kept: Kept[] = []
  #bytes = 0
  /** Every entry after this one is available. */
  base: number
  /** The last entry added. */
  position: number

  constructor(position: number, limits: RingLimits) {
    this.#limits = limits
    this.base = position
    this.position = position
  }

  /** Adds the next item; it must start right after `position`. */
  push(item: LogItem, now: number): void {
    if (item.firstSeq !== this.position + 1) {
      throw new Error(`Invariant: the next log entry is ${this.position + 1}, had ${item.firstSeq}`)
    }
    this.#kept.push({ item, at: now })
    this.#bytes += sizeOf(item)
    this.position = item.lastSeq
    this.#trim(now)
  }

  /** Items with entries after `seq`, oldest first, or null when some of them are no longer available. */
  after(seq: number): LogItem[] | null {
    if (seq < this.base) return null
    return this.#kept.filter(({ item }) => item.lastSeq > seq).map(({ item }) => item)
  }

  /** Clears the buffer: the log continues after `position`. */
  restart(position: number): void {
    this.#kept = []
    this.#bytes = 0
    this.base = position
    this.position = position
  }

  #trim(now: number): void {
    let drop = 0
    while (drop < this.#kept.length - 1) {
      const { item, at } = this.#kept[drop]
      if (now - at <= this.#limits.keepMs && this.#bytes <= this.#limits.maxBytes) break
      this.#bytes -= sizeOf(item)
      this.base = item.lastSeq
      drop++
    }
    if (drop > 0) this.#kept.splice(0, drop)
  }
}
