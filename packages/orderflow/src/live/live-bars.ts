import { BarArena } from '../bars/bar-arena.ts'
import { copyBars, lowerBoundT } from '../bars/bar-columns.ts'
import type { Bars } from '../bars/bars.ts'
import { regroupBars } from '../bars/regroup-bars.ts'
import { sequenceRule } from '../bars/sequence-rule.ts'
import { cvdOpenOf, cvdQuoteOpenOf, vwapOpenOf } from '../codec/answer-meta.ts'
import type { Answer } from '../codec/answer.ts'
import type { Frame } from '../codec/frame.ts'
import { emptyTrades, filterTrades } from '../trades/trade-columns.ts'
import type { Trades } from '../trades/trades.ts'
import type { Lots } from '../units/lots.ts'
import type { VwapSums } from '../vwap/vwap-sums.ts'
import { toRefetch } from './live-change.ts'
import type { LiveChange, Refetch, Revision } from './live-change.ts'
import { LATE_MS, LiveZone } from './live-zone.ts'
import { LoadedPages } from './loaded-pages.ts'
import { mergePage } from './merge-page.ts'
import { cutKnown, joinSpans } from './ranges.ts'
import type { SeqSpan } from './ranges.ts'
import { RevisionLog } from './revision-log.ts'
import { sequenceFold, timeFold } from './zone-fold.ts'
import type { ZoneFold } from './zone-fold.ts'
import { MINUTE_MS } from '../time/durations.ts'

/**
 * Client side of the live stream (CONTRACT 1, rules 3-6) as pure code: loaded pages of closed bars, the open bar and
 * the raw tail after them; applies frames, clock and revisions to both. After any number of drops, late trades,
 * reconnects and revisions the bars equal those of the whole tape.
 *
 * Cost    a frame: its trades and the cells of the bars that are not closed; closed bars are never copied. A page or a
 *         refetched range: the bars from its start on.
 */
export class LiveBars {
  readonly #cycle: string
  readonly #cycleMs: number
  readonly #fold: ZoneFold
  readonly #step: number
  readonly #native: boolean
  readonly #tape: string
  readonly #version: number
  readonly #arena: BarArena
  readonly #pages = new LoadedPages()
  readonly #revisions = new RevisionLog()
  #stale: SeqSpan[] = []
  #zone: LiveZone
  /** Log entries up to this one came with the page of the live tail; frames only add later ones. */
  #zoneSeq = -1
  #live = false
  #closedCount = 0
  #closedUntil = -Infinity
  #watermark = -Infinity
  #cursor: number
  #cvdOpen: Lots = 0
  #cvdQuoteOpen: Lots = 0
  /** The tape was empty when the live tail was loaded: it begins with the first frame. */
  #isEmpty = false
  #vwapOpen: VwapSums | null = null
  #firstNumber: number | null = null
  #view: Bars | null = null

  /**
   * ``native`: the open bars of responses have step 1, so that values that need native rows are exact (`needsNativeRows`); otherwise bars aggregated here have no raw point of control (NO_ROW) and no edges unless the step is 1.`needsNativeRows`); without it
   * the bars that were folded here have no raw point of control (NO_ROW) and no edges unless the step is 1.
   */
  constructor(answer: Answer, options: { readonly native?: boolean } = {}) {
    const { meta } = answer
    this.#cycle = meta.cycle
    this.#cycleMs = meta.cycle_ms
    const rule = sequenceRule(meta.cycle, meta.lot_size)
    this.#fold = rule === null ? timeFold(meta.cycle_ms) : sequenceFold(rule)
    this.#step = meta.step
    this.#native = options.native ?? false
    this.#tape = meta.tape
    this.#version = meta.instrument_version
    this.#arena = new BarArena(meta.cycle_ms, meta.step)
    this.#zone = new LiveZone(this.#fold, meta.step, null, emptyTrades(), [])
    this.#cursor = meta.last_seq
    this.load(answer)
  }

