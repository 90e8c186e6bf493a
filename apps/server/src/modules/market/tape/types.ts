import type {
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
import type { Instrument, InstrumentSpec, Units } from './instrument.ts'
import type { ReadBudget } from './read-budget.ts'

/**
 * The right to write live trades of one instrument: an advisory lock on a connection of its own, and an epoch.
 * When the connection is lost, or somebody else took the lease, `signal` aborts and every further commit is refused.
 */
export interface Lease {
  readonly instrument: Instrument
  readonly epoch: number
  readonly signal: AbortSignal
  /** Greatest watermark stored, ms, or null before the first live commit. */
  readonly watermark: number | null
  /** Minutes before it are folded into bars; null before the first live commit. */
  readonly closedUntil: number | null
  /** The stored watermark has passed minutes that are not folded yet; see `closePassed`. */
  readonly hasPassedMinutes: boolean
  /** First id after the last stored trade (its id + fills), or null where nothing is stored or ids are texts. */
  readonly nextId: number | null
  /** ts of the newest stored trade, or null. */
  readonly lastTs: number | null
  /** The first minute of the live run that was not compared with the exchange's volumes; null without a run. */
  readonly volumeFrom: number | null
  release(): Promise<void>
}

/** What became visible with a commit that changed the past: [from, to) in whole minutes (stream rule 4). */
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
  /** Trades older than watermark - 2000 went in as this revision. */
  readonly revision: Revision | null
  /** Gaps were opened or filled by it: one more revision told so. */
  readonly gaps: boolean
}

/** What a live writer knows beside the trades. */
export interface LiveOptions {
  /**
   * Nobody knows what traded in this time, ms, both ends included: the connection was away. Kept as a gap by time where
   * ids prove nothing; where they do, they tell by themselves.
   */
  readonly unproven?: { readonly from: number; readonly to: number }
  /** The writer vouches that it has kept everything since the last stored trade, though under another lease. */
  readonly unbroken?: boolean
  /** State of the gaps this commit opens: 'repairing' when the writer sets about them at once. 'open' when absent. */
  readonly gaps?: 'open' | 'repairing'
  /** 'later': minutes that the watermark passes stay raw until `closePassed`, so that the trades do not wait for it. */
  readonly closing?: 'later'
}

/** A gap of the tape as a repair sees it. */
export interface TapeGap extends Gap {
  /** Last id before and first id after it; null for a gap by time, which reaches from `from` to `to`, both included. */
  readonly afterId: string | null
  readonly beforeId: string | null
  /** 'volume': the trades of this minute do not add up to what the exchange says. */
  readonly proof: Proof
}

export interface Gap {
  /** ts of the trades on both sides of it; of time that nobody speaks for, its first and last millisecond. */
  readonly from: number
  readonly to: number
  /** Trades missing, or null where ids cannot tell. */
  readonly missing: number | null
  readonly state: GapState
}
export type GapState = 'repairing' | 'open' | 'lost'
export type Proof = 'ids' | 'volume' | 'connection' | 'none'

export interface ImportOptions {
  /**
   * Time the source speaks for, [from, to) in ms: the whole UTC day of an archive day file.
   * Absent: from the first to the last trade (INDICATORS 11).
   */
  readonly covers?: { readonly from: number; readonly to: number }
  readonly proof?: Proof
  /** 'import' by default; 'backfill' for made or fetched history. */
  readonly reason?: 'import' | 'backfill' | 'repair'
  /**
   * For an instrument with a live feed: the trades reach up to this watermark (catching up after a pause, or the first
   * history before going live). Minutes up to it are closed in the same commit. Never lowers the stored one.
   */
  readonly watermark?: number
  /** Writes under a lease: a fenced writer's import fails like its live commits. */
  readonly lease?: Lease
  /** State of gaps it finds that were not part of a known one; 'lost' when absent. */
  readonly gaps?: GapState
}

export interface ImportResult {
  readonly imported: number
  readonly duplicates: number
  /** Trades left out because a different trade has their id. */
  readonly conflicting: number
  /** The first of them, at most MAX_CONFLICT_EXAMPLES. */
  readonly conflictExamples: Trades
  /** Gaps between the trades of the touched range after the import. */
  readonly gaps: number
  /** Seq of the commit; null when nothing was new (then nothing was written). */
  readonly seq: number | null
  /** ts of the first and last trade given, or null when none were. */
  readonly from: number | null
  readonly to: number | null
}

