import type { Answer } from '../codec/answer.ts'
import { concatTrades, emptyTrades, lowerBoundTs, sliceTrades } from '../trades/trades.ts'
import type { Trades } from '../trades/trades.ts'
import type { UnixMs } from '../units/units.ts'
import { LiveBars } from './live-bars.ts'
import type { Refetch } from './live-bars.ts'

/** The moment of a replay: all trades with ts < t, and the first `trades` trades of millisecond t in canonical order. */
export interface Cutoff {
  /** ms, whole. */
  readonly t: UnixMs
  readonly trades: number
}

/** Negative: a is earlier. */
export const compareCutoffs = (a: Cutoff, b: Cutoff): number => a.t - b.t || a.trades - b.trades

/** Effect of a move on the bars. */
export interface ReplayChange {
  /** Index of the first bar that is new or different. */
  readonly changedFrom: number
  /** The bars were folded again from the base: all of them may differ, and `live` is another object. */
  readonly isRebuilt: boolean
  /** The trades that became visible, in canonical order; null after a rebuild or a page. */
  readonly added: Trades | null
}

/** What happened between two cutoffs: trades, or a page of the bars that changed, as of the end. */
type Entry =
  | { readonly kind: 'trades'; readonly end: Cutoff; readonly trades: Trades }
  | { readonly kind: 'page'; readonly end: Cutoff; readonly pages: readonly Answer[] }

/** Trades and pages kept for going back. Beyond these the replay continues, but going back needs another base. */
const MAX_KEPT_TRADES = 400_000
const MAX_KEPT_PAGES = 200

/**
 * The bars of a replay, whose cutoff moves in both directions (docs/decisions/replay.md): the answer it began with, as of
 * an earlier moment, and a journal of what happened since. Pure: the caller loads what `seek` says is missing.
 *
 * Cost    forwards: as a frame of LiveBars. Backwards: the base is folded again with the journal up to the cutoff.
 */
export class ReplayBars {
  readonly #native: boolean
  readonly #tape: string
  readonly #version: number
  /** Null: too much happened since. */
  #base: Answer | null
  readonly #baseCutoff: Cutoff
  #older: Answer[] = []
  #entries: Entry[] = []
  /** Entries before it are applied as a whole. */
  #next = 0
  #cutoff: Cutoff
  #live: LiveBars
  #seq = 0

  /** `base`: an answer as of `base.meta.as_of`, with the open bar and the tail. `native`: as for LiveBars. */
  constructor(base: Answer, options: { readonly native?: boolean } = {}) {
    const { as_of: asOf, tape, instrument_version: version } = base.meta
    if (asOf === undefined) throw new RangeError('Condition failed: the answer is as of a moment')
    this.#native = options.native ?? false
    this.#tape = tape
    this.#version = version
    this.#base = base
    this.#baseCutoff = { t: asOf, trades: 0 }
    this.#cutoff = this.#baseCutoff
    this.#live = this.#open(base)
  }

  /** Valid until a change that rebuilds the bars. */
  get live(): LiveBars {
    return this.#live
  }

  get cutoff(): Cutoff {
    return this.#cutoff
  }

