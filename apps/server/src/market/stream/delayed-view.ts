import { MINUTE_MS } from '@flowprint/orderflow'
import type { Clock } from '../../platform/clock/index.ts'
import { cutOf } from '../load-instrument.ts'
import type { Instrument, TapeStore } from '../store/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import { joinFrames, readItems } from './log-item.ts'
import type { LogItem } from './log-item.ts'
import { LogRelay, sizeOf } from './log-relay.ts'
import type { MarketStatus, MarketView } from './market-view.ts'
import type { ChannelDeps, SymbolChannel } from './symbol-channel.ts'

const RING = { keepMs: 5 * MINUTE_MS, maxBytes: 8 * 1024 * 1024 }
/** Max bytes held back for a delay; later items are loaded from the database when the first ones are released. */
const MAX_HELD_BYTES = 16 * 1024 * 1024
/** Log entries loaded at once. */
const MAX_REFILL = 50_000

/**
 * The market as seen by all readers with the same delay (CONTRACT stream rule 7): one relay that releases each item, in
 * log order, once its newest trade is before the cut.
 */
export class DelayedView implements MarketView {
  readonly relay: LogRelay
  /** Of the latest start; subscribers wait for it. */
  ready: Promise<void>
  readonly #source: SymbolChannel
  readonly #store: TapeStore
  readonly #clock: Clock
  readonly #delayMs: number
  readonly #maxHeldBytes: number
  readonly #stop: (() => void)[]
  /** Not released yet, in order. */
  #held: LogItem[] = []
  #heldBytes = 0
  /** The last entry held, or released when none is; later ones are in the database. */
  #heldUpTo = 0
  #isRefilling = false
  #overflows = 0
  #state: 'starting' | 'running' | 'failed' = 'starting'
  #beginnings = 0

  constructor(
    source: SymbolChannel,
    delayMs: number,
    deps: Pick<ChannelDeps, 'store' | 'clock' | 'maxHeldBytes' | 'onFanOut'>,
  ) {
    this.relay = new LogRelay(0, RING, deps.onFanOut)
    this.#source = source
    this.#delayMs = delayMs
    this.#store = deps.store
    this.#maxHeldBytes = deps.maxHeldBytes ?? MAX_HELD_BYTES
    this.#clock = deps.clock
    this.#stop = [
      source.onItem((item) => this.#hold(item)),
      source.onReset(() => {
        this.#restartHeld([])
        this.#restart()
      }),
    ]
    this.ready = this.#start()
    this.ready.catch(() => this.close())
  }

  get instrument(): Instrument {
    return this.#source.instrument
  }

  cut(): number {
    return cutOf(this.#delayMs, this.#clock.now()) as number
  }

  watermark(): number | null {
    const live = this.#source.watermark()
    return live === null ? null : Math.min(live, this.cut())
  }

  status(): MarketStatus | null {
    const live = this.#source.status()
    const watermark = this.watermark()
    if (live === null || watermark === null) return null
    return { state: live.state === 'live' ? 'delayed' : live.state, lagMs: Math.max(0, this.#clock.now() - watermark) }
  }

  queues(): readonly QueueState[] {
    return [
      { queue: 'market_delayed', size: this.#heldBytes, bound: this.#maxHeldBytes, overflows: this.#overflows },
      { queue: 'market_replay', size: this.relay.ring.bytes, bound: RING.maxBytes, overflows: 0 },
    ]
  }

  onReset(listener: (reason: 'tape' | 'version' | 'log') => void): () => void {
    return this.#source.onReset(listener)
  }

  /**
   * Called each second: releases what the cut has passed, a frame only after every earlier one; restarts after a
   * failure.
   */
  release(): void {
    if (this.#state === 'failed') this.#restart()
    if (this.#state !== 'running') return
    const cut = this.cut()
    let count = 0
    while (count < this.#held.length && this.#held[count].newestTs < cut) count++
    const released = this.#held.splice(0, count)
    for (const item of released) this.#heldBytes -= sizeOf(item)
    for (const item of joinFrames(released)) this.relay.deliver(item)
    if (this.#heldUpTo < this.#source.taken && this.#heldBytes < this.#maxHeldBytes / 2) this.#refill()
  }

  /** Holds the item back, unless there is no room for it or for an earlier one. */
  #hold(item: LogItem): void {
    // Before the start its position is unknown: everything is kept until then.
    if (this.#state === 'running' && item.firstSeq > this.#heldUpTo + 1) return
    if (this.#heldBytes >= this.#maxHeldBytes) {
      this.#overflows += 1
      return
    }
    this.#held.push(item)
    this.#heldBytes += sizeOf(item)
    this.#heldUpTo = item.lastSeq
  }

  #restartHeld(items: LogItem[]): void {
    this.#held = items
    this.#heldBytes = items.reduce((sum, item) => sum + sizeOf(item), 0)
    this.#heldUpTo = items.at(-1)?.lastSeq ?? this.#heldUpTo
  }

  /** Loads the entries after those held. A failure is repeated with the next release. */
  #refill(): void {
    if (this.#isRefilling) return
    this.#isRefilling = true
    const beginning = this.#beginnings
    const from = this.#heldUpTo
    const upTo = Math.min(this.#source.taken, from + MAX_REFILL)
    readItems(this.#store, this.instrument, from, upTo, false)
      .then((items) => {
        if (beginning !== this.#beginnings || this.#heldUpTo !== from) return
        // The log does not reach back that far.
        if (items === null) return this.#restart()
        this.#restartHeld([...this.#held, ...items])
      })
      .catch(() => {})
      .finally(() => (this.#isRefilling = false))
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  #restart(): void {
    this.ready = this.#start()
    this.ready.catch(() => {})
  }

  async #start(): Promise<void> {
    this.#state = 'starting'
    this.#beginnings += 1
    try {
      await this.#begin()
    } catch (error) {
      this.#state = 'failed'
      throw error
    }
  }

  async #begin(): Promise<void> {
    const beginning = this.#beginnings
    await this.#source.ready
    const from = await this.#store.releasedSeq(this.instrument, this.cut())
    const { taken } = this.#source
    const upTo = Math.min(taken, from + MAX_REFILL)
    const older = await readItems(this.#store, this.instrument, from, upTo, false)
    // The log was reset while reading: the result belongs to the old one.
    if (beginning !== this.#beginnings) return this.ready
    // The log does not reach back to the cut (a new tape, or one just restored): begin with the next items.
    this.relay.ring.restart(older === null ? taken : from)
    const last = older === null ? taken : (older.at(-1)?.lastSeq ?? upTo)
    const next = this.#held.filter((item) => item.lastSeq > last)
    // Items that do not follow the loaded ones are loaded later.
    const follows = next.length > 0 && next[0].firstSeq <= last + 1
    this.#heldUpTo = last
    this.#restartHeld([...(older ?? []), ...(follows ? next : [])])
    this.#state = 'running'
    this.release()
  }
}
