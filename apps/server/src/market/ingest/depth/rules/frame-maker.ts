import { Book, BookChangesBuilder, MINUTE_MS } from '@flowprint/orderflow'
import type { BookChanges, BookProof, BookSide, BookSnapshot, DepthFrame, KnownWindow } from '@flowprint/orderflow'

/** What the store numbers and commits. */
export type NewDepthFrame = Omit<DepthFrame, 'seq' | 'symbol'>

/** A quiet book extends its known time this often. */
const EXTEND_MS = 1_000

const minuteEndAfter = (t: number): number => Math.floor(t / MINUTE_MS) * MINUTE_MS + MINUTE_MS

/**
 * Makes the frames of a log from the events of a book. Times of frames never decrease: a change that arrives after its time
 * was declared known counts at the end of that time. Every full minute of a run is followed by a keyframe. Pure.
 */
export class FrameMaker {
  readonly #book = new Book()
  readonly #pending = new BookChangesBuilder()
  #ready: NewDepthFrame[] = []
  #readyLevels = 0
  #isRunning = false
  #proof: BookProof = 'connection'
  #qtyUnit = ''
  /** End of the last frame. */
  #until = -Infinity
  /** The book is known until this moment, exclusive. */
  #known = -Infinity

  get isRunning(): boolean {
    return this.#isRunning
  }

  get proof(): BookProof {
    return this.#proof
  }

  /** Levels waiting to be committed. */
  get levels(): number {
    return this.#readyLevels + this.#pending.levels
  }

  /** Forgets everything; frames continue after `until`, ms. */
  reset(until: number | null): void {
    this.#ready = []
    this.#readyLevels = 0
    this.#pending.clear()
    this.#isRunning = false
    this.#until = until ?? -Infinity
    this.#known = this.#until
  }

  /** A run starts with the whole book. `reason`: why the previous run ended. */
  start(
    snapshot: BookSnapshot,
    { qtyUnit, proof, reason }: { qtyUnit: string; proof: BookProof; reason: string },
  ): void {
    if (this.#isRunning) this.end('the venue restarted the book')
    const t = Math.max(snapshot.t, this.#until)
    this.#book.load(snapshot)
    this.#isRunning = true
    this.#proof = proof
    this.#qtyUnit = qtyUnit
    this.#until = t
    this.#known = t
    this.#push('start', { snapshot: this.#book.snapshot(t), reason })
  }

  /** Changes of one message, and the known window after them. */
  changes(changes: BookChanges, window: KnownWindow): void {
    if (!this.#isRunning) return
    for (let event = 0; event < changes.events; event++) {
      const t = Math.max(changes.t[event], this.#until)
      this.#passMinutes(t)
      this.#pending.startEvent(Math.max(t, this.#known - 1, this.#until))
      for (let k = event === 0 ? 0 : changes.end[event - 1]; k < changes.end[event]; k++) {
        const side = changes.side[k] as BookSide
        this.#book.set(side, changes.ticks[k], changes.lots[k])
        this.#pending.push(side, changes.ticks[k], changes.lots[k])
      }
      this.#known = Math.max(this.#known, t + 1)
    }
    this.#book.setWindow(window)
  }

  /** The book is unchanged until this moment. */
  alive(t: number): void {
    if (!this.#isRunning) return
    this.#passMinutes(t)
    this.#known = Math.max(this.#known, t)
  }

  /** Quantities count `factor` times as many units of this finer unit from now on. */
  unit(qtyUnit: string, factor: number): void {
    if (!this.#isRunning) return
    this.#flush(this.#known)
    this.#book.rescale(factor)
    this.#qtyUnit = qtyUnit
    this.#push('keyframe', { snapshot: this.#book.snapshot(this.#until) })
  }

  /** The run ends: nothing is known after the last event. */
  end(reason: string): void {
    if (!this.#isRunning) return
    this.#flush(this.#known)
    this.#isRunning = false
    this.#push('end', { reason })
  }

  /** Ends the run without what was not committed yet. */
  shed(reason: string): void {
    this.#ready = []
    this.#readyLevels = 0
    this.#pending.clear()
    if (!this.#isRunning) return
    this.#isRunning = false
    this.#push('end', { reason })
  }

  /** The frames to commit next, oldest first. */
  take(): readonly NewDepthFrame[] {
    if (this.#isRunning && (this.#pending.events > 0 || this.#known - this.#until >= EXTEND_MS))
      this.#flush(this.#known)
    const frames = this.#ready
    this.#ready = []
    this.#readyLevels = 0
    return frames
  }

  /** Finishes the minutes before `t`. */
  #passMinutes(t: number): void {
    for (let end = minuteEndAfter(this.#until); end <= t; end = minuteEndAfter(end)) {
      this.#flush(end)
      this.#known = Math.max(this.#known, end)
    }
  }

  #flush(until: number): void {
    if (until <= this.#until) return
    const changes = this.#pending.build()
    this.#pending.clear()
    this.#until = until
    this.#push('changes', { changes })
    if (until % MINUTE_MS === 0) this.#push('keyframe', { snapshot: this.#book.snapshot(until) })
  }

  #push(kind: NewDepthFrame['kind'], content: Partial<Pick<NewDepthFrame, 'snapshot' | 'changes' | 'reason'>>): void {
    const { snapshot = null, changes = null, reason = '' } = content
    this.#readyLevels += changes?.ticks.length ?? 0
    this.#ready.push({
      kind,
      proof: this.#proof,
      qtyUnit: this.#qtyUnit,
      until: this.#until,
      window: this.#book.window,
      snapshot,
      changes,
      reason,
    })
  }
}
