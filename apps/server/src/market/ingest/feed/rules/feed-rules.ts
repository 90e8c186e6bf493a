import type { MarketListing } from '@flowprint/venues'
import { commonUnit, DAY_MS, backoffMs } from '@flowprint/orderflow'
import type { Instrument } from '../../../store/index.ts'

const MIN_MS = 50
const MAX_MS = 250
/** Number of recent commits considered. */
const LAST = 3

/**
 * Decides how long trades are collected before a commit: 50 ms, and up to 250 ms when commits are slow, to relieve a
 * busy database (DESIGN 4). Uses the fastest of the recent commits, so that a single slow one has no effect.
 */
export class CommitPace {
  #lastMs: number[] = []

  add(commitMs: number): void {
    this.#lastMs = [...this.#lastMs.slice(1 - LAST), commitMs]
  }

  get delayMs(): number {
    const quickest = Math.min(...this.#lastMs)
    return Number.isFinite(quickest) ? Math.min(MAX_MS, Math.max(MIN_MS, Math.round(quickest * 4))) : MIN_MS
  }
}

/**
 * Returns the listing in the units the tape should use, or why it cannot continue.
 * Rules   the tick is the greatest one that divides both the stored and the listed tick, likewise the lot: the stored
 * one if it divides the listed one (every new price is a whole number of old ticks), else a finer one to which the tape
 * must be converted first. A different quantity unit or id rule cannot be converted.
 */
export function fitUnits(listing: MarketListing, stored: Instrument): MarketListing | string {
  if (stored.simulated) return `${stored.symbol} is a simulated market`
  if (stored.qtyUnit !== listing.qtyUnit)
    return `stored quantities are in ${stored.qtyUnit} units, the exchange's in ${listing.qtyUnit} units`
  if (stored.ids !== 'none' && listing.ids === 'none')
    return 'stored with ids that prove completeness, the exchange has none'
  return {
    ...listing,
    tickSize: commonUnit(stored.tickSize, listing.tickSize),
    lotSize: commonUnit(stored.lotSize, listing.lotSize),
  }
}

type Units = Pick<MarketListing, 'tickSize' | 'lotSize'>

/** Compares texts as the store and `fitUnits` return them: one text per unit. */
export const isSameUnits = (a: Units, b: Units): boolean => a.tickSize === b.tickSize && a.lotSize === b.lotSize

/** The estimated exchange time is reduced by this (CONTRACT stream rule 6). */
export const BEHIND_MS = 2_000
/** A feed counts as alive for this long after a sign of life. */
const ALIVE_MS = 5_000
/** An exchange clock further from ours is ignored for closing bars: only trades then move the watermark. */
const MAX_SKEW_MS = 60_000

/**
 * The clock of one market (CONTRACT stream rule 6): the greater of its newest trade and of the exchange's time minus
 * two seconds, the latter only while the feed is alive.
 */
export class MarketClock {
  readonly #skewMs: () => number | null
  #newest = -Infinity
  #aliveAt = -Infinity
  #highest = -Infinity

  /** `skewMs`: exchange clock minus ours, null while unknown. */
  constructor(skewMs: () => number | null) {
    this.#skewMs = skewMs
  }

  /** Records a sign of life of the connection, by our clock. */
  alive(atMs: number): void {
    this.#aliveAt = Math.max(this.#aliveAt, atMs)
  }

  /** Records the newest trade of a commit. */
  trade(ts: number): void {
    this.#newest = Math.max(this.#newest, ts)
  }

  isAlive(nowMs: number): boolean {
    return nowMs - this.#aliveAt < ALIVE_MS
  }

  /** By our clock; -Infinity before the first message. */
  get aliveAt(): number {
    return this.#aliveAt
  }

  /** Whether the exchange's clock is known; a new process learns it from the first messages. */
  get isKnown(): boolean {
    return this.#skewMs() !== null
  }

