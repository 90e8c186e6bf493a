import type { Span } from './ranges.ts'
import type { UnixMs } from '../units/units.ts'

/** Effect of a stream message or a loaded page on the bars, and what the caller must do. */
export interface LiveChange {
  /** Index of the first bar that is new or different; the number of bars when nothing changed. */
  readonly changedFrom: number
  /** Number of bars now before the former first bar. */
  readonly prepended: number
  /** Ranges to refetch (`from` null = from the beginning, `to` null = until now, with open bar and tail). */
  readonly refetch: readonly Refetch[]
  /** Set when entries are missing: subscribe again with this as from_seq. Nothing was applied. */
  readonly gap: number | null
  /** The tape or the instrument's version changed: reload everything. Nothing was applied. */
  readonly reload: boolean
}

export interface Refetch {
  readonly from: UnixMs | null
  readonly to: UnixMs | null
}

/**
 * A `revision` of the stream. One message may cover several entries; it then has the first of them, as `first_seq` (as
 * in the message, which can be passed unchanged) or `firstSeq`.
 */
export interface Revision {
  readonly seq: number
  readonly first_seq?: number
  readonly firstSeq?: number
  readonly from: UnixMs
  readonly to: UnixMs
}

/**
 * Whole milliseconds: bars that start in one millisecond are always requested together
 * (docs/decisions/bars-without-time.md).
 */
export function toRefetch({ from, to }: Span): Refetch {
  return { from: Number.isFinite(from) ? Math.floor(from) : null, to: Number.isFinite(to) ? Math.ceil(to) : null }
}