  /** The trades from the base's last closed minute to the cutoff, and where they begin, ms; null: unknown since a page. */
  get recent(): { readonly trades: Trades; readonly from: UnixMs } | null {
    const base = this.#base
    const from = base?.meta.closed_until ?? null
    if (base === null || from === null) return null
    const entries = this.#entries.slice(0, this.#next)
    const part = this.#entries.at(this.#next)
    const runs = [base.tail ?? emptyTrades()]
    for (const entry of entries) {
      if (entry.kind === 'page') return null
      runs.push(entry.trades)
    }
    if (part?.kind === 'trades') runs.push(sliceTrades(part.trades, 0, indexOf(part.trades, this.#cutoff)))
    return { trades: withSeqs(concatTrades(runs.map(withoutSeqs)), 1), from }
  }

  /**
   * Moves as far towards the target as what is held allows.
   * Output  `needs` null: the target is reached. 'trades': those from the cutoff to the target must be given to `append`, or
   *         pages to `jump`. 'base': the target is before everything held.
   */
  seek(target: Cutoff): { readonly change: ReplayChange; readonly needs: 'trades' | 'base' | null } {
    const isBack = compareCutoffs(target, this.#cutoff) < 0
    if (isBack && (this.#base === null || compareCutoffs(target, this.#baseCutoff) < 0))
      return { change: this.#unchanged(), needs: 'base' }
    if (isBack) this.#rebuild()
    const changes = [...this.#advance(target)]
    const change = isBack
      ? { changedFrom: 0, isRebuilt: true, added: null }
      : changes.reduce((whole, one) => joinChanges(whole, one), this.#unchanged())
    return { change, needs: compareCutoffs(this.#cutoff, target) < 0 ? 'trades' : null }
  }

  /** Continues with all trades between the cutoff and `until`, in canonical order. */
  append(trades: Trades, until: Cutoff): ReplayChange {
    this.#forget()
    const last = this.#entries.at(-1)
    const fresh = withoutSeqs(trades)
    // Runs of trades are folded at once when going back.
    if (last?.kind === 'trades')
      this.#entries[this.#entries.length - 1] = { ...last, end: until, trades: concatTrades([last.trades, fresh]) }
    else this.#entries.push({ kind: 'trades', end: until, trades: fresh })
    this.#next = this.#entries.length
    const change = this.#fold(fresh, until)
    this.#bound()
    return change
  }

  /** The ranges of bars that a jump to this moment changes: to be loaded as of it, then given to `jump`. */
  changedUntil(t: UnixMs): readonly Refetch[] {
    return this.#revise(t)
  }

  /** Jumps to the moment of these pages, which `changedUntil` asked for. Null: they do not fit; load another base. */
  jump(pages: readonly Answer[], t: UnixMs): ReplayChange | null {
    this.#forget()
    const entry: Entry = { kind: 'page', end: { t, trades: 0 }, pages }
    const before = this.#live.bars().length
    const changedFrom = this.#loadPages(entry)
    if (changedFrom === null) return null
    this.#entries.push(entry)
    this.#next = this.#entries.length
    this.#bound()
    return { changedFrom: Math.min(before, changedFrom), isRebuilt: false, added: null }
  }

  /** An older page, loaded as of the cutoff or earlier; returns the page as `LiveBars.load` must have it. */
  older(answer: Answer): Answer {
    const page = this.#stamped(answer)
    this.#older.push(answer)
    return page
  }

  /**
   * The cutoff before the newest visible trades that have at least so many fills.
   * Output  null: they are not held; a base further back has them.
   */
  before(fills: number): Cutoff | null {
    if (this.#base === null) return null
    const entry = this.#entries.at(this.#next) ?? this.#entries.at(-1)
    const held = entry?.kind === 'trades' ? entry : this.#entries.at(this.#next - 1)
    if (held?.kind !== 'trades') return null
    let at = indexOf(held.trades, this.#cutoff)
    for (let left = fills; left > 0; left -= held.trades.fills[at]) {
      if (at === 0) return null
      at -= 1
    }
    const t = held.trades.ts[at]
    return { t, trades: at - lowerBoundTs(held.trades, t) }
  }

  #open(base: Answer): LiveBars {
    return new LiveBars(this.#stamped(base), { native: this.#native })
  }

  /** A replay has its own numbers of log entries: those of the server would count what comes after the cutoff. */
  #stamped(answer: Answer): Answer {
    const tail = answer.tail === null ? null : withoutSeqs(answer.tail)
    return { ...answer, tail, meta: { ...answer.meta, last_seq: this.#seq } }
  }

  #rebuild(): void {
    const base = this.#base as Answer
    this.#live = this.#open(base)
    for (const answer of this.#older) this.#live.load(this.#stamped(answer))
    this.#cutoff = this.#baseCutoff
    this.#next = 0
  }

  /** Applies held entries up to the target. */
  *#advance(target: Cutoff): Generator<ReplayChange> {
    while (this.#next < this.#entries.length && compareCutoffs(this.#cutoff, target) < 0) {
      const entry = this.#entries[this.#next]
      const isWhole = compareCutoffs(entry.end, target) <= 0
      if (entry.kind === 'trades') {
        const end = isWhole ? entry.trades.length : indexOf(entry.trades, target)
        const from = indexOf(entry.trades, this.#cutoff)
        yield this.#fold(sliceTrades(entry.trades, from, end), isWhole ? entry.end : target)
      } else {
        if (!isWhole) return
        const changedFrom = this.#loadPages(entry)
        yield { changedFrom: changedFrom ?? 0, isRebuilt: false, added: null }
      }
      if (isWhole) this.#next += 1
    }
  }

  #fold(trades: Trades, until: Cutoff): ReplayChange {
    const firstSeq = this.#seq + 1
    this.#seq += trades.length
    this.#cutoff = until
    const added = withSeqs(trades, firstSeq)
    if (trades.length === 0) {
      const { changedFrom } = this.#live.setWatermark(until.t)
      return { changedFrom, isRebuilt: false, added }
    }
    const { changedFrom } = this.#live.applyFrame({
      symbol: '',
      tape: this.#tape,
      instrumentVersion: this.#version,
      firstSeq,
      lastSeq: this.#seq,
      watermark: until.t,
      trades: added,
    })
    return { changedFrom, isRebuilt: false, added }
  }

  #revise(t: UnixMs): readonly Refetch[] {
    this.#seq += 1
    return this.#live.applyRevision({ seq: this.#seq, from: this.#cutoff.t, to: t }).refetch
  }

  /** Index of the first bar that changed; null when a page does not fit. */
  #loadPages({ pages, end }: Extract<Entry, { kind: 'page' }>): number | null {
    this.#revise(end.t)
    let changedFrom = Infinity
    for (const page of pages) {
      const change = this.#live.load(this.#stamped(page))
      if (change.reload) return null
      changedFrom = Math.min(changedFrom, change.changedFrom)
    }
    this.#cutoff = end
    return this.#live.stale().length === 0 ? changedFrom : null
  }

  /** What was held after the cutoff is replaced by what comes now. */
  #forget(): void {
    const part = this.#entries.at(this.#next)
    this.#entries.length = this.#next
    if (part?.kind !== 'trades') return
    const end = indexOf(part.trades, this.#cutoff)
    const begun = this.#next === 0 ? this.#baseCutoff : this.#entries[this.#next - 1].end
    if (compareCutoffs(begun, this.#cutoff) >= 0) return
    this.#entries.push({ kind: 'trades', end: this.#cutoff, trades: sliceTrades(part.trades, 0, end) })
    this.#next += 1
  }

  #bound(): void {
    let [trades, pages] = [0, 0]
    for (const entry of this.#entries) {
      if (entry.kind === 'trades') trades += entry.trades.length
      else pages += 1
    }
    if (trades <= MAX_KEPT_TRADES && pages <= MAX_KEPT_PAGES) return
    this.#base = null
    this.#older = []
    this.#entries = []
    this.#next = 0
  }

  #unchanged(): ReplayChange {
    return { changedFrom: this.#live.bars().length, isRebuilt: false, added: emptyTrades() }
  }
}

/** Index of the first trade after the cutoff. */
function indexOf(trades: Trades, { t, trades: count }: Cutoff): number {
  const first = lowerBoundTs(trades, t)
  return Math.min(first + count, lowerBoundTs(trades, t + 1))
}

const withoutSeqs = (trades: Trades): Trades => ({ ...trades, seq: null })

const withSeqs = (trades: Trades, first: number): Trades => ({
  ...trades,
  seq: Float64Array.from({ length: trades.length }, (_, i) => first + i),
})

function joinChanges(a: ReplayChange, b: ReplayChange): ReplayChange {
  const added = a.added === null || b.added === null ? null : concatTrades([a.added, b.added])
  return { changedFrom: Math.min(a.changedFrom, b.changedFrom), isRebuilt: a.isRebuilt || b.isRebuilt, added }
}
