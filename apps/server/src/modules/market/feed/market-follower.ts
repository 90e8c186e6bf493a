import { setTimeout as sleep } from 'node:timers/promises'
import type { MarketListing, VenueRest } from '@flowprint/markets'
import { emptyTrades, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { tapeTopic } from '../../../platform/bus/index.ts'
import type { Bus, FeedState, TapeEvent } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { TickChangedError } from '../tape/index.ts'
import type { Instrument, Lease, LiveOptions, TapeStore } from '../tape/index.ts'
import type { CommitGate } from './commit-gate.ts'
import { HoleRepairer } from './hole-repairer.ts'
import type { MarketReport, MarketState } from './market-report.ts'
import type { PrintRoom } from './print-room.ts'
import type { RepairTraits } from './repair-traits.ts'
import { commitDelay } from './rules/commit-delay.ts'
import { fitUnits } from './rules/fit-units.ts'
import { MarketClock } from './rules/market-clock.ts'
import { PrintQueue } from './rules/print-queue.ts'
import { ProvenLine } from './rules/proven-line.ts'
import type { Stretch } from './rules/proven-line.ts'
import { checkVolumes } from './volume-check.ts'

export interface FollowerOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly listing: MarketListing
  readonly rest: VenueRest
  readonly traits: RepairTraits
  readonly room: PrintRoom
  readonly gate: CommitGate
  /** Exchange clock minus ours, ms; null while unknown. */
  readonly skewMs: () => number | null
  readonly subscribe: (listing: MarketListing) => void
  readonly unsubscribe: (symbol: string) => void
  /** Asked when it stops: whether nobody is to follow this market any more. */
  readonly isRetired: () => boolean
  /** The first print is stored, or a hole was given up: what lies before is for others to fetch. */
  readonly fetchPast: () => void
}

/** Prints of one commit at most. */
const CHUNK = 20_000
/** The clock is told at least this often, and the state looked at. */
const TICK_MS = 1_000
/** A state that stays is said again this often: its lag changes. */
const REPEAT_STATUS_MS = 3_000
const RETRY_MS = 500
const RETRY_MOST_MS = 10_000
/** Of failures in a row every so many is logged. */
const LOG_EVERY = 30
/** A lease that is not had by then is held by another process: no need to listen meanwhile. */
const ELSEWHERE_MS = 5_000
/** The stored watermark may be ahead of the last sign of life by as much (it is told 2 s behind, for 5 s after one). */
const AHEAD_MS = 3_000
/** Times further from ours than these are no times of a trade that has just been heard of. */
const MOST_AHEAD_MS = 86_400_000
const MOST_BEHIND_MS = 366 * 86_400_000

/**
 * Follows one market: takes what its feed hears, commits it in order under the lease, keeps its clock, and says how it
 * fares. Prints wait in memory while the database is away.
 */
