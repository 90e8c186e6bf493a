import type { Liquidations, LiquidationCover } from '@flowprint/orderflow'
import type { Instrument } from '../types.ts'

/** The exclusive right to record the derivatives data of a market. */
export interface DerivativesLease {
  readonly instrument: Instrument
  readonly epoch: number
  /** Aborts when the lease is released or lost. */
  readonly signal: AbortSignal
  /** False when another process may have the lease by now: nothing may be stored or sent. */
  readonly isConfirmed: boolean
  readonly lastSeq: number
  /** End of the stored coverage, ms; null: nothing was recorded. */
  readonly untilMs: number | null
  release(): Promise<void>
}

/** A liquidation before it is stored: the store numbers it. */
export interface NewLiquidation {
  /** Exchange time, ms. */
  readonly ts: number
  readonly position: 'long' | 'short'
  readonly priceTicks: number
  readonly lots: number
}

/** What one commit adds. */
export interface LiquidationCommit {
  /** In the order received; whole ticks and lots > 0. */
  readonly liquidations: readonly NewLiquidation[]
  /**
   * The coverage that the commit extends or begins: [fromMs, untilMs). One that touches the newest coverage continues it.
   * Null: none, for instance because the venue publishes no liquidations.
   */
  readonly coverage: { readonly fromMs: number; readonly untilMs: number; readonly isComplete: boolean } | null
}

/** The last values of one minute; decimal texts. */
export interface MinuteStat {
  /** Start of the minute, ms. */
  readonly minute: number
  readonly openInterest: string | null
  readonly fundingRate: string | null
  readonly nextFundingMs: number | null
  readonly markPrice: string | null
  readonly indexPrice: string | null
}

export interface DerivativesHead {
  /** 0: none. With a cut: the newest one that it releases together with all before it, so that nothing after it is missed. */
  readonly lastSeq: number
  /** Start of all that is recorded and kept, ms, also of statistics; null: nothing. */
  readonly fromMs: number | null
  /** End of the newest coverage, never after the cut, ms; null: liquidations were never received. */
  readonly untilMs: number | null
}

export interface LiquidationsQuery {
  readonly fromMs: number
  readonly toMs: number
  /** Delayed readers: nothing at or after it, ms. */
  readonly cut?: number | undefined
  readonly limit: number
  /** Only rows after this one, by (ts, seq). */
  readonly after?: { readonly ts: number; readonly seq: number } | undefined
}

/** Sums of one interval: lots, and price x quantity as ticks x lots, exact. */
export interface LiquidationSums {
  readonly t: number
  readonly longLots: bigint
  readonly shortLots: bigint
  readonly longValue: bigint
  readonly shortValue: bigint
  readonly count: number
}

/** The newest values of a market, and its open interest a day before. */
export interface LatestStat extends Omit<MinuteStat, 'minute'> {
  /** Until when they were the last ones, ms: the end of their minute, or the time of the call. */
  readonly ts: number
  readonly openInterestDayBefore: string | null
}

/**
 * Liquidations, open interest, funding and mark prices of every perpetual: docs/decisions/derivatives.md. Publishes on the
 * bus after each commit (`derivativesTopic`). Every method may reject with a `pg` error while the database is unavailable.
 */
export interface DerivativesStore {
  /** Waits until the lease is free (or `signal` aborts), then fences every earlier holder. */
  acquireLease(instrument: Instrument, signal?: AbortSignal): Promise<DerivativesLease>
  /**
   * Commits in one statement, shared with the commits of other markets that wait, that writes only under the newest lease;
   * then publishes the rows, also when there are none: the coverage grew. Returns the last seq. A failed call may be repeated with the same commit: it is stored once. Throws FencedError when the lease was lost, and
   * RangeError when a value cannot be stored.
   */
  append(lease: DerivativesLease, commit: LiquidationCommit): Promise<number>
  /** Stores minutes, replacing their values where the new ones are not null. Throws FencedError when the lease was lost. */
  saveStats(lease: DerivativesLease, minutes: readonly MinuteStat[]): Promise<void>
  /** Null: nothing of this market was ever recorded. */
  readHead(instrument: Instrument, cut?: number): Promise<DerivativesHead | null>
  /** By (ts, seq). */
  readLiquidations(instrument: Instrument, query: LiquidationsQuery): Promise<Liquidations>
  /** The `count` largest by price x quantity; ties: the earlier one. By (ts, seq). */
  readLargest(
    instrument: Instrument,
    query: {
      readonly fromMs: number
      readonly toMs: number
      readonly cut?: number | undefined
      readonly count: number
    },
  ): Promise<Liquidations>
  /** Rows after `seq` in seq order, up to the first one that the cut holds back: what a live reader missed. */
  readSince(
    instrument: Instrument,
    seq: number,
    options: { readonly limit: number; readonly cut?: number | undefined },
  ): Promise<Liquidations>
  /** `starts`: ascending starts of the intervals, each ends with the next; the last at `endMs`. Empty intervals are left out. */
  readSums(
    instrument: Instrument,
    query: { readonly starts: readonly number[]; readonly endMs: number; readonly cut?: number | undefined },
  ): Promise<LiquidationSums[]>
  /** Coverage within the range, clipped to it, oldest first. */
  readCoverage(
    instrument: Instrument,
    range: { readonly fromMs: number; readonly toMs: number; readonly cut?: number | undefined },
  ): Promise<LiquidationCover[]>
  /** Minutes of [fromMs, toMs) that ended by the cut, oldest first; those in which nothing was received are left out. */
  readStats(
    instrument: Instrument,
    range: { readonly fromMs: number; readonly toMs: number; readonly cut?: number | undefined },
  ): Promise<MinuteStat[]>
  /** The newest values not older than an hour before `nowMs` (or the cut). */
  readLatest(instrument: Instrument, nowMs: number, cut?: number): Promise<LatestStat | null>
  /** Drops what is older than it is kept; returns the dropped partitions. */
  retain(nowMs: number): Promise<readonly string[]>
  /** Creates the partitions that live commits will need. */
  createPartitions(nowMs: number): Promise<void>
}
