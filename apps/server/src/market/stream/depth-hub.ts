import { INSTRUMENTS_TOPIC } from '../../platform/bus/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { Instrument } from '../store/index.ts'
import { DelayedDepth } from './delayed-depth.ts'
import { DepthChannel } from './depth-channel.ts'
import type { DepthDeps, DepthView } from './depth-channel.ts'

/** A book without a reader for this long is no longer followed. */
const UNUSED_MS = 60_000

interface Entry<View> {
  readonly view: View
  usedAt: number
}

/** The order books that readers of this process follow: one channel per symbol, one delayed view per symbol and delay. */
export class DepthHub {
  readonly deps: DepthDeps
  readonly #channels = new Map<string, Entry<DepthChannel>>()
  readonly #delayed = new Map<string, Entry<DelayedDepth> & { readonly symbol: string }>()
  readonly #unsubscribe: () => void

  constructor(deps: DepthDeps) {
    this.deps = deps
    this.#unsubscribe = deps.bus.subscribe<string>(INSTRUMENTS_TOPIC, (symbol) => this.#instrumentChanged(symbol))
  }

  /** The book as a reader with this delay sees it. Rejects when the database is unreachable. */
  async view(instrument: Instrument, delayMs: number): Promise<DepthView> {
    const { symbol } = instrument
    const channel = this.#channel(instrument)
    await channel.ready
    channel.follow(instrument)
    if (delayMs <= 0) return channel
    const key = `${symbol} ${delayMs}`
    let entry = this.#delayed.get(key)
    if (entry === undefined) {
      entry = { symbol, view: new DelayedDepth(channel, delayMs, this.deps), usedAt: performance.now() }
      this.#delayed.set(key, entry)
      entry.view.ready.catch(() => this.#delayed.delete(key))
    }
    entry.usedAt = performance.now()
    await entry.view.ready
    return entry.view
  }

  get subscriptionCount(): number {
    return [...this.#channels.values(), ...this.#delayed.values()].reduce(
      (sum, { view }) => sum + view.relay.listenerCount,
      0,
    )
  }

  queues(): readonly QueueState[] {
    return [...this.#channels.values(), ...this.#delayed.values()].flatMap(({ view }) => view.queues())
  }

  /** Called once a second, before the connections tick. */
  tick(): void {
    const now = performance.now()
    const followed = new Set<string>()
    for (const [key, entry] of this.#delayed) {
      if (entry.view.relay.listenerCount > 0) entry.usedAt = now
      if (now - entry.usedAt <= UNUSED_MS) {
        followed.add(entry.symbol)
        entry.view.release()
        continue
      }
      entry.view.close()
      this.#delayed.delete(key)
    }
    for (const [symbol, entry] of this.#channels) {
      if (entry.view.relay.listenerCount > 0 || followed.has(symbol)) entry.usedAt = now
      if (now - entry.usedAt <= UNUSED_MS) {
        entry.view.pollIfSilent()
        continue
      }
      entry.view.close()
      this.#channels.delete(symbol)
    }
  }

  close(): void {
    this.#unsubscribe()
    for (const { view } of [...this.#delayed.values(), ...this.#channels.values()]) view.close()
  }

  #channel(instrument: Instrument): DepthChannel {
    const { symbol } = instrument
    let entry = this.#channels.get(symbol)
    if (entry === undefined) {
      entry = { view: new DepthChannel(instrument, this.deps), usedAt: performance.now() }
      this.#channels.set(symbol, entry)
      entry.view.ready.catch(() => this.#channels.delete(symbol))
    }
    entry.usedAt = performance.now()
    return entry.view
  }

  #instrumentChanged(symbol: string): void {
    const channel = this.#channels.get(symbol)?.view
    if (channel === undefined) return
    const { store, log } = this.deps
    store
      .findInstrument(symbol)
      .then((stored) => (stored === null ? undefined : channel.follow(stored)))
      .catch((error: unknown) => log.warn({ err: error, symbol }, 'a changed instrument could not be read'))
  }
}