export class MarketFollower {
  readonly #options: FollowerOptions
  readonly #clock: MarketClock
  readonly #line = new ProvenLine()
  readonly #repairer: HoleRepairer
  #queue: PrintQueue | null = null
  #subscribed = false
  #overflows = false
  #hasPast = false
  #wake: (() => void) | null = null
  #lastCommitMs = 0
  #failures = 0
  #said: { state: FeedState; at: number } | null = null
  #state: MarketState = 'waiting'
  #note: string | null = null
  #lastTradeTs: number | null = null
  #watermark = -Infinity
  readonly #count = { prints: 0, late: 0, dropped: 0, refused: 0, losses: 0 }

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#clock = new MarketClock(options.skewMs)
    this.#repairer = new HoleRepairer({ ...options, exchangeTime: (at) => this.#clock.exchangeTime(at), onLost: options.fetchPast })
  }

  prints(trades: Trades, atMs: number): void {
    this.#count.prints += trades.length
    this.#clock.alive(atMs)
    if (this.#queue === null) return
    if (!this.#isPlausible(trades, atMs)) return
    if (this.#overflows || !this.#options.room.admits(this, trades.length)) return this.#overflow(trades.length, atMs)
    this.#queue.push(trades, atMs)
    this.#noteRoom()
    this.#wake?.()
  }

  alive(atMs: number): void {
    this.#clock.alive(atMs)
  }

  /** `provenUntilMs`: by our clock, until when its prints were certainly still coming; the last sign of life when absent. */
  connection(event: 'subscribed' | 'lost', atMs: number, provenUntilMs?: number): void {
    if (event === 'subscribed') {
      this.#clock.alive(atMs)
      if (!this.#overflows) this.#line.mend(this.#clock.exchangeTime(atMs))
    } else {
      this.#count.losses += 1
      this.#breakLine(Math.min(atMs, provenUntilMs ?? atMs))
    }
    this.#wake?.()
  }

  /** Runs until the signal aborts, or until it turns out that the market cannot be followed. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, listing, unsubscribe } = this.#options
    while (!signal.aborted) {
      try {
        const instrument = await this.#ensure()
        if (instrument === null) break
        await this.#followUnderLease(instrument, signal)
      } catch (error) {
        if (signal.aborted) break
        this.#failures += 1
        if (this.#failures % LOG_EVERY === 1) log.warn({ symbol: listing.symbol, error: messageOf(error) }, 'a live market was interrupted and tries again')
        this.#say('stale')
        await sleep(Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** Math.min(this.#failures - 1, 10)), undefined, { signal }).catch(() => undefined)
      }
    }
    if (this.#subscribed) unsubscribe(listing.symbol)
    this.#subscribed = false
    this.#options.room.note(this, 0)
  }

  report(): MarketReport {
    const { listing, clock } = this.#options
    const lagMs = this.#watermark === -Infinity ? null : this.#lag(clock.now())
    return {
      symbol: listing.symbol, venue: listing.venue, state: this.#state, lagMs, lastTradeTs: this.#lastTradeTs,
      holes: this.#repairer.left, ...this.#count, duplicates: this.#queue?.duplicates ?? 0, waiting: this.#queue?.length ?? 0, note: this.#note,
    }
  }

  /** The stored instrument, or null when its tape cannot go on with what the exchange lists now. */
  async #ensure(): Promise<Instrument | null> {
    const { store, listing, log } = this.#options
    const known = await store.findInstrument(listing.symbol)
    const fitting = known === null ? listing : fitUnits(listing, known)
    if (typeof fitting === 'string') {
      this.#state = 'refused'
      this.#note = `${fitting}: the tape cannot be continued`
      log.error({ symbol: listing.symbol }, this.#note)
      return null
    }
    const { symbol, venue: exchange, kind, label, tickSize, lotSize, qtyUnit, ids } = fitting
    try {
      return await store.ensureInstrument({
        symbol, exchange, kind, label, tickSize, lotSize, side: known?.side ?? 'given', qtyUnit, ids, live: true, simulated: false,
      })
    } catch (error) {
      // Somebody else made it a moment ago: look again.
      if (error instanceof TickChangedError) return this.#ensure()
      throw error
    }
  }

  async #followUnderLease(instrument: Instrument, signal: AbortSignal): Promise<void> {
    const lease = await this.#takeLease(instrument, signal)
    const holding = AbortSignal.any([signal, lease.signal])
    this.#resume(instrument, lease)
    const repairs = this.#repairer.run(lease, holding)
    const volumes = instrument.ids === 'none' ? checkVolumes({ ...this.#options, lease, signal: holding, isRepairing: () => this.#repairer.left > 0 }) : null
    try {
      while (!holding.aborted) {
        await this.#untilDue(holding)
        if (!lease.signal.aborted) await this.#step(lease, instrument)
      }
      if (!lease.signal.aborted) await this.#finish(lease, instrument)
    } finally {
      await lease.release().catch(() => undefined)
      await repairs
      await volumes
    }
    if (!signal.aborted) throw new Error('the lease was lost')
  }

  /** Nothing that arrived is left in memory; a market that is followed no more is closed. */
  async #finish(lease: Lease, instrument: Instrument): Promise<void> {
    const { store, isRetired } = this.#options
    await this.#step(lease, instrument)
    if (!isRetired()) return
    await store.endLive(lease)
    await store.ensureInstrument({ ...instrument, live: false })
  }

  async #takeLease(instrument: Instrument, signal: AbortSignal): Promise<Lease> {
    const { store, unsubscribe, listing, room } = this.#options
    const waited = new AbortController()
    const elsewhere = sleep(ELSEWHERE_MS, undefined, { signal: AbortSignal.any([signal, waited.signal]), ref: false }).then(
      () => {
        this.#state = 'waiting'
        this.#note = 'another process follows it'
        if (!this.#subscribed) return
        unsubscribe(listing.symbol)
        this.#subscribed = false
        this.#queue?.clear()
        room.note(this, 0)
      },
      () => undefined,
    )
    try {
      return await store.takeLease(instrument, signal)
    } finally {
      waited.abort()
      await elsewhere
    }
  }

  /** Goes on behind what is stored. Without a subscription nobody knows what traded since. */
  #resume(instrument: Instrument, lease: Lease): void {
    this.#note = null
    if (this.#queue === null) this.#queue = new PrintQueue(instrument.ids, lease.nextId)
    else this.#queue.continueAt(lease.nextId)
    if (this.#subscribed) return
    if (lease.lastTs !== null) this.#line.break(Math.max(lease.lastTs, (lease.watermark ?? -Infinity) - AHEAD_MS))
    this.#lastTradeTs = lease.lastTs
    this.#subscribed = true
    const { tickSize, lotSize } = instrument
    this.#options.subscribe({ ...this.#options.listing, tickSize, lotSize })
  }

  async #untilDue(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options
    const dueAt = this.#queue?.dueAt() ?? null
    if (dueAt !== -Infinity) {
      const woken = Promise.withResolvers<void>()
      this.#wake = woken.resolve
      const timer = new AbortController()
      const ms = Math.max(0, Math.min(TICK_MS, dueAt === null ? Infinity : dueAt - clock.now()))
      await Promise.race([woken.promise, sleep(ms, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => undefined)])
      timer.abort()
      this.#wake = null
    }
    if (this.#queue?.dueAt() === -Infinity) await sleep(commitDelay(this.#lastCommitMs), undefined, { signal }).catch(() => undefined)
  }

  /** Commits what is due, or tells the clock. */
  async #step(lease: Lease, instrument: Instrument): Promise<void> {
    const queue = this.#queue as PrintQueue
    const { clock, store, gate } = this.#options
    const byTime = instrument.ids === 'none'
    // Until the subscription stands again nobody can say where the unproven stretch ends.
    const batch = byTime && this.#line.isBroken ? emptyTrades() : queue.take(clock.now())
    const stretch = this.#line.take()
    const unproven = byTime ? stretch : null
    if (batch.length > 0 || unproven !== null) await this.#commit(lease, batch, unproven, byTime)
    else {
      const watermark = this.#clock.watermark(clock.now())
      if (queue.length === 0 && watermark > this.#watermark && watermark !== -Infinity && lease.lastTs !== null) {
        await gate.run(() => store.closeUpTo(lease, watermark))
        this.#watermark = watermark
      }
    }
    this.#noteRoom()
    if (this.#overflows && queue.length === 0) this.#endOverflow()
    this.#failures = 0
    this.#say(this.#feedState())
  }

  async #commit(lease: Lease, batch: Trades, unproven: Stretch | null, byTime: boolean): Promise<void> {
    const { clock, store, gate } = this.#options
    let done = 0
    let left = unproven
    try {
      do {
        const chunk = sliceTrades(batch, done, chunkEnd(batch, done))
        const isLast = done + chunk.length >= batch.length
        if (chunk.length > 0) this.#clock.print(chunk.ts[chunk.length - 1])
        const newest = chunk.length > 0 ? chunk.ts[chunk.length - 1] : -Infinity
        const watermark = isLast ? this.#clock.watermark(clock.now()) : newest
        if (watermark === -Infinity && chunk.length === 0) break
        const started = performance.now()
        const options: LiveOptions = { holes: 'repairing', ...(left === null ? { unbroken: byTime } : { unproven: left }) }
        const result = await gate.run(() => store.appendLive(lease, chunk, watermark, options))
        this.#lastCommitMs = performance.now() - started
        if (result.holes) this.#repairer.wake()
        if (!this.#hasPast && chunk.length > 0) this.#options.fetchPast()
        this.#hasPast ||= chunk.length > 0
        this.#count.late += chunk.length - result.trades.length - result.duplicates
        left = null
        done += chunk.length
        if (chunk.length > 0) this.#lastTradeTs = Math.max(this.#lastTradeTs ?? -Infinity, newest)
        this.#watermark = Math.max(this.#watermark, watermark)
      } while (done < batch.length)
    } catch (error) {
      this.#queue?.putBack(sliceTrades(batch, done))
      throw error
    } finally {
      this.#line.putBack(left)
    }
  }

  /** What does not fit is let go: where ids tell, they will; elsewhere the stretch is unproven. Repairs fetch both. */
  #overflow(count: number, atMs: number): void {
    const { log, listing } = this.#options
    if (!this.#overflows) log.warn({ symbol: listing.symbol }, 'the database is away for long: prints are let go and fetched again later')
    this.#overflows = true
    this.#count.dropped += count
    this.#breakLine(atMs)
  }

  #endOverflow(): void {
    this.#overflows = false
    this.#line.mend(this.#clock.exchangeTime(this.#options.clock.now()))
  }

  #breakLine(atMs: number): void {
    const alive = this.#clock.aliveAt
    this.#line.break(this.#clock.exchangeTime(alive === -Infinity ? atMs : Math.min(alive, atMs)))
  }

  /** A time of another world would make partitions of centuries. Refused whole; where ids tell, they will tell of it. */
  #isPlausible(trades: Trades, atMs: number): boolean {
    const odd = trades.ts.find((ts) => ts > atMs + MOST_AHEAD_MS || ts < atMs - MOST_BEHIND_MS)
    if (odd === undefined) return true
    if (this.#count.refused === 0) this.#options.log.error({ symbol: this.#options.listing.symbol, ts: odd }, 'prints with an impossible time are refused')
    this.#count.refused += trades.length
    this.#breakLine(this.#clock.aliveAt)
    this.#line.mend(this.#clock.exchangeTime(atMs))
    return false
  }

  #noteRoom(): void {
    this.#options.room.note(this, this.#queue?.length ?? 0)
  }

  #feedState(): FeedState {
    if (!this.#clock.isAlive(this.#options.clock.now())) return 'stale'
    return this.#repairer.left > 0 ? 'repairing' : 'live'
  }

  #say(state: FeedState): void {
    const { bus, clock, listing } = this.#options
    const now = clock.now()
    this.#state = state === 'delayed' ? 'live' : state
    if (this.#said !== null && this.#said.state === state && now - this.#said.at < REPEAT_STATUS_MS) return
    this.#said = { state, at: now }
    const event: TapeEvent = { kind: 'status', symbol: listing.symbol, state, lagMs: this.#watermark === -Infinity ? 0 : this.#lag(now) }
    bus.publish(tapeTopic(listing.symbol), event)
  }

  #lag(now: number): number {
    return Math.max(0, Math.round(this.#clock.exchangeTime(now) - this.#watermark))
  }
}

/** Prints of the same millisecond stay together. */
function chunkEnd(batch: Trades, from: number): number {
  if (from + CHUNK >= batch.length) return batch.length
  const end = lowerBoundTs(batch, batch.ts[from + CHUNK])
  return end > from ? end : from + CHUNK
}