export interface HistoryQuery {
  /** 0 for bars that `sequence` ends. */
  readonly cycleMs: number
  /** Bars of fills or volume, made from the tape itself. Pages of them are cut between milliseconds: `limit` may be passed. */
  readonly sequence?: SequenceRule
  /** Row height in ticks. */
  readonly step: number
  /** Inclusive, ms. With `from` the window is [from, to) and `limit` only bounds it. */
  readonly from?: number
  /** Exclusive, ms. Absent: up to now. A bar belongs to the window when its start does. */
  readonly to?: number
  /** Bars at most, the newest of the window; the open bar counts. 500 when absent. */
  readonly limit?: number
  /** Bars more before the window, for indicators; `History.leadIn` says how many there were. */
  readonly leadIn?: number
  /** Delayed reader: only trades with ts < cut, folded as of then (stream rule 7). */
  readonly cut?: number
  /** Raw points of control and the ends of bars wanted: bars come from native rows, and `open` stays at step 1. */
  readonly rawPoc?: boolean
  /** Anchor of `cvdOpen`; the UTC day, or the week for weekly bars, when absent. */
  readonly cvdReset?: CvdReset
  /** Anchor of `vwapOpen`; the UTC day when absent. */
  readonly vwapAnchor?: VwapAnchor
  /** Refuse (TooManyCellsError) an answer of more cells. */
  readonly maxCells?: number
  /** Charged with what the read unpacks. */
  readonly budget?: ReadBudget | undefined
}

export interface History {
  readonly instrument: Instrument
  /** Closed bars, oldest first, lead-in included; states set. */
  readonly bars: Bars
  /** The bar that holds `closedUntil`, folded up to it; null when it has no closed minute, or lies outside the window. */
  readonly open: Bars | null
  /** Raw trades with ts >= closedUntil inside the window, in canonical order, each with its seq. */
  readonly tail: Trades
  /** Everything before is folded into bars; null = everything is (no live feed). */
  readonly closedUntil: number | null
  /** The answer holds exactly the log entries up to here that fall into its range (stream rule 3). */
  readonly lastSeq: number
  /** null = infinity: no live feed. */
  readonly watermark: number | null
  /** CVD before the first bar, lots. */
  readonly cvdOpen: Lots
  /** The same in the quote unit, ticks x lots. */
  readonly cvdQuoteOpen: Lots
  /** Sums of the VWAP before the first bar; null where rows from before they were kept lie in between. */
  readonly vwapOpen: VwapSums | null
  /** Bars at the head of `bars` that lie before the window. */
  readonly leadIn: number
  /** Of bars of fills or volume only. */
  readonly sequence?: SequenceStretch
}

export interface SequenceStretch {
  /** Start of the time that the answer covers without a gap; null = the beginning of the tape. */
  readonly from: number | null
  /** Number within its UTC day of the first bar, from 1. */
  readonly firstNumber: number
}

export interface ProfileQuery {
  /** [from, to) in ms, any millisecond. Without `to`: up to the last trade there is. */
  readonly from: number
  readonly to?: number
  /** Row height in ticks. */
  readonly step: number
  readonly cut?: number
  /** Refuse (ProfileTooLargeError) what takes more stored cells to make, or holds more rows. */
  readonly maxCells?: number
  readonly maxRows?: number
  readonly budget?: ReadBudget | undefined
}

export interface StoredProfile {
  readonly instrument: Instrument
  /** The range as one bar of the wanted step; none when nothing traded. Its state and cycle say nothing. */
  readonly sum: Bars
  readonly from: number
  readonly to: number
  /** BAR_INCOMPLETE before BAR_REPAIRING before BAR_OPEN (a part of it is not closed yet) before BAR_COMPLETE. */
  readonly state: number
  readonly lastSeq: number
  readonly watermark: number | null
  readonly closedUntil: number | null
}

export interface TradesQuery {
  /** [from, to) in ms. */
  readonly from: number
  readonly to: number
  /** Rows after the trade with this ts and id (the last row of the page before). */
  readonly after?: { readonly ts: number; readonly id: string }
  readonly limit: number
  readonly cut?: number
  readonly budget?: ReadBudget | undefined
}

