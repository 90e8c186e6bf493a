import { INSTRUMENTS_TOPIC } from '../../platform/bus/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { Instrument } from '../store/index.ts'
import { DelayedView } from './delayed-view.ts'
import type { MarketView } from './market-view.ts'
import { StatTracker } from './stat-tracker.ts'
import type { StatReads } from './stat-tracker.ts'
import { SummaryTracker } from './summary-tracker.ts'
import { SymbolChannel } from './symbol-channel.ts'
import type { ChannelDeps } from './symbol-channel.ts'

/** A summary not requested for this long is discarded. */
const SUMMARY_KEPT_MS = 30_000

export interface HubDeps extends ChannelDeps {
  /** For summaries. */
  readonly derivatives: StatReads
}

/**
 * The live markets of this process: one channel per symbol, one delayed view per symbol and delay, shared by all
 * connections.
 */
export class MarketHub {
  readonly deps: HubDeps
  readonly #channels = new Map<string, SymbolChannel>()
  readonly #delayed = new Map<string, DelayedView>()
  readonly #summaries = new Map<string, { readonly tracker: SummaryTracker; askedAt: number }>()
  readonly #unsubscribe: () => void

  constructor(deps: HubDeps) {
    this.deps = deps
    this.#unsubscribe = deps.bus.subscribe<string>(INSTRUMENTS_TOPIC, (symbol) => this.#instrumentChanged(symbol))
  }

  /** The market as a reader with this delay sees it. Rejects when the database is unreachable. */
  async view(instrument: Instrument, delayMs: number): Promise<MarketView> {
    const channel = await this.#channel(instrument)
    if (delayMs <= 0) return channel
    const key = keyOf(instrument.symbol, delayMs)
    let view = this.#delayed.get(key)
    if (view === undefined) {
      view = new DelayedView(channel, delayMs, this.deps)
      this.#delayed.set(key, view)
      view.ready.catch(() => this.#delayed.delete(key))
    }
    await view.ready
    return view
  }

  /** The summary of a market for a watchlist, kept up to date while it is requested each second. */
  async summary(instrument: Instrument, delayMs: number): Promise<SummaryTracker> {
    const key = keyOf(instrument.symbol, delayMs)
    const now = this.deps.clock.now()
    const known = this.#summaries.get(key)
    if (known !== undefined) {
      known.askedAt = now
      await known.tracker.begin(now)
      return known.tracker
    }
    const view = await this.view(instrument, delayMs)
    const made = this.#summaries.get(key) ?? { tracker: this.#track(view), askedAt: now }
    this.#summaries.set(key, made)
    await made.tracker.begin(now)
    return made.tracker
  }

  #track(view: MarketView): SummaryTracker {
    const { store, derivatives, bus } = this.deps
    return new SummaryTracker(view, store, new StatTracker(view, derivatives, bus))
  }

  /** Subscriptions, of streams and of alerts. */
  get subscriptionCount(): number {
    return [...this.#channels.values(), ...this.#delayed.values()].reduce(
      (sum, { relay }) => sum + relay.listenerCount,
      0,
    )
  }

  queues(): readonly QueueState[] {
    return [...this.#channels.values(), ...this.#delayed.values()].flatMap((view) => view.queues())
  }

  /** Called once a second, before the connections tick. */
  tick(now: number): void {
    for (const channel of this.#channels.values()) channel.pollIfSilent()
    for (const view of this.#delayed.values()) view.release()
    for (const [key, { tracker, askedAt }] of this.#summaries) {
      if (now - askedAt <= SUMMARY_KEPT_MS) {
        void tracker.refresh(now)
        continue
      }
      tracker.close()
      this.#summaries.delete(key)
    }
  }

  close(): void {
    this.#unsubscribe()
    for (const { tracker } of this.#summaries.values()) tracker.close()
    for (const view of this.#delayed.values()) view.close()
    for (const channel of this.#channels.values()) channel.close()
  }

  async #channel(instrument: Instrument): Promise<SymbolChannel> {
    let channel = this.#channels.get(instrument.symbol)
    if (channel === undefined) {
      channel = new SymbolChannel(instrument, this.deps)
      this.#channels.set(instrument.symbol, channel)
      channel.ready.catch(() => this.#channels.delete(instrument.symbol))
    }
    await channel.ready
    await channel.follow(instrument)
    return channel
  }

  #instrumentChanged(symbol: string): void {
    const channel = this.#channels.get(symbol)
    if (channel === undefined) return
    const { store, log } = this.deps
    store
      .findInstrument(symbol)
      .then((stored) => (stored === null ? undefined : channel.follow(stored)))
      .catch((error: unknown) => log.warn({ err: error, symbol }, 'a changed instrument could not be read'))
  }
}

const keyOf = (symbol: string, delayMs: number): string => `${symbol} ${delayMs}`
