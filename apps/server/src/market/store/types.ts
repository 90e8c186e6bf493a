import type {
  IdRule,
  Bars,
  BigTrade,
  CvdReset,
  Lots,
  SequenceRule,
  SizeSeed,
  Trades,
  VwapAnchor,
  VwapSums,
} from '@flowprint/orderflow'
import type { Pool } from 'pg'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { DepthMode } from './depth/mode.ts'
import type { ReadBudget } from './read/read-limits.ts'

export type InstrumentKind = 'spot' | 'perpetual' | 'future' | 'simulated'

/** Units of prices and quantities, as exact decimal text. */
export interface Units {
  readonly tickSize: string
  readonly lotSize: string
}

/** Properties of a market that a writer knows before it is stored. */
export interface InstrumentSpec {
  /** Symbol as traders write it, e.g. "BINANCE:LTCUSDT". */
  readonly symbol: string
  readonly exchange: string
  readonly kind: InstrumentKind
  /** Label for menus, e.g. "LTC/USDT". */
  readonly label: string
  /** Exact decimal text. */
  readonly tickSize: string
  readonly lotSize: string
  /** 'estimated' when an import derived the aggressor from the tick rule. */
  readonly side: 'given' | 'estimated'
  readonly qtyUnit: 'base' | 'contract'
  /** How the venue numbers its trades (INDICATORS 1). */
  readonly ids: IdRule
  /** A feed follows it, so its minutes close by a watermark. */
  readonly live: boolean
  readonly simulated: boolean
}

export interface Instrument extends InstrumentSpec {
  readonly id: number
  /** Incremented when tick or lot change. */
  readonly version: number
  /** Identity of the log; when it changes, sequence numbers restart. */
  readonly tape: string
  /** Seq at which this version began; 0 for the first. Clients that followed the log before it use the former units. */
  readonly sinceSeq: number
}

/**
 * The exclusive right to write live trades of one instrument: an advisory lock on a dedicated connection, and an epoch.
 * When the connection is lost or another writer takes the lease, `signal` aborts and further commits are refused.
 */
export interface Lease {
  readonly instrument: Instrument
  readonly epoch: number
  readonly signal: AbortSignal
  /** False when another process may have the lease by now: nothing may be stored or sent. */
  readonly isConfirmed: boolean
  /** Highest stored watermark, ms, or null before the first live commit. */
  readonly watermark: number | null
  /** Minutes before it are folded into bars; null before the first live commit. */
  readonly closedUntil: number | null
  /** The stored watermark has passed minutes that are not folded yet; see `closePassed`. */
  readonly hasPassedMinutes: boolean
  /** First id after the last stored trade (its id + fills), or null when nothing is stored or ids are texts. */
  readonly nextId: number | null
  /** ts of the newest stored trade, or null. */
  readonly lastTs: number | null
  /** The first minute of the live run not yet compared with the exchange's volumes; null without a run. */
  readonly volumeFrom: number | null
  release(): Promise<void>
}

/** The range that a commit of past data changed: [from, to) in whole minutes (stream rule 4). */
export interface Revision {
  readonly seq: number
  readonly from: number
  readonly to: number
  readonly reason: RevisionReason
}
export type RevisionReason = 'late' | 'repair' | 'import' | 'backfill' | 'live'

export interface AppendResult {
  /** Log range of the trades sent as frames; null when every trade was late or a duplicate. */
  readonly firstSeq: number | null
  readonly lastSeq: number | null
  /** The stored trades of that range, each with its seq. */
  readonly trades: Trades
  readonly duplicates: number
  /** Trades older than watermark - 2000 were stored as this revision. */
  readonly revision: Revision | null
  /** Gaps were opened or filled; one more revision announced it. */
  readonly gaps: boolean
}

/** Context of a live commit besides its trades. */
export interface LiveOptions {
  /**
   * A time range, ms, both ends inclusive, in which trades may be missing because the connection was down. Stored as a
   * gap by time where ids prove nothing; otherwise the ids show the gap.
   */
  readonly unproven?: { readonly from: number; readonly to: number }
  /** The writer guarantees that it has every trade since the last stored one, although under another lease. */
  readonly unbroken?: boolean
  /**
   * State of the gaps this commit opens: 'repairing' when the writer starts repairing them immediately. Default 'open'.
   */
  readonly gaps?: 'open' | 'repairing'
  /**
   * 'later': minutes that the watermark passes stay raw until `closePassed`, so that trades need not wait for closing.
   */
  readonly closing?: 'later'
}