  /** The exchange's time when our clock shows `atMs`; our time while `isKnown` is false. */
  exchangeTime(atMs: number): number {
    return atMs + (this.#skewMs() ?? 0)
  }

  /** Never decreases; -Infinity while nothing is known. */
  watermark(nowMs: number): number {
    const skew = this.#skewMs()
    const isTrusted = skew !== null && Math.abs(skew) <= MAX_SKEW_MS && this.isAlive(nowMs)
    const estimated = isTrusted ? Math.floor(nowMs + skew) - BEHIND_MS : -Infinity
    this.#highest = Math.max(this.#highest, this.#newest, estimated)
    return this.#highest
  }
}

/**
 * Outcome of an attempt to repair a gap. missing: the venue answered and does not have the trades. beyond: too old for
 * the venue. unproven: the venue's list ends before the gap does. failed: the venue could not be reached.
 */
export type RepairOutcome = 'missing' | 'beyond' | 'unproven' | 'failed'

export interface NextStep {
  readonly state: 'repairing' | 'open' | 'lost'
  /** Delay until the next attempt. */
  readonly waitMs: number
}

/** REST may be some seconds behind the stream: missing trades are requested again before the gap is given up. */
const WAITS_MS = [1_000, 5_000]
const FAILED = { baseMs: 3_000, maxMs: 600_000, factor: 3, jitter: 0.5 }
/** How long a venue without a documented limit is asked. */
const MAX_DURATION_MS = 7 * DAY_MS

/**
 * Decides what happens to a gap after an attempt that left part of it.
 * Input   attempts: how many there were, including this one; ageMs: since the last trade of the gap; reachMs: how far
 * back the venue can be asked, null when undocumented; jitter: [0, 1).
 */
export function decideNext(
  outcome: RepairOutcome,
  attempts: number,
  ageMs: number,
  reachMs: number | null,
  jitter: number,
): NextStep {
  if (outcome === 'beyond' || ageMs > (reachMs ?? MAX_DURATION_MS)) return { state: 'lost', waitMs: 0 }
  if (outcome === 'missing') {
    const waitMs = WAITS_MS[attempts - 1]
    return waitMs === undefined ? { state: 'lost', waitMs: 0 } : { state: 'repairing', waitMs }
  }
  const waitMs = outcome === 'unproven' ? WAITS_MS[attempts - 1] : undefined
  if (waitMs !== undefined) return { state: 'repairing', waitMs }
  return { state: 'open', waitMs: backoffMs(attempts, FAILED, () => 1 - jitter) }
}

const BUCKET_MS = 300_000

/**
 * Estimates the exchange's clock minus ours from the fastest recent trades: a trade cannot arrive before it happened,
 * so the greatest difference is the best estimate, too low only by the message's latency.
 */
export class TradeSkew {
  #bucket = -Infinity
  #now = -Infinity
  #before = -Infinity

  add(ts: number, receivedAtMs: number): void {
    const bucket = Math.floor(receivedAtMs / BUCKET_MS)
    if (bucket !== this.#bucket) {
      this.#before = bucket === this.#bucket + 1 ? this.#now : -Infinity
      this.#now = -Infinity
      this.#bucket = bucket
    }
    this.#now = Math.max(this.#now, ts - receivedAtMs)
  }

  /** ms; null before the first trade. */
  get value(): number | null {
    const best = Math.max(this.#now, this.#before)
    return best === -Infinity ? null : best
  }
}

/** The last trade proves completeness only up to slightly before it: messages may be in flight. */
const BEFORE_MS = 1_000

export interface TimeRange {
  /** Exchange time, ms, both ends inclusive. */
  readonly from: number
  readonly to: number
}

/**
 * Tracks unproven time where ids prove nothing: from the last proven time until trades certainly arrive again.
 * A break ends in two steps: the venue confirms the subscription, then the exchange's time of that moment becomes
 * known, by default from the first message of the market. The end never depends on an unknown clock difference.
 */
export class UnprovenRange {
  /** Exchange time, ms. */
  #brokenFrom: number | null = null
  /** By our clock. */
  #confirmedAt: number | null = null
  #range: TimeRange | null = null

  get isBroken(): boolean {
    return this.#brokenFrom !== null
  }

  /** Since when, by our clock, trades arrive again after a break whose end is not known yet; null otherwise. */
  get confirmedAt(): number | null {
    return this.#confirmedAt
  }

  /** Trades after `provenUntil` (exchange time, ms) may be missing. A further break may start earlier. */
  break(provenUntil: number): void {
    this.#brokenFrom = Math.min(this.#brokenFrom ?? Infinity, provenUntil - BEFORE_MS)
    this.#confirmedAt = null
  }

  /**
   * The break lasts at least until `to` (exchange time, ms); due immediately, in case the process ends before the break
   * does.
   */
  extend(to: number): void {
    if (this.#brokenFrom === null || to <= this.#brokenFrom) return
    this.#add({ from: this.#brokenFrom, to })
    this.#brokenFrom = to
  }

  /** The subscription is confirmed; `at` by our clock. */
  confirm(at: number): void {
    if (this.#brokenFrom !== null) this.#confirmedAt ??= at
  }

  /** Every trade after `end` (exchange time, ms) arrives by the confirmed subscription. */
  close(end: number): void {
    if (this.#brokenFrom === null || this.#confirmedAt === null) return
    if (end >= this.#brokenFrom) this.#add({ from: this.#brokenFrom, to: end })
    this.#brokenFrom = null
    this.#confirmedAt = null
  }

  /** Returns, once, the range to store with the next commit. */
  take(): TimeRange | null {
    const range = this.#range
    this.#range = null
    return range
  }

  putBack(range: TimeRange | null): void {
    if (range !== null) this.#add(range)
  }

  #add({ from, to }: TimeRange): void {
    const known = this.#range
    this.#range = { from: Math.min(from, known?.from ?? Infinity), to: Math.max(to, known?.to ?? -Infinity) }
  }
}
