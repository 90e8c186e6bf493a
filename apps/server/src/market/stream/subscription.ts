import type { ResyncReason, ServerMessage } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { TapeStore } from '../store/index.ts'
import { frameAfter, readItems } from './log-item.ts'
import type { LogItem, RevisionItem } from './log-item.ts'
import type { MarketStatus, MarketView } from './market-view.ts'

/** Above this many ranges or minutes at once, reloading everything is cheaper (CONTRACT stream rule 4). */
const MAX_RANGES = 20
const MAX_MINUTES = 2000
/** Revisions within this time count as simultaneous. */
const SIMULTANEOUS_MS = 1000
/** Max entries to catch up with; beyond that the client reloads. */
export const MAX_CATCH_UP = 100_000
/** A state other than "live" is repeated at this interval, because its lag grows. */
const REPEAT_STATUS_MS = 5000

export interface SubscriptionDeps {
  readonly view: MarketView
  readonly store: TapeStore
  /** JSON and frames, in order. */
  readonly send: (message: ServerMessage | Uint8Array) => void
  readonly onEnd: (subscription: Subscription, reason: ResyncReason) => void
}

/** One client's position in the log of one market: sends the entries after it, in order, each once. */
export class Subscription {
  readonly view: MarketView
  readonly #deps: SubscriptionDeps
  /** The last entry sent. */
  #applied: number
  #stop: (() => void)[] = []
  #ended = false
  /** Caught up: new items are sent as they arrive. */
  #isFollowing = false
  #ranges: { readonly at: number; readonly minutes: number }[] = []
  #said: { readonly state: string; readonly at: number } | null = null

  constructor(deps: SubscriptionDeps, fromSeq: number) {
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
        if (isTooMuch(kept)) return this.resync('revisions')
        for (const item of kept) this.#deliver(item)
        this.#stop.push(relay.listen((item) => this.#handle(item)))
        this.#isFollowing = true
        return
      }
      const upTo = relay.ring.base
      if (upTo - this.#applied > MAX_CATCH_UP) return this.resync('log')
      const items = await readItems(this.#deps.store, instrument, this.#applied, upTo, true)
      if (this.#ended) return
      if (items === null) return this.resync('log')
      if (isTooMuch(items)) return this.resync('revisions')
      for (const item of items) this.#deliver(item)
      this.#applied = Math.max(this.#applied, upTo)
    }
  }

  /** Tells the client to reload its history, and ends the subscription. */
  resync(reason: ResyncReason): void {
    if (this.#ended) return
    this.end()
    this.#deps.onEnd(this, reason)
  }

  end(): void {
    this.#ended = true
    for (const stop of this.#stop) stop()
    this.#stop = []
  }

  /** Called each second: sends the watermark if no frame carried it, and the state if it changed. */
  tick(now: number): void {
    if (this.#ended) return
    const watermark = this.view.watermark()
    // A client that catches up learns the watermark from its frames: older trades are still to come.
    if (watermark !== null && this.#isFollowing && this.view.relay.isQuiet) {
      this.#deps.send({ op: 'clock', symbol: this.view.instrument.symbol, watermark })
    }
    this.sendStatus(now)
  }

  sendStatus(now: number): void {
    const status = this.view.status()
    if (status === null || !this.#isNews(status, now)) return
    this.#said = { state: status.state, at: now }
    this.#deps.send({
      op: 'status',
      symbol: this.view.instrument.symbol,
      state: status.state,
      lag_ms: Math.round(status.lagMs),
    })
  }

  #isNews({ state }: MarketStatus, now: number): boolean {
    if (this.#said === null || this.#said.state !== state) return true
    return state !== 'live' && now - this.#said.at >= REPEAT_STATUS_MS
  }

  #handle(item: LogItem): void {
    if (item.kind === 'revision' && this.#isTooMuchAtOnce(item)) return this.resync('revisions')
    this.#deliver(item)
  }

  #deliver(item: LogItem): void {
    if (this.#ended || item.lastSeq <= this.#applied) return
    const from = this.#applied
    this.#applied = item.lastSeq
    if (item.kind === 'frame') return this.#deps.send(frameAfter(item, from).bytes)
    const { firstSeq, lastSeq, reason } = item
    this.#deps.send({
      op: 'revision',
      symbol: this.view.instrument.symbol,
      seq: lastSeq,
      ...(firstSeq < lastSeq ? { first_seq: firstSeq } : {}),
      from: item.from,
      to: item.to,
      revision: lastSeq,
      reason,
    })
  }

  #isTooMuchAtOnce(item: RevisionItem): boolean {
    const at = performance.now()
    this.#ranges = this.#ranges.filter((range) => at - range.at < SIMULTANEOUS_MS)
    this.#ranges.push({ at, minutes: minutesOf(item) })
    return isOver(this.#ranges.map((range) => range.minutes))
  }
}

const minutesOf = (item: RevisionItem): number => (item.to - item.from) / MINUTE_MS

const isTooMuch = (items: readonly LogItem[]): boolean =>
  isOver(items.flatMap((item) => (item.kind === 'revision' ? [minutesOf(item)] : [])))

const isOver = (minutes: readonly number[]): boolean =>
  minutes.length > MAX_RANGES || minutes.reduce((sum, one) => sum + one, 0) > MAX_MINUTES
