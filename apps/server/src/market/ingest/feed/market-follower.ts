import type { MarketListing, VenueRest } from '@flowprint/venues'
import { backoffMs } from '@flowprint/orderflow'
import { Signal, delay } from '../../../platform/async/index.ts'
import { tapeTopic } from '../../../platform/bus/index.ts'
import type { Bus, FeedState, TapeEvent } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { FencedError } from '../../../platform/lease/index.ts'
import { ConversionRefusedError, TickChangedError } from '../../store/index.ts'
import type { Instrument, Lease } from '../../store/index.ts'
import { GapRepairer } from './gap-repairer.ts'
import type { MarketReport, MarketState } from './feed-registry.ts'
import { MarketWriter } from './market-writer.ts'
import type { WriterOptions } from './market-writer.ts'
import type { RepairTraits } from './gap-repairer.ts'
import { fitUnits, isSameUnits } from './rules/feed-rules.ts'
import { checkVolumes } from './volume-check.ts'

export interface FollowerOptions extends Omit<WriterOptions, 'symbol' | 'onEvent'> {
  readonly bus: Bus
  readonly listing: MarketListing
  readonly rest: VenueRest
  readonly traits: RepairTraits
  readonly subscribe: (listing: MarketListing) => void
  readonly unsubscribe: (symbol: string) => void
  /** Called on stop: whether the market should no longer be followed. */
  readonly isRetired: () => boolean
  /** Called when the first trade is stored or a gap was given up: earlier data is left to the backfill. */
  readonly fetchPast: () => void
}

/** Min frequency of clock updates and state checks. */
const TICK_MS = 1_000
/** An unchanged state is repeated at this interval, because its lag changes. */
const REPEAT_STATUS_MS = 3_000
const RETRY = { baseMs: 500, maxMs: 10_000 }
/** Log every Nth consecutive failure. */
const LOG_EVERY = 30
/** If the lease is not acquired by then, another process holds it: no need to stay subscribed. */
const ELSEWHERE_MS = 5_000

/**
 * Follows one market: holds its lease, subscribes, commits the feed's trades, has gaps repaired, and reports its
 * status. Trades are buffered in memory while the database is unavailable.
 */
export class MarketFollower {
  readonly #options: FollowerOptions
  /** Receives what the feed delivers for this market. */
  readonly writer: MarketWriter
  readonly #repairer: GapRepairer
  /** Listing with the units of the feed; null while nothing is subscribed. */
  #subscribed: MarketListing | null = null
  #hasPast = false
  readonly #wakeUp = new Signal()
  #failures = 0
  /** Lost the lease: another process may follow the market, and only its status counts. */
  #isFenced = false
  #said: { state: FeedState; at: number } | null = null
  #state: MarketState = 'waiting'
  #note: string | null = null

  constructor(options: FollowerOptions) {
    this.#options = options
    this.writer = new MarketWriter({ ...options, symbol: options.listing.symbol, onEvent: () => this.#wakeUp.notify() })
    this.#repairer = new GapRepairer({
      ...options,
      exchangeTime: (at) => this.writer.clock.exchangeTime(at),
      isSettled: () => this.writer.isSettled,
      onLost: options.fetchPast,
    })
  }