  /** All bars as views, valid until the next change; only the last ones can be open. */
  bars(): Bars {
    this.#view ??= this.#arena.view()
    return this.#view
  }

  /** The last entry received from the stream: subscribe with this as from_seq. */
  get lastSeq(): number {
    return this.#cursor
  }

  /** ms; Infinity without a live feed. Reference for countdowns and the age of data. */
  get watermark(): number {
    return this.#watermark
  }

  /** CVD before the first bar, lots. */
  get cvdOpen(): Lots {
    return this.#cvdOpen
  }

  /** The same in the quote unit, ticks x lots. */
  get cvdQuoteOpen(): Lots {
    return this.#cvdQuoteOpen
  }

  /** VWAP sums before the first bar; null when unknown. */
  get vwapOpen(): VwapSums | null {
    return this.#vwapOpen
  }

  /** Number within its UTC day of the first bar; null for time bars. */
  get firstNumber(): number | null {
    return this.#firstNumber
  }

  /** Start of the oldest loaded range: `to` of the next older page; null when the beginning of the tape is loaded. */
  get loadedFrom(): number | null {
    return Number.isFinite(this.#pages.from) ? this.#pages.from : null
  }

  /** All ranges made stale by a revision and not replaced yet: request them again after a failed request. */
  stale(): Refetch[] {
    return joinSpans(this.#stale).map(toRefetch)
  }

  /**
   * Applies a page: the first one, an older one, or a refetched range.
   *
   * Input   a response that touches the loaded range; `to` null = it includes the open bar and the tail.
   * Rules   a range is only replaced by one that goes at least as far in the log; of bars from equally old pages the
   *         higher revision is kept; trades received since are kept. A response that cannot be joined without loss
   *         (made before a minute was closed here) is dropped, and the stale ranges are requested again.
   */
  load(answer: Answer): LiveChange {
    const { meta } = answer
    if (meta.tape !== this.#tape || meta.instrument_version !== this.#version) return this.#unchanged({ reload: true })
    if (meta.cycle !== this.#cycle || meta.cycle_ms !== this.#cycleMs || meta.step !== this.#step) {
      throw new RangeError(`Condition failed: bars of ${this.#cycleMs} ms and step ${this.#step}`)
    }
    const from = meta.from ?? -Infinity
    const until = meta.closed_until ?? Infinity
    const withZone = meta.to === null
    const zoneFrom = this.#zoneFrom()
    if (withZone && from > zoneFrom)
      throw new RangeError(`Condition failed: a page from ${zoneFrom} or before, had ${from}`)
    if (withZone && !this.#canReplaceZone(meta.last_seq, until)) {
      return this.#unchanged({ refetch: this.#isOutdated(meta.last_seq) ? [] : this.stale() })
    }
    const to = withZone ? Infinity : Math.min(meta.to, zoneFrom, this.#fold.startOf(answer.open, until))
    if (from >= to) return this.#unchanged({ refetch: this.stale() })
    this.#pages.assertTouches(from, to)

    const oldFirst = this.#arena.length > 0 ? this.#arena.columns.t[0] : Infinity
    const kept = withZone && this.#live ? this.#zone.tailAfter(meta.last_seq) : emptyTrades()
    const changedFrom = this.#replaceClosed(answer.bars, from, to, meta.last_seq, withZone)
    if (from <= this.#pages.from) {
      this.#cvdOpen = cvdOpenOf(meta)
      this.#cvdQuoteOpen = cvdQuoteOpenOf(meta)
      this.#vwapOpen = vwapOpenOf(meta)
      this.#firstNumber = meta.first_number ?? null
    }
    this.#pages.raise(from, to, meta.last_seq)
    this.#stale = cutKnown(this.#stale, from, to, meta.last_seq)
    if (withZone) this.#replaceZone(answer, kept)
    const missed = this.#pages.pieces(from, to).flatMap((piece) => this.#revisions.missedBy(piece))
    this.#stale.push(...missed.map((span) => this.#throughZone(span)))
    this.#rebuild()
    return this.#changed(changedFrom, this.#indexOf(oldFirst), missed.length > 0 ? this.stale() : [])
  }

  /** Applies a frame: drops the overlap, reports a gap, closes what its watermark closes. */
  applyFrame(frame: Frame): LiveChange {
    if (frame.tape !== this.#tape || frame.instrumentVersion !== this.#version) return this.#unchanged({ reload: true })
    if (frame.firstSeq > this.#cursor + 1) return this.#unchanged({ gap: this.#cursor })
    const seen = Math.max(this.#cursor, this.#zoneSeq)
    this.#cursor = Math.max(this.#cursor, frame.lastSeq)
    if (!this.#live) return this.#unchanged({})
    const fresh = this.#acceptable(frame.trades, seen)
    const refetch: Refetch[] = []
    if (fresh.late < Infinity) {
      // Violates rule 2; the refetched page will contain these trades.
      const span = this.#throughZone({ ...this.#fold.touched({ from: fresh.late, to: Infinity }), seq: frame.lastSeq })
      this.#stale.push(span)
      refetch.push(toRefetch(span))
    }
    if (this.#isEmpty && fresh.trades.length > 0) {
      this.#zone.beginAt(fresh.trades.ts.reduce((oldest, ts) => Math.min(oldest, ts), Infinity))
      this.#isEmpty = false
    }
    this.#zone.insert(fresh.trades)
    const before = this.#closedCount
    const changed = this.#advance(frame.watermark ?? Infinity) || fresh.trades.length > 0
    if (changed) this.#rebuild()
    return this.#changed(changed ? before : this.#arena.length, 0, refetch)
  }

  /** Advances the clock of the stream, null = infinity; it never goes back. */
  setWatermark(watermark: number | null): LiveChange {
    const before = this.#closedCount
    const changed = this.#live && this.#advance(watermark ?? Infinity)
    if (changed) this.#rebuild()
    return this.#changed(changed ? before : this.#arena.length, 0, [])
  }

  /** Records a revision: bars do not change yet, `refetch` lists what must be loaded again. */
  applyRevision(revision: Revision): LiveChange {
    const { seq, from, to } = revision
    const firstSeq = revision.firstSeq ?? revision.first_seq ?? seq
    if (seq <= this.#cursor) return this.#unchanged({})
    if (firstSeq > this.#cursor + 1) return this.#unchanged({ gap: this.#cursor })
    this.#cursor = seq
    if (from >= to) return this.#unchanged({})
    const touched = { ...this.#fold.touched({ from, to }), seq }
    this.#revisions.add(touched)
    const bars = this.#throughZone(touched)
    const stale = this.#pages.before(seq, bars.from, bars.to).map((piece) => ({ ...piece, seq }))
    this.#stale.push(...stale)
    return this.#unchanged({ refetch: joinSpans(stale).map(toRefetch) })
  }

  /**
   * A live tail is replaced only by one that goes at least as far in the log and has closed the same minutes: the
   * trades of closed minutes are no longer available to be added to another fold.
   */
  #canReplaceZone(seq: number, until: number): boolean {
    return !this.#live || (!this.#isOutdated(seq) && until >= this.#closedUntil)
  }

  #isOutdated(seq: number): boolean {
    return seq < this.#zoneSeq
  }

  #replaceZone(answer: Answer, kept: Trades): void {
    const { meta, open } = answer
    const step = this.#native ? 1 : this.#step
    const fitting = open === null ? null : regroupBars(open, open.step === 1 && this.#native ? 1 : this.#step)
    const tail = withSeq(answer.tail ?? emptyTrades(), meta.last_seq)
    this.#zone = new LiveZone(this.#fold, fitting?.step ?? step, fitting, tail, meta.tail_gaps)
    this.#zone.insert(kept)
    this.#isEmpty =
      meta.coverage === null && this.#arena.length === 0 && fitting === null && tail.length + kept.length === 0
    this.#zoneSeq = meta.last_seq
    this.#live = true
    this.#closedUntil = meta.closed_until ?? Infinity
    const watermark = Math.max(this.#watermark, meta.watermark ?? Infinity)
    this.#watermark = -Infinity
    this.#advance(watermark)
  }

  /**
   * Merges the page's bars; returns the index of the first bar that may differ. Bars of the live tail are rebuilt
   * later.
   */
  #replaceClosed(page: Bars, from: number, to: number, seq: number, withZone: boolean): number {
    const arena = this.#arena
    arena.truncate(this.#closedCount)
    const start = lowerBoundT(arena.columns, from)
    const merged = mergePage(arena.view(), page, this.#pages.pieces(from, to), seq)
    const end = withZone ? arena.length : lowerBoundT(arena.columns, to)
    const rest = end < arena.length ? copyBars(arena.view(), end) : null
    arena.truncate(start)
    arena.append(merged)
    if (rest !== null) arena.append(rest)
    this.#closedCount = arena.length
    this.#view = null
    return start
  }

  /** Advances the clock and closes minutes; true when this closes a bar (trades only move from tail to fold). */
  #advance(watermark: number): boolean {
    if (watermark <= this.#watermark) return false
    const closesBar = this.#zone.closesBar(this.#watermark, watermark)
    this.#watermark = watermark
    const until = Number.isFinite(watermark) ? Math.floor((watermark - LATE_MS) / MINUTE_MS) * MINUTE_MS : Infinity
    if (until <= this.#closedUntil) return closesBar
    const done = this.#zone.closeMinutes(until)
    this.#closedUntil = until
    if (done !== null) {
      this.#arena.truncate(this.#closedCount)
      this.#arena.append(regroupBars(done, this.#step, true))
      this.#closedCount = this.#arena.length
      this.#rebuild()
    }
    return closesBar
  }

  /** Rewrites the bars of the live tail after the closed ones. */
  #rebuild(): void {
    this.#arena.truncate(this.#closedCount)
    const zone = this.#live ? this.#zone.bars(this.#watermark) : null
    if (zone !== null) this.#arena.append(regroupBars(zone, this.#step, true))
    this.#view = null
  }

  /** The trades after `seq`; trades of closed minutes are excluded and reported by the earliest of them. */
  #acceptable(trades: Trades, seq: number): { trades: Trades; late: number } {
    const seqs = trades.seq
    if (seqs === null) return { trades: emptyTrades(), late: Infinity }
    let late = Infinity
    const keep = trades.ts.map((ts, i) => {
      if (seqs[i] <= seq) return 0
      if (ts >= this.#closedUntil) return 1
      late = Math.min(late, ts)
      return 0
    })
    return { trades: filterTrades(trades, keep), late }
  }

  /** Start of the bar that contains the first open minute. */
  #zoneFrom(): number {
    return this.#live ? this.#zone.startOf(this.#closedUntil) : Infinity
  }

  /** Expands a span to whole bars; one that reaches the live tail includes all of it up to now. */
  #throughZone(span: SeqSpan): SeqSpan {
    const zoneFrom = this.#zoneFrom()
    return span.to > zoneFrom ? { from: Math.min(span.from, zoneFrom), to: Infinity, seq: span.seq } : span
  }

  #indexOf(t: number): number {
    return t === Infinity ? 0 : lowerBoundT(this.bars(), t)
  }

  #changed(changedFrom: number, prepended: number, refetch: readonly Refetch[]): LiveChange {
    return { changedFrom, prepended, refetch, gap: null, reload: false }
  }

  #unchanged(change: Partial<LiveChange>): LiveChange {
    return { ...this.#changed(this.#arena.length, 0, []), ...change }
  }
}

function withSeq(trades: Trades, seq: number): Trades {
  return trades.seq === null ? { ...trades, seq: new Float64Array(trades.length).fill(seq) } : trades
}
