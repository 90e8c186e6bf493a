import { INSTRUMENTS_TOPIC } from '../../platform/bus/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { Instrument, TapeStore } from '../store/index.ts'

/** Data of a market without a reader for this long is no longer followed. */
const UNUSED_MS = 60_000

interface SharedView {
  /** Rejects when the database was unreachable. */
  readonly ready: Promise<void>
  readonly readerCount: number
  queues(): readonly QueueState[]
  close(): void
}

export interface Channel extends SharedView {
  /** Takes over the current state of the instrument. */
  follow(instrument: Instrument): void
  /** Called once a second. */
  pollIfSilent(): void
}

export interface Delayed extends SharedView {
  /** Called once a second. */
  release(): void
}

interface Entry<View> {
  readonly view: View
  usedAt: number
}

export interface ViewHubOptions<Live, Late> {
  readonly store: Pick<TapeStore, 'findInstrument'>
  readonly bus: Bus
  readonly log: Log
  readonly openChannel: (instrument: Instrument) => Live
  readonly openDelayed: (channel: Live, delayMs: number) => Late
}

/** What readers of this process follow: one channel per symbol, one delayed view per symbol and delay. */
export class ViewHub<Live extends Channel, Late extends Delayed> {
  readonly #options: ViewHubOptions<Live, Late>
  readonly #channels = new Map<string, Entry<Live>>()
  readonly #delayed = new Map<string, Entry<Late> & { readonly symbol: string }>()
  readonly #unsubscribe: () => void

  constructor(options: ViewHubOptions<Live, Late>) {
    this.#options = options
    this.#unsubscribe = options.bus.subscribe<string>(INSTRUMENTS_TOPIC, (symbol) => this.#instrumentChanged(symbol))
  }

  /** The market as a reader with this delay sees it. Rejects when the database is unreachable. */
  async view(instrument: Instrument, delayMs: number): Promise<Live | Late> {
    const { symbol } = instrument
    const channel = this.#channel(instrument)
    await channel.ready
    channel.follow(instrument)
    if (delayMs <= 0) return channel
    const key = `${symbol} ${delayMs}`
    let entry = this.#delayed.get(key)
    if (entry === undefined) {
      entry = { symbol, view: this.#options.openDelayed(channel, delayMs), usedAt: performance.now() }
      this.#delayed.set(key, entry)
      entry.view.ready.catch(() => this.#delayed.delete(key))
    }
    entry.usedAt = performance.now()
    await entry.view.ready
    return entry.view
  }

  get subscriptionCount(): number {
    return [...this.#channels.values(), ...this.#delayed.values()].reduce((sum, { view }) => sum + view.readerCount, 0)
  }

  queues(): readonly QueueState[] {
    return [...this.#channels.values(), ...this.#delayed.values()].flatMap(({ view }) => view.queues())
  }

  /** Called once a second, before the connections tick. */
  tick(): void {
    const now = performance.now()
    const followed = new Set<string>()
    for (const [key, entry] of this.#delayed) {
      if (entry.view.readerCount > 0) entry.usedAt = now
      if (now - entry.usedAt <= UNUSED_MS) {
        followed.add(entry.symbol)
        entry.view.release()
        continue
      }
      entry.view.close()
      this.#delayed.delete(key)
    }
    for (const [symbol, entry] of this.#channels) {
      if (entry.view.readerCount > 0 || followed.has(symbol)) entry.usedAt = now
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

  #channel(instrument: Instrument): Live {
    const { symbol } = instrument
    let entry = this.#channels.get(symbol)
    if (entry === undefined) {
      entry = { view: this.#options.openChannel(instrument), usedAt: performance.now() }
      this.#channels.set(symbol, entry)
      entry.view.ready.catch(() => this.#channels.delete(symbol))
    }
    entry.usedAt = performance.now()
    return entry.view
  }

  #instrumentChanged(symbol: string): void {
    const channel = this.#channels.get(symbol)?.view
    if (channel === undefined) return
    const { store, log } = this.#options
    store
      .findInstrument(symbol)
      .then((stored) => (stored === null ? undefined : channel.follow(stored)))
      .catch((error: unknown) => log.warn({ err: error, symbol }, 'a changed instrument could not be read'))
  }
}