/** A gap of the tape as seen by a repair. */
export interface TapeGap extends Gap {
  /** Last id before and first id after it; null for a gap by time, which spans `from` to `to` inclusive. */
  readonly afterId: string | null
  readonly beforeId: string | null
  /** 'volume': the trades of this minute do not add up to the exchange's volume. */
  readonly proof: Proof
}

export interface Gap {
  /** ts of the trades on both sides; for uncovered time, its first and last millisecond. */
  readonly from: number
  readonly to: number
  /** Number of missing trades, or null when ids cannot tell. */
  readonly missing: number | null
  readonly state: GapState
}
export type GapState = 'repairing' | 'open' | 'lost'
export type Proof = 'ids' | 'volume' | 'connection' | 'none'

export interface ImportOptions {
  /**
   * Time the source covers completely, [from, to) in ms: the whole UTC day for an archive day file. Default: from the
   * first to the last trade (INDICATORS 11).
   */
  readonly covers?: { readonly from: number; readonly to: number }
  readonly proof?: Proof
  /** Default 'import'; 'backfill' for generated or fetched history. */
  readonly reason?: 'import' | 'backfill' | 'repair'
  /**
   * For an instrument with a live feed: the trades reach up to this watermark (after a pause, or the first history
   * before going live). Minutes up to it are closed in the same commit. Never lowers the stored watermark.
   */
  readonly watermark?: number
  /** Lease to write under: a fenced writer's import fails like its live commits. */
  readonly lease?: Lease
  /** State of found gaps that were not part of a known one; default 'lost'. */
  readonly gaps?: GapState
}

export interface ImportResult {
  readonly imported: number
  readonly duplicates: number
  /** Trades skipped because a different trade has their id. */
  readonly conflicting: number
  /** The first of them, at most MAX_CONFLICT_EXAMPLES. */
  readonly conflictExamples: Trades
  /** Gaps between the trades of the touched range after the import. */
  readonly gaps: number
  /** Seq of the commit; null when nothing was new (then nothing was written). */
  readonly seq: number | null
  /** ts of the first and last trade given, or null when there were none. */
  readonly from: number | null
  readonly to: number | null
}

export interface HistoryQuery {
  /** 0 for bars defined by `sequence`. */
  readonly cycleMs: number
  /**
   * Fills or volume bars, built from the trades. Their pages are cut between milliseconds, so `limit` may be exceeded.
   */
  readonly sequence?: SequenceRule
  /** Row height in ticks. */
  readonly step: number
  /** Inclusive, ms. With `from` the window is [from, to) and `limit` only bounds it. */
  readonly from?: number
  /** Exclusive, ms. Default: up to now. A bar belongs to the window when its start does. */
  readonly to?: number
  /** Max bars, the newest of the window; the open bar counts. Default 500. */
  readonly limit?: number
  /** Additional bars before the window, for indicators; `History.leadIn` is the actual number. */
  readonly leadIn?: number
  /** Delayed reader: only trades with ts < cut, folded as of that time (stream rule 7). */
  readonly cut?: number
  /** Replay: see `historyView`. */
  readonly isReplay?: boolean
  /** Include raw points of control and bar ends: bars are then built from native rows, and `open` stays at step 1. */
  readonly rawPoc?: boolean
  /** Anchor of `cvdOpen`; default: the UTC day, or the week for weekly bars. */
  readonly cvdReset?: CvdReset
  /** Anchor of `vwapOpen`; default: the UTC day. */
  readonly vwapAnchor?: VwapAnchor
  /** Max cells of the answer; above it TooManyCellsError. */
  readonly maxCells?: number
  /** Charged for what the read unpacks. */
  readonly budget?: ReadBudget | undefined
}

export interface History {
  readonly instrument: Instrument
  /** Closed bars, oldest first, including the lead-in; states are set. */
  readonly bars: Bars
  /**
   * The bar that contains `closedUntil`, folded up to it; null when it has no closed minute, or is outside the window.
   */
  readonly open: Bars | null
  /** Raw trades with ts >= closedUntil inside the window, in canonical order, each with its seq. */
  readonly tail: Trades
  /** Everything before is folded into bars; null when everything is (no live feed). */
  readonly closedUntil: number | null
  /** The answer reflects exactly the log entries up to this seq that fall into its range (stream rule 3). */
  readonly lastSeq: number
  /** null = infinity: no live feed. */
  readonly watermark: number | null
  /** CVD before the first bar, lots. */
  readonly cvdOpen: Lots
  /** The same in the quote unit, ticks x lots. */
  readonly cvdQuoteOpen: Lots
  /** VWAP sums before the first bar; null when rows from before they were stored are in between. */
  readonly vwapOpen: VwapSums | null
  /** Number of bars at the head of `bars` before the window. */
  readonly leadIn: number
  /** Coverage of the whole tape in the same snapshot: a gap is known with the first trades after it. */
  readonly coverage: Coverage
  /** Only for fills or volume bars. */
  readonly sequence?: SequenceRange
}