export interface BigTradesQuery {
  /** [from, to) in ms, by the first trade of a sweep; up to now without `to`. */
  readonly from: number
  readonly to?: number
  /** Least size of the user's own, ticks x lots; 0 = none. */
  readonly own: Lots
  /** Rows at most, the newest. */
  readonly most: number
  /** Nothing at or after `to` is looked at: a sweep that may go on there is left open. Otherwise it is followed to its end. */
  readonly resume?: boolean
  readonly cut?: number
  readonly budget?: ReadBudget | undefined
}

/** Bubbles of a stretch (INDICATORS 9), and what is needed to go on from its end. */
export interface BigTrades {
  /** Complete from here on: later than asked for where the stretch held too much. */
  readonly from: number
  /** As asked for, but never beyond the market's clock or the cut. */
  readonly to: number
  /** Finished sweeps, in canonical order. */
  readonly list: readonly BigTrade[]
  /** The sweep that may go on at `to`, where it is big already; and its trades, big or not. */
  readonly unfinished: BigTrade | null
  readonly open: Trades
  /** Of a query that resumes; else empty. */
  readonly sizes: SizeSeed
}

export interface Coverage {
  /** ts of the first trade, and of the last (inclusive); null when empty. */
  readonly from: number | null
  readonly to: number | null
  readonly lastSeq: number
  readonly watermark: number | null
  readonly proof: Proof
  readonly gaps: readonly Gap[]
}

/** What the tape speaks for, for whoever fetches the rest. */
export interface TapeSpans {
  /** [from, to) in ms, ascending, none touching the next; the run of live trades included. */
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
  /** ts of the newest trade of the entry: it is released to a delayed reader when this < cut. */
  readonly newestTs: number
  readonly reason: RevisionReason
}

/** One row per instrument for menus. */
export interface InstrumentSummary extends Instrument {
  /** ts of the first trade and of the last (before the cut, if one was given); null when empty. */
  readonly from: number | null
  readonly to: number | null
  readonly lastSeq: number
  readonly watermark: number | null
  /** Recommended step in ticks per cycle value ("1m" -> 5), as stored (INDICATORS 10); empty before the first data. */
  readonly recommended: Readonly<Record<string, number>>
  /** Greatest step offered in the menu's ladder, in ticks (INDICATORS 10). */
  readonly maxStep: number
}

/** Starts of minutes whose stored volume is, or is not, that of the exchange. */
export interface ComparedMinutes {
  readonly equal: readonly number[]
  readonly unequal: readonly number[]
}

/**
 * The tape of every instrument. Writers publish on the bus themselves, after their commit: feeds never do.
 * Every method may reject with a `pg` error while the database is away.
 */
