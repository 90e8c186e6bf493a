import type { UnixMs } from '../units/units.ts'

/** Sides of a book, as in columns of changes. */
export const BID = 0
export const ASK = 1
export type BookSide = typeof BID | typeof ASK

/** How the completeness of a book is known, strongest first: docs/data/book.md. */
export const BOOK_PROOFS = ['proven', 'connection', 'sampled'] as const
export type BookProof = (typeof BOOK_PROOFS)[number]

/** Prices, inclusive, in ticks, between which a book is known. Levels outside may exist. */
export interface KnownWindow {
  readonly low: number
  readonly high: number
}

/** The whole book at one moment. Each side is sorted from the touch; quantities are > 0, in `qtyUnit`s. */
export interface BookSnapshot {
  /** Exchange time. */
  readonly t: UnixMs
  readonly window: KnownWindow
  readonly bidTicks: Float64Array
  readonly bidLots: Float64Array
  readonly askTicks: Float64Array
  readonly askLots: Float64Array
}

/**
 * Changes of a book, oldest first: columns. Event i happened at `t[i]` and consists of the levels from `end[i - 1]` (0 for
 * the first) to `end[i]`. Within an event each level occurs once; bids come first, each side is sorted from the touch.
 */
export interface BookChanges {
  readonly events: number
  /** Exchange time, never decreasing. */
  readonly t: Float64Array
  /** Index after the last level of each event. */
  readonly end: Uint32Array
  readonly side: Uint8Array
  readonly ticks: Float64Array
  /** The new resting quantity in `qtyUnit`s; 0: the level was removed. */
  readonly lots: Float64Array
}

/** States of an interval of the heatmap. */
export const COLUMN_MISSING = 0
export const COLUMN_SAMPLED = 1
export const COLUMN_CONNECTION = 2
export const COLUMN_PROVEN = 3

/**
 * Resting quantity over time and price: consecutive intervals of `intervalMs`, as columns. A row holds `step` ticks: row =
 * floor(tick / step). Cells of column i are those from `cellEnd[i - 1]` to `cellEnd[i]`, by side and then row, ascending: every
 * row that holds a quantity at the end of the interval, or did so in it.
 */
export interface DepthColumns {
  readonly intervalMs: number
  readonly step: number
  readonly length: number
  /** Start of column i is `fromMs + i * intervalMs`. */
  readonly fromMs: number
  /** COLUMN_MISSING for an interval without a book at its end; it has no cells. */
  readonly state: Uint8Array
  /** Number of the interval's whole seconds of UTC whose end a run covers; 0 exactly for COLUMN_MISSING. */
  readonly seconds: Uint32Array
  /** Rows, inclusive, that were known during the whole interval; low > high: none. */
  readonly lowRow: Float64Array
  readonly highRow: Float64Array
  /** Best prices at the end of the interval, ticks; NaN: that side is empty. */
  readonly bestBid: Float64Array
  readonly bestAsk: Float64Array
  readonly cellEnd: Uint32Array
  readonly side: Uint8Array
  readonly row: Float64Array
  /** Resting quantity at the end of the interval, `qtyUnit`s. */
  readonly lots: Float64Array
  /** Sum of all increases of the row's levels during the interval. */
  readonly up: Float64Array
  /** Sum of the quantities at the ends of the interval's covered seconds; divided by the column's `seconds`, the mean. */
  readonly sum: Float64Array
  /** Smallest and largest quantity at the end of a second. */
  readonly min: Float64Array
  readonly max: Float64Array
}

export type DepthFrameKind = 'start' | 'keyframe' | 'changes' | 'end'

/**
 * One commit of the depth log and one binary message of the stream. A run is a time of uninterrupted knowledge: it begins with
 * a `start`, whose snapshot is the whole book, and ends with an `end`, or without one when its recorder crashed. A `keyframe`
 * repeats the book that the frames before it lead to.
 */
export interface DepthFrame {
  readonly symbol: string
  readonly kind: DepthFrameKind
  readonly seq: number
  readonly proof: BookProof
  /** Decimal text of the unit of all quantities. Becomes finer with a `start` or `keyframe`, never within a frame. */
  readonly qtyUnit: string
  /** The book is known until this moment, ms, exclusive of later changes. */
  readonly until: UnixMs
  readonly window: KnownWindow
  /** `start` and `keyframe`. */
  readonly snapshot: BookSnapshot | null
  /** `changes`; no events: nothing changed until `until`. */
  readonly changes: BookChanges | null
  /** `start` and `end`: why the previous run ended, in words for operators. */
  readonly reason: string
}
