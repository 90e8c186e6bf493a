import type { Span } from './ranges.ts'

/** What a step of the stream or a loaded page did to the bars, and what the caller has to do. */
export interface LiveChange {
  /** Index of the first bar that is new or different; the number of bars when nothing changed. */
  readonly changedFrom: number
  /** How many bars now stand before the one that was the first. */
  readonly prepended: number
  /** Ranges to ask for again (`from` null = from the beginning, `to` null = until now, with open bar and tail). */
  readonly refetch: readonly Refetch[]
  /** Set when entries are missing: subscribe again with this as from_seq. Nothing was applied. */
  readonly gap: number | null
  /** The tape or the instrument's version is another one: load everything anew. Nothing was applied. */
  readonly reload: boolean
}

export interface Refetch {
  readonly from: number | null
  readonly to: number | null
}

/**
 * A `revision` of the stream. One message may stand for several entries: then it says the first of them, `first_seq` as
 * the message itself does (it can be passed as it came) or `firstSeq`.
 */
export interface Revision {
  readonly seq: number
  readonly first_seq?: number
  readonly firstSeq?: number
  readonly from: number
  readonly to: number
}

/** Whole milliseconds: bars that begin in one are never asked for apart (docs/decisions/bars-without-time.md). */
export function toRefetch({ from, to }: Span): Refetch {
  return { from: Number.isFinite(from) ? Math.floor(from) : null, to: Number.isFinite(to) ? Math.ceil(to) : null }
}
