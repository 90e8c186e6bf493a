import { backoffMs, DAY_MS } from '@flowprint/orderflow'
import type { Liquidation, LiquidationCompleteness, MarketStat } from '@flowprint/venues'
import { delay } from '../../../platform/async/index.ts'
import type { DerivativesState } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { FencedError } from '../../store/index.ts'
import type { DerivativesLease, Instrument, LiquidationCommit } from '../../store/index.ts'
import { recordUnderLease } from '../recording/record-under-lease.ts'
import type { DerivativesRecorderOptions } from './derivatives-options.ts'
import { LiquidationGatherer } from './rules/liquidation-gatherer.ts'
import { MinuteStats } from './rules/minute-stats.ts'
import { StatePublisher } from './state-publisher.ts'

export interface MarketRecorderOptions extends DerivativesRecorderOptions {
  readonly symbol: string
  /** Null: the venue publishes no liquidations. */
  readonly completeness: LiquidationCompleteness | null
  /** Subscribes the market, in the units of the instrument. */
  readonly subscribe: (instrument: Instrument) => Promise<void>
  readonly unsubscribe: () => void
}

/** Liquidations are gathered for this long; in all markets until the same moment, so that one statement stores them. */
const GATHER_MS = 250
const SAVE_STATS_MS = 10_000
const PUBLISH_STATS_MS = 1_000
const RETRY = { baseMs: 1_000, maxMs: 30_000 }
/** Interval for checking whether the units of the market changed. */
const RECHECK_MS = 30_000
/** Exchange times further from our clock than this are implausible: they would create partitions. */
const MAX_SKEW_MS = DAY_MS
/** Log every Nth consecutive failure. */
const LOG_EVERY = 30

/** Records the derivatives data of one market under its lease, from the events of a feed. */
export class MarketRecorder {
  readonly #options: MarketRecorderOptions
  readonly #publisher: StatePublisher
  readonly #gatherer: LiquidationGatherer
  readonly #stats = new MinuteStats()
  /** Failed or not tried yet. It is repeated unchanged, so that the store recognizes it. */
  #commit: LiquidationCommit | null = null
  #isFollowed = false
  #isSubscribed = false
  #hasOverflowed = false
  #statsSavedAt = -Infinity
  #statsSentAt = -Infinity
  #failures = 0

  constructor(options: MarketRecorderOptions) {
    this.#options = options
    this.#publisher = new StatePublisher(options.symbol, options)
    const { completeness, queue } = options
    this.#gatherer = new LiquidationGatherer(completeness === null ? null : completeness === 'all', queue.bound)
  }

  get state(): DerivativesState {
    return this.#publisher.state
  }

  /** Runs until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, derivatives, log, symbol } = this.#options
    await recordUnderLease(
      {
        symbol,
        store,
        acquireLease: (instrument, acquiring) => derivatives.acquireLease(instrument, acquiring),
        record: (instrument, lease, holding) => this.#recordUntilEnd(instrument, lease, holding),
        onFailure: (error) => {
          this.#warn(error, 'the recording of derivatives data was interrupted, will retry')
          this.#publisher.publish('lost')
        },
        retryMs: () => backoffMs(this.#failures, RETRY),
      },
      signal,
    )
    this.#options.queue.measure(this, 0)
    log.debug({ symbol }, 'derivatives data is no longer recorded')
    this.#publisher.publish('off')
  }

  subscribed(atMs: number): void {
    if (!this.#isFollowed) return
    this.#isSubscribed = true
    this.#gatherer.subscribed(atMs)
  }

  lost(atMs: number): void {
    this.#isSubscribed = false
    this.#gatherer.lost(atMs)
    this.#stats.interrupted()
  }

  /** Something was rejected, which may have been a liquidation or a value. */
  missed(): void {
    this.#gatherer.interrupted()
    this.#stats.interrupted()
  }

  /** A value could not be fetched apart from the connection: it may have changed. */
  notFetched(): void {
    this.#stats.interrupted()
  }