export interface TapeStore {
  /**
   * Finds or makes the instrument. An existing one keeps its tick and lot; when the spec's differ, TickChangedError.
   * `live`, `label`, and `side: 'estimated'` of an existing one follow the spec.
   */
  ensureInstrument(spec: InstrumentSpec): Promise<Instrument>
  listInstruments(cut?: number): Promise<InstrumentSummary[]>
  findInstrument(symbol: string): Promise<Instrument | null>
  /**
   * The tape in finer units, as a new version of the instrument: prices and quantities are multiplied, bars made anew. It is
   * copied in steps, so that a process that dies loses one of them, and takes the place of the stored one in the last.
   * Readers see one version or the other. The lease must be held and ends with it: the new version has its own.
   * Throws ConversionRefusedError where a number would leave its range, FencedError; nothing is changed then.
   */
  convert(lease: Lease, units: Units, signal?: AbortSignal): Promise<Instrument>
  /** Deletes what conversions replaced, once nobody reads it any more, and copies that were abandoned. */
  dropFormer(): Promise<number>
  /** Waits until the lease is free (or `signal` aborts), then fences every earlier holder. */
  takeLease(instrument: Instrument, signal?: AbortSignal): Promise<Lease>
  /**
   * One commit of live trades: dedupes by id, splits late ones off, closes the minutes the watermark has passed,
   * and publishes frames, revision and clock after the commit. `trades` may be empty (a tick of the clock).
   * `watermark` never goes back: the greater of it, the stored one and the newest trade counts.
   * Throws FencedError when the lease was lost; nothing is then stored or sent.
   */
  appendLive(lease: Lease, trades: Trades, watermark: number, options?: LiveOptions): Promise<AppendResult>
  /** Closes the minutes that the stored watermark has passed, in a commit of their own; does nothing without any. */
  closePassed(lease: Lease): Promise<void>
  /**
   * Without trades: moves the watermark, closes what it passed, publishes the clock. It is stored when it closes a minute,
   * else every few seconds.
   */
  closeUpTo(lease: Lease, watermark: number, options?: Pick<LiveOptions, 'closing'>): Promise<void>
  /** Every gap inside what the tape speaks for, ascending. */
  gaps(instrument: Instrument): Promise<TapeGap[]>
  /** Gives a gap another state, where it is still there; told as a revision when it changes how bars are drawn. */
  settleGap(lease: Lease, gap: TapeGap, state: GapState): Promise<void>
  /**
   * Venues without ids: the minutes before `until` were compared with the exchange's volumes. Those in `unequal` become
   * lost gaps of a minute; the minute in which the run began is one of them unless all of it was fetched. Gaps inside
   * `equal` minutes that still wait for their repair are closed: nothing is missing there.
   */
  noteVolumes(lease: Lease, until: number, minutes: ComparedMinutes): Promise<void>
  /** The market is followed no more: everything stored is closed, and nothing of it is live. The lease stays held. */
  endLive(lease: Lease): Promise<void>
  /**
   * Stores a file or a backfill in one transaction as one revision: idempotent by id. Batches in any order, each a run
   * of trades with ids; the whole run is refused when one of them is. May run beside a live feed.
   */
  importRun(
    instrument: Instrument,
    batches: Iterable<Trades> | AsyncIterable<Trades>,
    options?: ImportOptions,
  ): Promise<ImportResult>
  readHistory(instrument: Instrument, query: HistoryQuery): Promise<History>
  /** Volume by price over any range of time, from the coarsest tiers and rows that divide it, down to the trades at its edges. */
  readProfile(instrument: Instrument, query: ProfileQuery): Promise<StoredProfile>
  readTrades(instrument: Instrument, query: TradesQuery): Promise<Trades>
  /** Sweeps that are unusually big, from the stored trades. */
  readBigTrades(instrument: Instrument, query: BigTradesQuery): Promise<BigTrades>
  coverage(instrument: Instrument, cut?: number): Promise<Coverage>
  /** What is there and what is not, span by span. */
  spans(instrument: Instrument): Promise<TapeSpans>
  /** Whether a live feed writes this instrument now, in this process or another. */
  isLeased(instrument: Instrument): Promise<boolean>
  /** Waits for the only right to fetch the past of a symbol, stored or not yet; held until `release`. */
  holdBackfill(symbol: string, signal?: AbortSignal): Promise<{ release(): Promise<void> }>
  /** Log entries with lastSeq >= fromSeq, ascending, at most `limit`; `reset` when the log no longer reaches back to fromSeq. */
  readLog(
    instrument: Instrument,
    fromSeq: number,
    limit?: number,
  ): Promise<{ entries: LogEntry[]; lastSeq: number; reset: boolean }>
  /** The frames of the log entries of kind trades in [fromSeq, toSeq], rebuilt byte for byte in order, for a hub that lost its backlog. */
  readFrames(instrument: Instrument, fromSeq: number, toSeq: number): Promise<Uint8Array[]>
  /** Greatest seq with every entry up to it released at the cut. */
  releasedSeq(instrument: Instrument, cut: number): Promise<number>
  /** Computes the recommended precisions anew where INDICATORS 10 asks for it. Called after imports and at 00:00 UTC. */
  refreshRecommended(instrument: Instrument): Promise<void>
  /** Drops what is older than `keepMs` of each instrument, whole months at a time (drops partitions where nobody needs them). */
  applyRetention(
    keepMs: (instrument: Instrument) => number | null,
    nowMs: number,
  ): Promise<{ dropped: string[]; deleted: number }>
  close(): Promise<void>
}

export type { Instrument, InstrumentSpec, InstrumentKind } from './instrument.ts'
