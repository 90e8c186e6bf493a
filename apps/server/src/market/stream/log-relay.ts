import { joinFrames, mergeFrames } from './log-item.ts'
import type { FrameItem, LogItem, RevisionItem } from './log-item.ts'

/** At most 20 frames per second and symbol (CONTRACT section 1). */
const FRAME_GAP_MS = 50
/** Min time between revisions of a running backfill or import. */
const BACKFILL_GAP_MS = 5000
/** Max waiting items: more are released at once, without regard to their rate. */
export const MAX_PACED = 1_000

/**
 * Releases the items of one log in order and rate-limited: waiting frames are merged, and so are revisions of a
 * backfill or an import without a frame between them.
 */
export class Pacer {
  readonly #now: () => number
  readonly #frameGapMs: number
  readonly #out: (item: LogItem) => void
  #waiting: LogItem[] = []
  #timer: NodeJS.Timeout | null = null
  #lastFrame = -Infinity
  #lastBackfill = -Infinity
  #overflows = 0

  constructor(now: () => number, out: (item: LogItem) => void, frameGapMs = FRAME_GAP_MS) {
    this.#now = now
    this.#frameGapMs = frameGapMs
    this.#out = out
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  get overflowCount(): number {
    return this.#overflows
  }

  push(item: LogItem): void {
    const last = this.#waiting.at(-1)
    const joined = last === undefined ? null : joinRevisions(last, item)
    if (joined !== null) this.#waiting[this.#waiting.length - 1] = joined
    else this.#waiting.push(item)
    if (this.#waiting.length > MAX_PACED) this.#releaseAll()
    else this.#flush()
  }

  /** Drops waiting items: the log restarts. */
  clear(): void {
    this.#waiting = []
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #releaseAll(): void {
    const items = joinFrames(this.#waiting)
    this.clear()
    this.#overflows += 1
    this.#lastFrame = this.#lastBackfill = this.#now()
    for (const item of items) this.#out(item)
  }

  #flush(): void {
    for (let ms = this.#sendFirst(); this.#waiting.length > 0; ms = this.#sendFirst()) {
      if (ms > 0) return this.#wait(ms)
    }
  }

  /** Sends the first item, or returns how long it has to wait. */
  #sendFirst(): number {
    const [first, next] = this.#waiting
    if (first === undefined) return 0
    const now = this.#now()
    if (first.kind === 'frame') {
      const wait = this.#lastFrame + this.#frameGapMs - now
      if (wait > 0 && wait <= this.#frameGapMs) return wait
      const end = this.#waiting.findIndex((item) => item.kind !== 'frame')
      const run = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end) as FrameItem[]
      const [merged, ...rest] = mergeFrames(run)
      this.#waiting.unshift(...rest)
      this.#lastFrame = now
      this.#out(merged)
      return 0
    }
    if (isBackfill(first)) {
      const wait = this.#lastBackfill + BACKFILL_GAP_MS - now
      // A revision never holds back the frames after it.
      if (next === undefined && wait > 0 && wait <= BACKFILL_GAP_MS) return wait
      this.#lastBackfill = now
    }
    this.#waiting.shift()
    this.#out(first)
    return 0
  }

  #wait(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#flush()
    }, ms)
    this.#timer.unref()
  }
}

const isBackfill = (item: RevisionItem): boolean => item.reason === 'backfill' || item.reason === 'import'

/** Merges two adjacent revisions of a backfill, or returns null. */
function joinRevisions(a: LogItem, b: LogItem): RevisionItem | null {
  if (a.kind !== 'revision' || b.kind !== 'revision' || !isBackfill(a) || a.reason !== b.reason) return null
  return {
    ...b,
    firstSeq: a.firstSeq,
    newestTs: Math.max(a.newestTs, b.newestTs),
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
  }
}

/** Slightly less than the tick of a second, which is never exactly on time. */
const QUIET_AFTER_MS = 950

/** The log of one market for one kind of reader: its last minutes and its listeners. */
export class LogRelay {
  readonly ring: ItemRing
  readonly #listeners = new Set<(item: LogItem) => void>()
  /** When the last frame was sent, in ms of `performance.now()`. */
  #lastFrameAt = -Infinity

  readonly #onFanOut: (ms: number) => void

  /** `onFanOut`: how long it took to pass an item to all listeners. */
  constructor(position: number, limits: RingLimits, onFanOut: (ms: number) => void = () => {}) {
    this.ring = new ItemRing(position, limits)
    this.#onFanOut = onFanOut
  }

  get position(): number {
    return this.ring.position
  }

  get listenerCount(): number {
    return this.#listeners.size
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
    if (this.#listeners.size > 0) this.#onFanOut(performance.now() - now)
  }

  /** Returns the unsubscribe function. */
  listen(listener: (item: LogItem) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** How much of a log, by age and size, is cached for clients that reconnect. */
export interface RingLimits {
  readonly keepMs: number
  readonly maxBytes: number
}

interface Kept {
  readonly item: LogItem
  readonly at: number
}

export const sizeOf = (item: LogItem): number => (item.kind === 'frame' ? item.bytes.length : 64)

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

  get bytes(): number {
    return this.#bytes
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