  liquidation({ ts, side, priceTicks, lots }: Liquidation, receivedAtMs: number): void {
    if (!this.#isFollowed) return
    const { queue, log, symbol } = this.#options
    if (!this.#isPlausible(ts, receivedAtMs)) return
    const position = side === 'sell' ? 'long' : 'short'
    const isKept = this.#gatherer.liquidation({ ts, position, priceTicks, lots }, receivedAtMs)
    queue.measure(this, this.#gatherer.waiting)
    if (isKept) return
    queue.overflowed()
    if (!this.#hasOverflowed) log.warn({ symbol }, 'liquidations are dropped: too many wait for their commit')
    this.#hasOverflowed = true
  }

  stat(stat: MarketStat, receivedAtMs: number): void {
    if (!this.#isFollowed || !this.#isPlausible(stat.ts, receivedAtMs)) return
    // Open interest may have been fetched apart from the connection: it does not prove that liquidations arrive.
    if (stat.markPrice !== undefined || stat.indexPrice !== undefined || stat.fundingRate !== undefined)
      this.#gatherer.received(receivedAtMs)
    this.#stats.apply(stat, receivedAtMs)
  }

  async #recordUntilEnd(instrument: Instrument, lease: DerivativesLease, holding: AbortSignal): Promise<void> {
    try {
      this.#commit = null
      this.#gatherer.reset(lease.untilMs)
      this.#stats.reset()
      await this.#record(instrument, lease, holding)
    } finally {
      this.#unsubscribe()
      await this.#commitLast(lease)
    }
  }

  async #record(instrument: Instrument, lease: DerivativesLease, holding: AbortSignal): Promise<void> {
    const { store, symbol } = this.#options
    this.#isFollowed = true
    await this.#options.subscribe(instrument)
    let checkedAt = performance.now()
    while (!holding.aborted) {
      await delay(GATHER_MS - (Math.floor(performance.now()) % GATHER_MS), { signal: holding, ref: false })
      try {
        await this.#commitGathered(lease)
        await this.#saveStats(lease)
        this.#failures = 0
      } catch (error) {
        if (holding.aborted || error instanceof FencedError || error instanceof RangeError) throw error
        this.#warn(error, 'derivatives data could not be committed, will retry')
        await delay(RETRY.baseMs, { signal: holding, ref: false })
      }
      if (holding.aborted) return
      this.#publishStat()
      this.#publisher.publish(this.#isSubscribed ? 'recording' : 'lost')
      const now = performance.now()
      if (now - checkedAt < RECHECK_MS) continue
      checkedAt = now
      if ((await store.findInstrument(symbol))?.version !== instrument.version) return
    }
  }

  async #commitGathered(lease: DerivativesLease): Promise<void> {
    const { derivatives, queue } = this.#options
    for (;;) {
      this.#commit ??= this.#gatherer.take()
      const commit = this.#commit
      if (commit === null) break
      await derivatives.append(lease, commit)
      this.#commit = null
    }
    this.#hasOverflowed = false
    queue.measure(this, this.#gatherer.waiting)
  }

  async #saveStats(lease: DerivativesLease): Promise<void> {
    const now = performance.now()
    if (now - this.#statsSavedAt < SAVE_STATS_MS && !this.#stats.hasPassed) return
    this.#statsSavedAt = now
    const minutes = this.#stats.changed()
    if (minutes.length === 0) return
    await this.#options.commitSemaphore.run(() => this.#options.derivatives.saveStats(lease, minutes))
    this.#stats.saved(minutes)
  }

  /** Commits what was received, if the lease still allows it. */
  async #commitLast(lease: DerivativesLease): Promise<void> {
    this.#gatherer.lost(-Infinity)
    this.#statsSavedAt = -Infinity
    if (lease.isConfirmed) {
      await this.#commitGathered(lease).catch(() => undefined)
      await this.#saveStats(lease).catch(() => undefined)
    }
    this.#options.queue.measure(this, 0)
  }

  #publishStat(): void {
    const now = performance.now()
    if (now - this.#statsSentAt < PUBLISH_STATS_MS) return
    const newest = this.#stats.takeNewest()
    if (newest === null) return
    this.#statsSentAt = now
    const { ts, ...values } = newest
    this.#publisher.publishStat(ts, values)
  }

  #unsubscribe(): void {
    if (this.#isFollowed) this.#options.unsubscribe()
    this.#isFollowed = false
    this.#isSubscribed = false
  }

  #isPlausible(ts: number, receivedAtMs: number): boolean {
    if (Math.abs(ts - receivedAtMs) <= MAX_SKEW_MS) return true
    this.#options.log.warn(
      { symbol: this.#options.symbol, ts },
      'derivatives data with an implausible time was rejected',
    )
    this.missed()
    return false
  }

  #warn(error: unknown, what: string): void {
    this.#failures += 1
    if (this.#failures % LOG_EVERY === 1)
      this.#options.log.warn({ symbol: this.#options.symbol, error: messageOf(error) }, what)
  }
}
