import { MINUTE_MS } from '@flowprint/orderflow'
import type { Clock } from '../../platform/clock/index.ts'
import { cutOf } from '../load-instrument.ts'
import type { Instrument, TapeStore } from '../store/index.ts'
import { joinFrames, readItems } from './log-item.ts'
import type { LogItem } from './log-item.ts'
import { LogRelay } from './log-relay.ts'
import type { MarketStatus, MarketView } from './market-view.ts'
import type { SymbolChannel } from './symbol-channel.ts'

const RING = { keepMs: 5 * MINUTE_MS, maxBytes: 8 * 1024 * 1024 }
/**
 * The market as seen by all readers with the same delay (CONTRACT stream rule 7): one relay that releases each item, in
 * log order, once its newest trade is before the cut.
 */
export class DelayedView implements MarketView {
  readonly relay = new LogRelay(0, RING)
  /** Of the latest start; subscribers wait for it. */
  ready: Promise<void>
  readonly #source: SymbolChannel
  readonly #store: TapeStore
  readonly #clock: Clock
  readonly #delayMs: number
  readonly #stop: (() => void)[]
  /** Not released yet, in order. */
  #held: LogItem[] = []
  #state: 'starting' | 'running' | 'failed' = 'starting'
  #beginnings = 0

  constructor(source: SymbolChannel, delayMs: number, deps: { readonly store: TapeStore; readonly clock: Clock }) {
    this.#source = source
    this.#delayMs = delayMs
    this.#store = deps.store
    this.#clock = deps.clock
    this.#stop = [
      source.onItem((item) => this.#held.push(item)),
      source.onReset(() => {
        this.#held = []
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
    for (const item of joinFrames(this.#held.splice(0, count))) this.relay.deliver(item)
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
    const upTo = this.#source.taken
    const older = await readItems(this.#store, this.instrument, from, upTo, false)
    // The log was reset while reading: the result belongs to the old one.
    if (beginning !== this.#beginnings) return this.ready
    // The log does not reach back to the cut (a new tape, or one just restored): begin with the next items.
    const first = older === null ? upTo : from
    this.relay.ring.restart(first)
    this.#held = [...(older ?? []), ...this.#held.filter((item) => item.lastSeq > upTo)]
    this.#state = 'running'
    this.release()
  }
}