  /** Runs until the signal aborts, or until the market turns out to be unfollowable. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, listing } = this.#options
    while (!signal.aborted) {
      try {
        const instrument = await this.#ensure()
        if (instrument === null) break
        await this.#followUnderLease(instrument, signal)
      } catch (error) {
        if (signal.aborted) break
        if (error instanceof ConversionRefusedError) {
          this.#refuse(error.message)
          break
        }
        this.#failures += 1
        if (this.#failures % LOG_EVERY === 1)
          log.warn({ symbol: listing.symbol, error: messageOf(error) }, 'a live market was interrupted, will retry')
        this.#reportState('stale')
        await delay(backoffMs(this.#failures, RETRY), { signal })
      }
    }
    this.#unsubscribe()
  }

  report(): MarketReport {
    const { symbol, venue } = this.#options.listing
    const { lastTradeTs, waiting, duplicates, count } = this.writer
    return {
      symbol,
      venue,
      state: this.#state,
      lagMs: this.#lag(),
      lastTradeTs,
      gaps: this.#repairer.left,
      ...count,
      duplicates,
      waiting,
      note: this.#note,
    }
  }

  /** The stored instrument, or null when its tape is incompatible with the exchange's current listing. */
  async #ensure(): Promise<Instrument | null> {
    const { store, listing } = this.#options
    const known = await store.findInstrument(listing.symbol)
    const fitting = known === null ? listing : fitUnits(listing, known)
    if (typeof fitting === 'string') {
      this.#refuse(fitting)
      return null
    }
    const { symbol, venue: exchange, kind, label, qtyUnit, ids } = fitting
    // Changed units require a new version, which only the holder of the lease creates.
    const { tickSize, lotSize } = known ?? fitting
    try {
      return await store.ensureInstrument({
        symbol,
        exchange,
        kind,
        label,
        tickSize,
        lotSize,
        side: known?.side ?? 'given',
        qtyUnit,
        ids,
        live: true,
        simulated: false,
      })
    } catch (error) {
      // Created concurrently by another process: look it up again.
      if (error instanceof TickChangedError) return this.#ensure()
      throw error
    }
  }

  #refuse(why: string): void {
    const { listing, log } = this.#options
    this.#state = 'refused'
    this.#note = `${why}: the tape cannot be continued`
    log.error({ symbol: listing.symbol }, this.#note)
  }

  async #followUnderLease(instrument: Instrument, signal: AbortSignal): Promise<void> {
    const lease = await this.#acquireLease(instrument, signal)
    this.#isFenced = false
    const fitting = fitUnits(this.#options.listing, instrument)
    if (typeof fitting === 'string') return await lease.release()
    const holding = AbortSignal.any([signal, lease.signal])
    this.#note = null
    // Buffered trades in other units cannot be stored: they are fetched again.
    if (this.#subscribed !== null && !isSameUnits(this.#subscribed, fitting)) this.#unsubscribe()
    this.writer.resume(instrument, lease, this.#subscribed !== null)
    this.#subscribe(fitting)
    if (!isSameUnits(instrument, fitting)) return this.#convert(instrument, lease, fitting, holding)
    const repairs = this.#repairer.run(lease, holding)
    const volumes =
      instrument.ids === 'none'
        ? checkVolumes({
            ...this.#options,
            listing: fitting,
            lease,
            signal: holding,
            isRepairing: () => this.#repairer.left > 0,
          })
        : null
    try {
      while (!holding.aborted) {
        await this.#write(lease)
        await this.#untilDue(holding)
      }
      if (!lease.signal.aborted) await this.#finish(lease, instrument)
    } finally {
      this.#isFenced = !lease.isConfirmed
      await this.writer.endLease()
      await lease.release().catch(() => undefined)
      await repairs
      await volumes
    }
    if (!signal.aborted) throw new FencedError('the lease was lost')
  }

  /** Converts the tape to the current units. Trades are buffered in memory; the next round uses the new version. */
  async #convert(
    stored: Instrument,
    lease: Lease,
    { symbol, tickSize, lotSize }: MarketListing,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, log } = this.#options
    const from = { tick: stored.tickSize, lot: stored.lotSize }
    this.#note = `its tape is converted to ticks of ${tickSize} and lots of ${lotSize}`
    log.info(
      { symbol, from, to: { tick: tickSize, lot: lotSize } },
      'the exchange lists other units: the tape is converted to a new version',
    )
    this.#reportState('stale')
    try {
      const { version } = await store.convert(lease, { tickSize, lotSize }, signal)
      log.info({ symbol, version }, 'the tape was switched to a new version')
    } finally {
      if (signal.aborted && !lease.signal.aborted) await this.#retire(lease, stored)
      await lease.release().catch(() => undefined)
    }
  }

  async #acquireLease(instrument: Instrument, signal: AbortSignal): Promise<Lease> {
    const waited = new AbortController()
    const either = AbortSignal.any([signal, waited.signal])
    const elsewhere = delay(ELSEWHERE_MS, { signal: either, ref: false }).then(() => {
      if (either.aborted) return
      this.#state = 'waiting'
      this.#note = 'another process follows it'
      this.#unsubscribe()
    })
    try {
      return await this.#options.store.acquireLease(instrument, signal)
    } finally {
      waited.abort()
      await elsewhere
    }
  }

  #subscribe(fitting: MarketListing): void {
    if (this.#subscribed !== null) return
    this.#subscribed = fitting
    this.#options.subscribe(fitting)
  }

  #unsubscribe(): void {
    if (this.#subscribed !== null) this.#options.unsubscribe(this.#options.listing.symbol)
    this.#subscribed = null
    this.writer.clear()
  }

  async #untilDue(signal: AbortSignal): Promise<void> {
    const writer = this.writer
    const dueAt = writer.dueAt()
    if (dueAt !== -Infinity) {
      const ms = Math.max(0, Math.min(TICK_MS, dueAt === null ? Infinity : dueAt - this.#options.clock.now()))
      await this.#wakeUp.wait(ms, { signal })
    }
    if (writer.dueAt() === -Infinity) await delay(writer.delayMs, { signal })
  }

  async #write(lease: Lease): Promise<void> {
    if (!lease.isConfirmed) throw new FencedError('the lease is not confirmed')
    const { trades, gaps } = await this.writer.write(lease)
    if (gaps) this.#repairer.wake()
    if (trades > 0 && lease.lastTs !== null) this.#repairer.onTrade(lease.lastTs)
    if (trades > 0 && !this.#hasPast) {
      this.#hasPast = true
      this.#options.fetchPast()
    }
    this.#failures = 0
    const isAlive = this.writer.clock.isAlive(this.#options.clock.now())
    const isComplete = this.#repairer.left === 0 && !(lease.instrument.ids === 'none' && this.writer.isBroken)
    this.#reportState(!isAlive ? 'stale' : isComplete ? 'live' : 'repairing')
  }

  /** Writes everything still in memory; ends the live state of a market that is no longer followed. */
  async #finish(lease: Lease, instrument: Instrument): Promise<void> {
    await this.#write(lease)
    await this.#retire(lease, instrument)
  }

  async #retire(lease: Lease, instrument: Instrument): Promise<void> {
    const { store, isRetired } = this.#options
    if (!isRetired()) return
    await store.endLive(lease)
    await store.ensureInstrument({ ...instrument, live: false })
  }

  #reportState(state: Exclude<FeedState, 'delayed'>): void {
    const { bus, clock, listing } = this.#options
    const now = clock.now()
    this.#state = state
    if (this.#said !== null && this.#said.state === state && now - this.#said.at < REPEAT_STATUS_MS) return
    if (this.#isFenced) return
    this.#said = { state, at: now }
    bus.publish(tapeTopic(listing.symbol), {
      kind: 'status',
      symbol: listing.symbol,
      state,
      lagMs: this.#lag() ?? 0,
    } satisfies TapeEvent)
  }

  /** Exchange time minus the watermark, ms. */
  #lag(): number | null {
    const { watermark, clock } = this.writer
    return watermark === null
      ? null
      : Math.max(0, Math.round(clock.exchangeTime(this.#options.clock.now()) - watermark))
  }
}