export interface SequenceRange {
  /** Start of the time the answer covers without a gap; null = the beginning of the tape. */
  readonly from: number | null
  /** Number of the first bar within its UTC day, from 1. */
  readonly firstNumber: number
}

export interface ProfileQuery {
  /** [from, to) in ms, at any millisecond. Without `to`: up to the last trade. */
  readonly from: number
  readonly to?: number
  /** Row height in ticks. */
  readonly step: number
  readonly cut?: number
  readonly isReplay?: boolean
  /** Above this many stored cells to read, or rows in the answer, ProfileTooLargeError. */
  readonly maxCells?: number
  readonly maxRows?: number
  readonly budget?: ReadBudget | undefined
}

export interface StoredProfile {
  readonly instrument: Instrument
  /** The range as one bar of the requested step; empty when nothing traded. Its state and cycle are meaningless. */
  readonly sum: Bars
  readonly from: number
  readonly to: number
  /** In order of precedence: BAR_INCOMPLETE, BAR_REPAIRING, BAR_OPEN (part of it is not closed yet), BAR_COMPLETE. */
  readonly state: number
  readonly lastSeq: number
  readonly watermark: number | null
  readonly closedUntil: number | null
}

export interface TradesQuery {
  /** [from, to) in ms. */
  readonly from: number
  readonly to: number
  /** Returns rows after the trade with this ts and id (the last row of the previous page). */
  readonly after?: { readonly ts: number; readonly id: string }
  readonly limit: number
  readonly cut?: number
  readonly isReplay?: boolean
  readonly budget?: ReadBudget | undefined
}

export interface BigTradesQuery {
  /** [from, to) in ms, by the first trade of a sweep; up to now without `to`. */
  readonly from: number
  readonly to?: number
  /** The user's own minimum size, ticks x lots; 0 = none. */
  readonly own: Lots
  /** Max rows, the newest. */
  readonly most: number
  /**
   * Ignore everything at or after `to`: a sweep that may continue there is left open. Otherwise it is followed to its
   * end.
   */
  readonly resume?: boolean
  readonly cut?: number
  readonly isReplay?: boolean
  readonly budget?: ReadBudget | undefined
}

/** Bubbles of a time range (INDICATORS 9), and the state needed to resume from its end. */
export interface BigTrades {
  /** Complete from this time on: later than requested when the range contained too much. */
  readonly from: number
  /** As requested, but never beyond the market's clock or the cut. */
  readonly to: number
  /** Finished sweeps, in canonical order. */
  readonly list: readonly BigTrade[]
  /** The sweep that may continue at `to`, if it is already big; and its trades, big or not. */
  readonly unfinished: BigTrade | null
  readonly open: Trades
  /** Only for a query that resumes; otherwise empty. */
  readonly sizes: SizeSeed
}

export interface Coverage {
  /**
   * ts of the first and last trade (inclusive); null when empty. With a cut, `to` is the last trade or the millisecond
   * before the cut, whichever is earlier.
   */
  readonly from: number | null
  readonly to: number | null
  readonly lastSeq: number
  readonly watermark: number | null
  readonly proof: Proof
  readonly gaps: readonly Gap[]
}

/** Covered time of the tape, for fetching the rest. */
export interface TapeSpans {
  /** [from, to) in ms, ascending, not touching each other; includes the run of live trades. */
  readonly spans: readonly { readonly from: number; readonly to: number }[]
  /** Gaps by ids inside these spans. */
  readonly gaps: readonly Gap[]
  /** null: no live feed has written yet. */
  readonly watermark: number | null
}

export interface LogEntry {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly kind: 'trades' | 'revision'
  /** Trades: ts of the oldest and newest trade. Revision: whole minutes [fromTs, toTs). */
  readonly fromTs: number
  readonly toTs: number
  /** ts of the entry's newest trade: it is released to a delayed reader when this < cut. */
  readonly newestTs: number
  readonly reason: RevisionReason
}

/** One row per instrument for menus. */
export interface InstrumentSummary extends Instrument {
  /** ts of the first and last trade (before the cut, if given); null when empty. */
  readonly from: number | null
  readonly to: number | null
  readonly lastSeq: number
  readonly watermark: number | null
  /** Recommended step in ticks per cycle value ("1m" -> 5), as stored (INDICATORS 10); empty before the first data. */
  readonly recommended: Readonly<Record<string, number>>
  /** What is recorded of its order book; off: nothing was ever recorded. */
  readonly depth: DepthMode
  /** Highest step of the menu's ladder, in ticks (INDICATORS 10). */
  readonly maxStep: number
}

