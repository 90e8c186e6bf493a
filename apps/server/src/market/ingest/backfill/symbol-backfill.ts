import { DAY_MS } from '@flowprint/orderflow'
import type { TapeStore } from '../../store/index.ts'
import { CommitPace, emptyTally } from './commit-batch.ts'
import type { Tally } from './commit-batch.ts'
import { fillDay, fillSlice } from './fill-day.ts'
import type { ArchiveDeps } from './fill-day.ts'
import type { Market } from './market.ts'
import { missingSpans, planPieces, restPieces, startOfDay } from './plan.ts'
import type { Piece, Span } from './plan.ts'

/** Max age of an unpublished day that is fetched by REST instead. */
const REST_FOR_UNPUBLISHED_MS = 3 * DAY_MS

export interface SymbolDeps extends ArchiveDeps {
  readonly store: TapeStore
  /** Ms since the epoch. */
  readonly now: () => number
  readonly pace?: CommitPace
}

export interface PlanWishes {
  /** Which gaps to fetch: all, or only those the live feed does not repair. */
  readonly gaps: 'every' | 'given-up'
  /** The most recent time, ms, fetched by REST even if a file may exist. */
  readonly restMs: number
}

export type PieceOutcome =
  | { readonly kind: 'filled'; readonly tally: Tally }
  /** Not published; `instead` are REST pieces, empty when REST cannot help. */
  | { readonly kind: 'absent'; readonly instead: readonly Piece[] }
  /** Beyond the reach of REST. */
  | { readonly kind: 'beyond'; readonly tally: Tally }

/** Backfill of one market: plans what is missing and fetches it piece by piece. */
export class SymbolBackfill {
  readonly market: Market
  readonly #deps: SymbolDeps
  readonly #pace: CommitPace
  /** REST has no data before this time. */
  #restFrom = -Infinity
  /** Pieces whose source is exhausted: what is still missing of them does not exist there. */
  readonly #exhausted = new Set<string>()

  constructor(market: Market, deps: SymbolDeps) {
    this.market = market
    this.#deps = deps
    this.#pace = deps.pace ?? new CommitPace()
  }

  /** Pieces missing from the window, newest first. */
  async plan(window: Span, wishes: PlanWishes): Promise<Piece[]> {
    const { store, now } = this.#deps
    const { source, online } = this.market
    const instrument = await store.findInstrument(this.market.symbol)
    const tape = instrument === null ? { spans: [], gaps: [], watermark: null } : await store.spans(instrument)
    // Time the live feed has not written yet is not missing.
    const isFollowed = instrument !== null && (await store.isLeased(instrument))
    const to = Math.min(window.to, now(), isFollowed ? (tape.watermark ?? Infinity) : Infinity)
    const missing = missingSpans({ from: window.from, to }, tape, wishes.gaps)
    const archiveUntil =
      source === null
        ? -Infinity
        : online === null
          ? startOfDay(now())
          : Math.min(startOfDay(now()), now() - wishes.restMs)
    this.#restFrom = -Infinity
    return planPieces(missing, archiveUntil, now()).filter(
      (piece) => (piece.via === 'archive' || online !== null) && !this.#exhausted.has(keyOf(piece)),
    )
  }

  /** Ms of the window, up to now, that are still missing. */
  async missing(window: Span): Promise<number> {
    const { store, now } = this.#deps
    const instrument = await store.findInstrument(this.market.symbol)
    const to = Math.min(window.to, now())
    if (instrument === null) return Math.max(0, to - window.from)
    const spans = missingSpans({ from: window.from, to }, await store.spans(instrument), 'every')
    return spans.reduce((sum, span) => sum + span.to - span.from, 0)
  }

  async fill(piece: Piece, signal: AbortSignal): Promise<PieceOutcome> {
    const lock = await this.#deps.store.lockBackfill(this.market.symbol, signal)
    try {
      const outcome =
        piece.via === 'archive' ? await this.#fillDay(piece, signal) : await this.#fillSlice(piece.span, signal)
      if (outcome.kind === 'filled') this.#exhausted.add(keyOf(piece))
      return outcome
    } finally {
      await lock.release()
    }
  }

  async #fillDay(piece: Piece & { via: 'archive' }, signal: AbortSignal): Promise<PieceOutcome> {
    const { store, now } = this.#deps
    const { source, online } = this.market
    if (source === null) throw new Error('Invariant: only markets with day files get pieces of them')
    const tally = await fillDay({ ...this.market, source }, piece.span.from, piece.missing, this.#deps, {
      store,
      pace: this.#pace,
      signal,
    })
    if (tally !== null) return { kind: 'filled', tally }
    const isRecent = piece.span.from >= now() - REST_FOR_UNPUBLISHED_MS
    return { kind: 'absent', instead: online !== null && isRecent ? restPieces(piece.missing, now()) : [] }
  }

  async #fillSlice(span: Span, signal: AbortSignal): Promise<PieceOutcome> {
    const { store, now } = this.#deps
    const { online } = this.market
    if (online === null || span.to <= this.#restFrom) return { kind: 'beyond', tally: emptyTally() }
    const { tally, complete } = await fillSlice({ ...this.market, online }, span, now(), {
      store,
      pace: this.#pace,
      signal,
    })
    if (complete) return { kind: 'filled', tally }
    this.#restFrom = Math.max(this.#restFrom, span.from)
    return { kind: 'beyond', tally }
  }
}

const keyOf = (piece: Piece): string =>
  `${piece.via} ${(piece.via === 'archive' ? piece.missing : [piece.span]).map(({ from, to }) => `${from}-${to}`).join(' ')}`
