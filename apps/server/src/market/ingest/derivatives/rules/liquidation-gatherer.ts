import type { LiquidationCommit, NewLiquidation } from '../../../store/index.ts'

/** A quiet market extends its coverage this often. */
const EXTEND_MS = 1_000

interface Segment {
  readonly liquidations: NewLiquidation[]
  /** Null: received outside of coverage. */
  cover: { readonly fromMs: number; untilMs: number } | null
}

/**
 * Makes the commits of one market from the events of a feed. Coverage begins with the subscription, reaches to the last
 * message and ends when one was missed; two that do not touch never become one. Pure.
 */
export class LiquidationGatherer {
  /** Null: the venue publishes no liquidations. */
  readonly #isComplete: boolean | null
  readonly #maxWaiting: number
  #segments: Segment[] = []
  #isOpen = false
  /** Coverage begins again with the next message. */
  #isInterrupted = false
  #isFull = false
  /** End of the coverage that was handed out. */
  #takenUntil = -Infinity
  /** Everything before it is covered or unknown. */
  #floor = -Infinity
  #waiting = 0

  constructor(isComplete: boolean | null, maxWaiting: number) {
    this.#isComplete = isComplete
    this.#maxWaiting = maxWaiting
  }

  /** Liquidations that wait for their commit. */
  get waiting(): number {
    return this.#waiting
  }

  /** Forgets everything; coverage begins after `until`, ms. */
  reset(until: number | null): void {
    this.#segments = []
    this.#waiting = 0
    this.#isOpen = false
    this.#isInterrupted = false
    this.#isFull = false
    this.#floor = until ?? -Infinity
    this.#takenUntil = this.#floor
  }

  subscribed(atMs: number): void {
    // While liquidations are dropped, none is covered.
    this.#isInterrupted = this.#isFull
    if (this.#isComplete === null || this.#isOpen || this.#isFull) return
    this.#isOpen = true
    // A coverage that touched the last one would continue it.
    const fromMs = Math.max(atMs, this.#floor + 1)
    this.#floor = fromMs
    this.#segments.push({ liquidations: [], cover: { fromMs, untilMs: fromMs } })
  }

  /** A message of the connection arrived. */
  received(atMs: number): void {
    if (this.#isInterrupted && !this.#isFull) this.subscribed(atMs)
    if (this.#isOpen) this.#extend(atMs)
  }

  /** False: it is dropped, because too many wait for their commit, and coverage ends. */
  liquidation(liquidation: NewLiquidation, receivedAtMs: number): boolean {
    this.received(receivedAtMs)
    if (this.#isFull) return false
    if (this.#waiting >= this.#maxWaiting) {
      this.interrupted()
      this.#isFull = true
      return false
    }
    if (this.#segments.length === 0) this.#segments.push({ liquidations: [], cover: null })
    this.#segments[this.#segments.length - 1].liquidations.push(liquidation)
    this.#waiting += 1
    if (this.#isOpen) this.#extend(liquidation.ts + 1)
    return true
  }

  /** Nothing is received any more; the last message arrived at `atMs`. */
  lost(atMs: number): void {
    this.#isInterrupted = false
    if (!this.#isOpen) return
    this.#extend(atMs)
    this.#isOpen = false
  }

  /** A message was missed; later ones arrive. */
  interrupted(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#isInterrupted = true
  }

  /** The next commit, oldest first; null: there is none yet. */
  take(): LiquidationCommit | null {
    const [segment] = this.#segments
    if (segment === undefined) return null
    const { liquidations, cover } = segment
    const isOpen = this.#isOpen && this.#segments.length === 1
    const grown = (cover?.untilMs ?? -Infinity) - this.#takenUntil
    if (isOpen) {
      if (liquidations.length === 0 && grown < EXTEND_MS) return null
      this.#segments[0] = { liquidations: [], cover }
    } else this.#segments.shift()
    this.#waiting -= liquidations.length
    if (this.#waiting === 0) this.#isFull = false
    if (liquidations.length === 0 && !(grown > 0)) return this.take()
    if (cover === null) return { liquidations, coverage: null }
    this.#takenUntil = Math.max(this.#takenUntil, cover.untilMs)
    return { liquidations, coverage: { ...cover, isComplete: this.#isComplete === true } }
  }

  #extend(untilMs: number): void {
    const cover = this.#segments.at(-1)?.cover
    if (cover === null || cover === undefined) return
    cover.untilMs = Math.max(cover.untilMs, untilMs)
    this.#floor = cover.untilMs
  }
}