/** Starts of minutes whose stored volume equals, or differs from, the exchange's. */
export interface ComparedMinutes {
  readonly equal: readonly number[]
  readonly unequal: readonly number[]
}

/** How far a market was written: what a reader may have seen of it. */
export interface TapePosition {
  readonly lastSeq: number
  /** null: no live feed. */
  readonly watermark: number | null
}

/** How far the bars of a followed market are closed. */
export interface ClosedMarket {
  readonly instrument: Instrument
  /** Minutes before it are bars, ms. */
  readonly closedUntil: number
  readonly lastSeq: number
  /** Time changed by revisions after the given log position, [from, to) in ms; null: none. */
  readonly revised: { readonly from: number; readonly to: number } | null
  /** As `InstrumentSummary.recommended`. */
  readonly recommended: Readonly<Record<string, number>>
}

/** Closed minutes of one of many markets. */
export interface MinutesQuery {
  readonly instrument: Instrument
  /** [from, to) in ms, whole minutes. */
  readonly from: number
  readonly to: number
  /** Trades in [tradesFrom, cut), ms. */
  readonly tradesFrom: number
  readonly cut: number
}

export interface ClosedMinutes {
  /** Minutes with trades, native rows; their states are not set. */
  readonly bars: Bars
  /** In canonical order. */
  readonly trades: Trades
  /** All minutes are covered, and no gap touches them. */
  readonly isComplete: boolean
}

/** The stored state of a time range that nothing live changes any more. */
export interface RangeState {
  /** Equal as long as no revision touches the range. */
  readonly fingerprint: string
  /** The state is that of the log up to this entry. */
  readonly lastSeq: number
}

/** Reads of stored data: from the primary, or from a replica (`TapeStore.readsFrom`). */
export interface TapeReads {
  listInstruments(cut?: number): Promise<InstrumentSummary[]>
  findInstrument(symbol: string): Promise<Instrument | null>
  readHistory(instrument: Instrument, query: HistoryQuery): Promise<History>
  /**
   * Volume by price over any time range, from the coarsest tiers and rows that divide it, and from the trades at its
   * edges.
   */
  readProfile(instrument: Instrument, query: ProfileQuery): Promise<StoredProfile>
  readTrades(instrument: Instrument, query: TradesQuery): Promise<Trades>
  /** Unusually big sweeps, computed from the stored trades. */
  readBigTrades(instrument: Instrument, query: BigTradesQuery): Promise<BigTrades>
  coverage(instrument: Instrument, cut?: number, isReplay?: boolean): Promise<Coverage>
  /** State of [from, to), ms; null while part of it is open, or not visible at the cut. */
  readRangeState(
    instrument: Instrument,
    range: {
      readonly from: number
      readonly to: number
      readonly cut?: number | undefined
      readonly isReplay?: boolean
    },
  ): Promise<RangeState | null>
}

/**
 * The tape of every instrument. It publishes on the bus after each commit; feeds never publish. Every method may reject
 * with a `pg` error while the database is unavailable.
 */
