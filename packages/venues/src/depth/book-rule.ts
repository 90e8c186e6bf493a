import type { BookProof } from '@flowprint/orderflow'

/** A level as the venue writes it: exact decimal texts. Further entries (order counts) are ignored; quantity 0 removes. */
export type RawLevel = readonly [price: string, qty: string, ...unknown[]]

/** Levels of a snapshot or an update. Any order; within an update each level occurs once or its last value counts. */
export interface RawLevels {
  readonly bids: readonly RawLevel[]
  readonly asks: readonly RawLevel[]
}

/** One message of a depth connection, in the order of arrival. */
export interface RawDepthMessage {
  /** The message as received. */
  readonly text: string
  /**
   * The message parsed as JSON, once for all markets of the connection. Of venues that send prices as JSON numbers the
   * relevant numbers are texts here, digit for digit as received.
   */
  readonly value: Readonly<Record<string, unknown>>
  /** Our clock, ms: for venues whose messages have no time. */
  readonly receivedAtMs: number
}

/**
 * Continuity of one market's book on one subscription: reads raw messages and decides what they prove. Pure: no timers, no
 * requests; everything it finds goes to the sink, synchronously.
 *
 * A rule starts without a book. It is used until it calls `lost`, then discarded; the next subscription or snapshot gets a
 * new one. The receiver also discards a rule when it ends a run itself (a crossed book, a lost connection).
 */
export interface BookRule {
  /** How a run that this rule accepts is known to be complete. */
  readonly proof: BookProof
  /**
   * Reads the next message. It receives the messages of its market, and those that concern the whole connection
   * (heartbeats, confirmations) where its venue numbers them too.
   */
  read(message: RawDepthMessage, sink: BookSink): void
  /** Reads the response to `needsSnapshot`, the raw text of the venue's REST call. Only of venues with REST snapshots. */
  readSnapshot?(text: string, sink: BookSink): void
}

/** Receives what a rule finds. `t` is always exchange time, ms, floored. */
export interface BookSink {
  /**
   * The whole book. Starts a run; during a run of a `sampled` rule it is the next sample. During any other run the venue
   * restarted its book: the run ends with `restart` as the reason, and a new one starts with this snapshot.
   */
  snapshot(t: number, levels: RawLevels, restart?: string): void
  /** Changes of one update, only after a snapshot. Without any levels: the book is proven unchanged until `t`. */
  changes(t: number, levels: RawLevels): void
  /** Continuity is broken (gap, checksum, invalid message). The rule must not be used afterwards. */
  lost(reason: string): void
  /**
   * A REST snapshot is required: fetched at once the first time, with backoff when the previous one was too old. The rule
   * buffers the changes until it arrives, and calls `lost` when it has buffered too many.
   */
  needsSnapshot(): void
  /** The message is none of the book's (a confirmation), or has no effect (older than the book, before the snapshot). */
  ignored(): void
}

/** Buffered messages without a snapshot: more than this is a failure, and memory must stay bounded. */
export const MAX_BUFFERED_MESSAGES = 5_000
