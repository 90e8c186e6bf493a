import type { DepthResyncReason, ServerMessage } from '@flowprint/contract'
import type { DepthState } from '../../platform/bus/index.ts'
import { MAX_DEPTH_FILL, readDepthItems } from './depth-channel.ts'
import type { DepthReads, DepthView } from './depth-channel.ts'
import type { FrameItem } from './log-item.ts'

export interface DepthSubscriptionDeps {
  readonly view: DepthView
  readonly depth: DepthReads
  /** JSON and frames, in order. */
  readonly send: (message: ServerMessage | Uint8Array) => void
  readonly onEnd: (subscription: DepthSubscription, reason: DepthResyncReason) => void
}

/** One client's position in the depth log of one market: sends the frames after it, in order, each once. */
export class DepthSubscription {
  readonly view: DepthView
  readonly #deps: DepthSubscriptionDeps
  /** The last entry sent. */
  #applied: number
  #stop: (() => void)[] = []
  #ended = false
  #sentState: DepthState | null = null

  constructor(deps: DepthSubscriptionDeps, fromSeq: number) {
    this.#deps = deps
    this.view = deps.view
    this.#applied = fromSeq
  }

  /** Catches up with the log, then follows it. Rejects when the database is unreachable. */
  async run(): Promise<void> {
    const { relay, instrument } = this.view
    this.#stop.push(this.view.onReset((reason) => this.resync(reason)))
    while (!this.#ended) {
      const kept = relay.ring.after(this.#applied)
      if (kept !== null) {
        // Every item of a depth log is a frame.
        for (const item of kept) this.#deliver(item as FrameItem)
        this.#stop.push(relay.listen((item) => this.#deliver(item as FrameItem)))
        return
      }
      const toSeq = relay.ring.base
      if (toSeq - this.#applied > MAX_DEPTH_FILL) return this.resync('log')
      const items = await readDepthItems(this.#deps.depth, instrument, {
        fromSeq: this.#applied,
        toSeq,
        cut: this.view.cut(),
      })
      if (this.#ended) return
      // What the relay has released is before the cut: fewer entries mean that the log was replaced.
      if (items === null || items.length < toSeq - this.#applied) return this.resync('log')
      for (const item of items) this.#deliver(item)
    }
  }

  /** Tells the client to load the book again, and ends the subscription. */
  resync(reason: DepthResyncReason): void {
    if (this.#ended) return
    this.end()
    this.#deps.onEnd(this, reason)
  }

  end(): void {
    this.#ended = true
    for (const stop of this.#stop) stop()
    this.#stop = []
  }

  /** Called each second, and after the start: sends the state if it changed. */
  sendStatus(): void {
    const state = this.view.state()
    if (this.#ended || state === this.#sentState) return
    this.#sentState = state
    this.#deps.send({ op: 'depth_status', symbol: this.view.instrument.symbol, state })
  }

  #deliver(item: FrameItem): void {
    if (this.#ended || item.lastSeq <= this.#applied) return
    this.#applied = item.lastSeq
    this.#deps.send(item.bytes)
  }
}