export interface TapeStore extends TapeReads {
  /**
   * Finds or creates the instrument. An existing one keeps its tick and lot; TickChangedError when the spec's differ.
   * `live`, `label`, and `side: 'estimated'` are updated from the spec.
   */
  ensureInstrument(spec: InstrumentSpec): Promise<Instrument>
  /**
   * Converts the tape to finer units as a new version of the instrument: prices and quantities are multiplied, bars are
   * rebuilt. The tape is copied in steps, so that a crash loses one step, and the last step replaces it atomically. The
   * lease must be held and ends with the conversion. Throws ConversionRefusedError when a number would leave its range,
   * or FencedError; nothing is changed then.
   */
  convert(lease: Lease, units: Units, signal?: AbortSignal): Promise<Instrument>
  /** Deletes versions replaced by conversions once they have no readers, and abandoned copies. */
  dropFormer(): Promise<number>
  /** Waits until the lease is free (or `signal` aborts), then fences every earlier holder. */
  acquireLease(instrument: Instrument, signal?: AbortSignal): Promise<Lease>
  /**
   * Commits live trades: dedupes by id, splits off late ones, closes the minutes the watermark has passed, and
   * publishes frames, revision and clock after the commit. `trades` may be empty (a clock tick). `watermark` never goes
   * back: the greatest of it, the stored one and the newest trade counts. Throws FencedError when the lease was lost;
   * nothing is then stored or sent.
   */
  appendLive(lease: Lease, trades: Trades, watermark: number, options?: LiveOptions): Promise<AppendResult>
  /** Closes the minutes that the stored watermark has passed, in a separate commit; a no-op when there are none. */
  closePassed(lease: Lease): Promise<void>
  /**
   * Without trades: advances the watermark, closes what it passed, publishes the clock. The clock is stored when it
   * closes a minute, else every few seconds.
   */
  closeUpTo(lease: Lease, watermark: number, options?: Pick<LiveOptions, 'closing'>): Promise<void>
  /** All gaps inside covered time, ascending. */
  gaps(instrument: Instrument): Promise<TapeGap[]>
  /** Sets the state of a gap if it still exists; publishes a revision when that changes how bars are drawn. */
  settleGap(lease: Lease, gap: TapeGap, state: GapState): Promise<void>
  /**
   * For venues without ids: the minutes before `until` were compared with the exchange's volumes. Those in `unequal`
   * become lost gaps of a minute, including the minute in which the run began unless all of it was fetched. Unrepaired
   * gaps inside `equal` minutes are closed: nothing is missing there.
   */
  recordVolumes(lease: Lease, until: number, minutes: ComparedMinutes): Promise<void>
  /** Stops following the market: closes all stored data, and nothing is live any more. The lease stays held. */
  endLive(lease: Lease): Promise<void>
  /**
   * Stores a file or a backfill in one transaction as one revision, idempotent by id. Batches may come in any order,
   * each a run of trades with ids; if one is rejected, the whole run is. May run concurrently with a live feed.
   */
  importRun(
    instrument: Instrument,
    batches: Iterable<Trades> | AsyncIterable<Trades>,
    options?: ImportOptions,
  ): Promise<ImportResult>
  /**
   * The same reads from a replica. Every read contains at least `minimum` of its market, and no read is older than an
   * earlier one; otherwise it throws ReplicaBehindError.
   */
  readsFrom(replica: Pool, minimum: TapePosition): TapeReads
  /** Null: the market is not stored. */
  readPosition(symbol: string): Promise<TapePosition | null>
  /**
   * All followed markets whose feed has written, by symbol. `since`: log positions by id of the instrument, after which
   * revisions are reported. One query over all markets, for calls once a second.
   */
  listClosed(since: ReadonlyMap<number, number>): Promise<ClosedMarket[]>
  /**
   * The newest minutes of many different markets, with the same number of statements as for one. In the order of the
   * queries; null where they are not closed yet.
   */
  readMinutes(wanted: readonly MinutesQuery[]): Promise<(ClosedMinutes | null)[]>
  /** Covered spans and gaps. */
  spans(instrument: Instrument): Promise<TapeSpans>
  /** Whether a live feed is writing this instrument now, in any process. */
  isLeased(instrument: Instrument): Promise<boolean>
  /**
   * Waits for the exclusive right to backfill a symbol, stored or not; held until `release`. Not fenced: when it is lost,
   * another process may backfill the same days, and storing them twice changes nothing.
   */
  lockBackfill(symbol: string, signal?: AbortSignal): Promise<{ release(): Promise<void> }>
  /**
   * Log entries with lastSeq >= fromSeq, ascending, at most `limit`; `reset` when the log no longer reaches back to
   * fromSeq.
   */
  readLog(
    instrument: Instrument,
    fromSeq: number,
    limit?: number,
  ): Promise<{ entries: LogEntry[]; lastSeq: number; reset: boolean }>
  /**
   * Frames of the trade entries in [fromSeq, toSeq], rebuilt byte for byte in order, for a hub that lost its backlog.
   */
  readFrames(instrument: Instrument, fromSeq: number, toSeq: number): Promise<Uint8Array[]>
  /** Highest seq such that every entry up to it is released at the cut. */
  releasedSeq(instrument: Instrument, cut: number): Promise<number>
  /** Recomputes the recommended precisions where INDICATORS 10 requires it. Called after imports and at 00:00 UTC. */
  refreshRecommended(instrument: Instrument): Promise<void>
  /**
   * Deletes data older than `keepMs` of each instrument, in whole months (drops partitions that no instrument needs).
   */
  applyRetention(
    keepMs: (instrument: Instrument) => number | null,
    nowMs: number,
  ): Promise<{ dropped: string[]; deleted: number }>
  /** Creates the partitions of the months from now on that live commits will need. */
  createPartitions(nowMs: number): Promise<void>
  /** The bounded queues of this store. */
  queues(): readonly QueueState[]
  close(): Promise<void>
}
