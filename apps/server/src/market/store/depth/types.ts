import type { BookProof, BookSnapshot, DepthColumns, DepthFrame, DepthPart } from '@flowprint/orderflow'
import type { DepthState } from '../../../platform/bus/index.ts'
import type { Instrument } from '../types.ts'
import type { ReadBudget } from '../read/read-limits.ts'
import type { DepthMode } from './mode.ts'

/** The exclusive right to record the book of a market. */
export interface DepthLease {
  readonly instrument: Instrument
  readonly epoch: number
  readonly mode: DepthMode
  /** Aborts when the lease is released or lost. */
  readonly signal: AbortSignal
  /** False when another process may have the lease by now: nothing may be stored or sent. */
  readonly isConfirmed: boolean
  readonly lastSeq: number
  /** The stored book is known until this moment, ms; null before the first frame. */
  readonly untilMs: number | null
  /** Minutes before it are folded into columns; null before the first frame. */
  readonly closedUntil: number | null
  /** Whether the last frame under this lease continues a run. */
  readonly isRunning: boolean
  /** Decimal text of the quantity unit of the newest frame; null before the first frame. */
  readonly qtyUnit: string | null
  /** Why the last run ended; empty while one is open. */
  readonly reason: string
  release(): Promise<void>
}

/** The end of a market's depth log. */
export interface DepthHead {
  readonly mode: DepthMode
  /** 0: nothing was recorded. With a cut: the newest entry that it releases. */
  readonly lastSeq: number
  /** Start of the recorded depth, ms; null: nothing was recorded. */
  readonly fromMs: number | null
  /** The book is known until this moment, ms; never after the cut. */
  readonly untilMs: number | null
  /** Decimal text; null: nothing was recorded. */
  readonly qtyUnit: string | null
  /** Row height of the stored columns, ticks; null until the first minute was closed. */
  readonly step: number | null
  /** Of the last run. */
  readonly proof: BookProof | null
  readonly state: DepthState
  /** Why the last run ended; empty while one is open. */
  readonly reason: string
}

/** A book of the past or present. */
export interface StoredBook {
  readonly snapshot: BookSnapshot
  /** The log entry that the book contains as the last; frames after it continue the book. */
  readonly seq: number
  /** The book did not change between `snapshot.t` and this moment, ms. */
  readonly until: number
  readonly proof: BookProof
  readonly qtyUnit: string
}

/** An entry of the log: an encoded `DepthFrame`. */
export interface StoredDepthFrame {
  readonly seq: number
  readonly until: number
  readonly bytes: Uint8Array
}

/** Columns of [fromMs, toMs), whole intervals. */
export interface DepthColumnsQuery {
  readonly fromMs: number
  readonly toMs: number
  /** A multiple of 1,000 ms. */
  readonly intervalMs: number
  /** Rows of this height, ticks; default: as stored. */
  readonly step?: number | undefined
  /** Delayed readers: nothing at or after it, ms. */
  readonly cut?: number | undefined
}

export interface StoredDepthColumns {
  /**
   * `columns.step` is the least common multiple of the requested step and of those stored in the range. Intervals that no
   * run covers, or that end after the known time, are missing.
   */
  readonly columns: DepthColumns
  /** Decimal text: the finest unit of the range. */
  readonly qtyUnit: string
}

/** Columns of [fromMs, toMs) as they are stored. */
export interface DepthPartsQuery extends DepthColumnsQuery {
  readonly step: number
  readonly budget?: ReadBudget | undefined
}

export interface StoredDepthParts {
  /** Packed columns of the asked interval and step: the parts of `encodeDepthParts`. */
  readonly parts: readonly DepthPart[]
  /** Decimal text: the finest unit of the range. */
  readonly qtyUnit: string
}

/** Tiers of stored depth, finest first. */
export const DEPTH_TIERS = ['levels', '1s', '5s', '1m'] as const
export type DepthTier = (typeof DEPTH_TIERS)[number]

/**
 * Recorded order books of every market: docs/decisions/order-book.md. Publishes frames on the bus after each commit
 * (`depthTopic`). Every method may reject with a `pg` error while the database is unavailable.
 */
export interface DepthStore {
  /**
   * Waits until the lease is free (or `signal` aborts), then fences every earlier holder. A run that the earlier holder
   * left open ends at its last frame's `until`. `mode`: what is stored from now on.
   */
  acquireLease(
    instrument: Instrument,
    options: { readonly mode: Exclude<DepthMode, 'off'>; readonly signal?: AbortSignal | undefined },
  ): Promise<DepthLease>
  /**
   * Commits the frame, then publishes it; returns its seq. A failed call may be repeated with the same frame: it is stored
   * once. Throws FencedError when the lease was lost, and RangeError when the frame does not continue the log: a run begins
   * with `start`; a frame of changes stays within one minute, and a full minute is
   * followed by a `keyframe`. An `end` takes the time of the frame before it, and is not stored without an open run.
   */
  append(lease: DepthLease, frame: Omit<DepthFrame, 'seq' | 'symbol'>): Promise<number>
  /**
   * Folds the minutes before `until`, ms, that are not folded yet: levels and columns from the log, coarser columns from
   * finer ones. A no-op when there are none. Minutes that the open run has not passed yet stay open.
   */
  closeMinutes(lease: DepthLease, until: number): Promise<void>
  /** Null: the book of this market was never recorded. */
  readHead(instrument: Instrument, cut?: number): Promise<DepthHead | null>
  /**
   * The newest book, or the book as of `at`, ms (changes before it are applied), where the log or levels reach back to it.
   * `cut`: never newer than that. Null: unknown at that moment.
   */
  readBook(
    instrument: Instrument,
    options?: { readonly at?: number | undefined; readonly cut?: number | undefined },
  ): Promise<StoredBook | null>
  /**
   * Log entries after `fromSeq`, ascending, at most `limit`. `cut`: only those whose changes all happened before it and
   * that were known by then. Null: the log no longer reaches back to fromSeq, or never reached it.
   */
  readFrames(
    instrument: Instrument,
    fromSeq: number,
    options: { readonly limit: number; readonly cut?: number | undefined },
  ): Promise<readonly StoredDepthFrame[] | null>
  /** The open part is composed from finer tiers and the log. */
  readColumns(instrument: Instrument, query: DepthColumnsQuery): Promise<StoredDepthColumns>
  /**
   * The columns of `readColumns` in packed parts: stored rows as they are where at least half of them is asked for. Null: the interval
   * is not a stored one, or some rows have another height.
   */
  readColumnParts(instrument: Instrument, query: DepthPartsQuery): Promise<StoredDepthParts | null>
  /**
   * Drops what is older than each tier keeps; the log only once it is folded. Markets without a recorder are folded first.
   * Returns the dropped partitions.
   */
  retain(nowMs: number): Promise<readonly string[]>
  /** Creates the partitions that live commits will need. */
  createPartitions(nowMs: number): Promise<void>
  /** Ends the thread that folds: folding in progress rejects and is repeated by the next recorder. */
  close(): Promise<void>
}
