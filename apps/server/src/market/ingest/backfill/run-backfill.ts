import { ArchiveError, ChecksumError, removeStaleFiles, UnreachableError } from '@flowprint/venues'
import type { RetryPolicy } from '@flowprint/venues'
import { join } from 'node:path'
import type { TapeStore } from '../../store/index.ts'
import type { CommitPace, Tally } from './commit-batch.ts'
import { BackfillError, findMarket } from './market.ts'
import type { OpenRest } from './market.ts'
import type { Piece, Span } from './plan.ts'
import type { BackfillReporter } from './command.ts'
import { SymbolBackfill } from './symbol-backfill.ts'
import { addTally, emptyTally } from './commit-batch.ts'

export interface BackfillDeps {
  readonly store: TapeStore
  readonly openRest: OpenRest
  readonly dataDir: string
  readonly mirrors: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly signal: AbortSignal
  readonly reporter: BackfillReporter
  readonly retry?: RetryPolicy
  readonly pace?: CommitPace
  readonly batchTrades?: number
}

/** The last line of the command for one symbol, as JSON. */
export interface BackfillSummary {
  readonly symbol: string
  /** Number of imported day files. */
  readonly files: number
  readonly rows: number
  readonly imported: number
  readonly duplicates: number
  /** Skipped because a different trade has their id. */
  readonly conflicting: number
  readonly rejected: number
  readonly gaps: number
  /** ISO times of the first and last trade fetched; null when none was. */
  readonly from: string | null
  readonly to: string | null
  /** Hours of the window that are still missing. */
  readonly missing_hours: number
  readonly seconds: number
}

export interface BackfillOutcome {
  readonly summary: BackfillSummary
  /** Days that were rejected, and why. */
  readonly failures: readonly string[]
}

export const downloadsFolder = (dataDir: string): string => join(dataDir, 'downloads')

/**
 * Fetches what is missing of the window for one symbol. Throws BackfillError or UnreachableError when nothing can be
 * fetched.
 */
export async function runBackfill(symbol: string, window: Span, deps: BackfillDeps): Promise<BackfillOutcome> {
  const { store, reporter, now } = deps
  const started = performance.now()
  const folder = downloadsFolder(deps.dataDir)
  await removeStaleFiles(folder)
  const { market, offline, close } = await findMarket(symbol, store, deps.openRest)
  try {
    const run = new PieceRun(symbol, deps)
    const backfill = new SymbolBackfill(market, {
      ...deps,
      folder,
      writeLine: (line) => reporter.writeLine(line),
      onBytes: run.onBytes,
      onShare: run.onShare,
    })
    const pieces = await backfill.plan(window, { gaps: 'every', restMs: 0 })
    await run.all(backfill, pieces)
    const left = await backfill.missing(window)
    if (run.files + run.slices === 0 && left > 0 && run.failures.length === 0 && !deps.signal.aborted) {
      throw new BackfillError(
        `${symbol}: nothing is published for these days${market.source === null ? '' : ` (${market.source.name}, ${market.marketId})`}${offline === null ? '' : `, and ${offline}`}`,
      )
    }
    if (offline !== null && left > 0) reporter.writeLine(`${symbol}: only day files were asked, ${offline}`)
    const instrument = await store.findInstrument(symbol)
    if (instrument !== null && run.tally.imported > 0) await store.refreshRecommended(instrument)
    const { tally } = run
    const found = instrument === null ? [] : (await store.spans(instrument)).gaps
    const summary: BackfillSummary = {
      symbol,
      files: run.files,
      rows: tally.rows,
      imported: tally.imported,
      duplicates: tally.duplicates,
      conflicting: tally.conflicting,
      rejected: tally.rejected,
      gaps: found.filter((gap) => gap.to >= window.from && gap.from < window.to).length,
      from: iso(tally.from),
      to: iso(tally.to),
      missing_hours: Math.round(left / 36_000) / 100,
      seconds: Math.round(performance.now() - started) / 1000,
    }
    if (pieces.length === 0)
      reporter.writeLine(
        `${symbol}: everything from ${day(window.from)} to ${day(Math.min(window.to - 1, now()))} is there already`,
      )
    return { summary, failures: run.failures }
  } finally {
    await close()
  }
}

/** Runs one piece after the other and collects the results. */
class PieceRun {
  readonly tally = emptyTally()
  readonly failures: string[] = []
  files = 0
  slices = 0
  readonly #symbol: string
  readonly #deps: BackfillDeps
  #bytes = 0
  #pieceBytes = 0
  #whole = 1
  #doneMs = 0
  #piece: Piece | null = null

  constructor(symbol: string, deps: BackfillDeps) {
    this.#symbol = symbol
    this.#deps = deps
  }

  readonly onBytes = (received: number): void => {
    this.#bytes += Math.max(0, received - this.#pieceBytes)
    this.#pieceBytes = received
    this.#tell(0)
  }

  readonly onShare = (share: number): void => this.#tell(share)

  async all(backfill: SymbolBackfill, planned: readonly Piece[]): Promise<void> {
    const { signal } = this.#deps
    const waiting = [...planned]
    this.#whole = Math.max(
      1,
      waiting.reduce((sum, piece) => sum + sizeOf(piece), 0),
    )
    for (let piece = waiting.shift(); piece !== undefined && !signal.aborted; piece = waiting.shift()) {
      this.#piece = piece
      this.#pieceBytes = 0
      this.#tell(0)
      const instead = await this.#one(backfill, piece)
      // REST pieces that replace an unpublished day are not additional work.
      if (instead.length === 0) this.#doneMs += sizeOf(piece)
      waiting.unshift(...instead)
    }
  }

  async #one(backfill: SymbolBackfill, piece: Piece): Promise<readonly Piece[]> {
    const { reporter, signal } = this.#deps
    const started = performance.now()
    try {
      const outcome = await backfill.fill(piece, signal)
      if (outcome.kind === 'absent') {
        const hint = outcome.instead.length > 0 ? ': REST is asked instead' : ''
        reporter.writeLine(`${this.#symbol} ${day(piece.span.from)}: not published${hint}`)
        return outcome.instead
      }
      addTally(this.tally, outcome.tally)
      if (piece.via === 'archive') this.files += 1
      else if (outcome.tally.rows > 0 || outcome.kind === 'filled') this.slices += 1
      this.#report(piece, outcome.kind, outcome.tally, performance.now() - started)
    } catch (error) {
      if (signal.aborted) return []
      if (error instanceof UnreachableError && this.files + this.slices === 0) throw error
      if (!isRefusal(error)) throw error
      this.failures.push(error.message)
      reporter.writeLine(`refused: ${error.message}`)
    }
    return []
  }

  #report(
    piece: Piece,
    kind: 'filled' | 'beyond',
    { rows, imported, duplicates, conflicting }: Tally,
    ms: number,
  ): void {
    const name = `${this.#symbol} ${nameOf(piece)}`
    if (kind === 'beyond' && rows === 0) return
    const size = piece.via === 'archive' && this.#pieceBytes > 0 ? `${(this.#pieceBytes / 1e6).toFixed(1)} MB, ` : ''
    const conflicts = conflicting > 0 ? `, ${conflicting} left out: a different trade has their id` : ''
    const tail = kind === 'beyond' ? ', REST reaches no further back' : ''
    this.#deps.reporter.writeLine(
      `${name}: ${rows} trades, ${imported} new, ${duplicates} already there${conflicts}, ${size}${(ms / 1000).toFixed(1)} s${tail}`,
    )
  }

  #tell(share: number): void {
    if (this.#piece === null) return
    const done = (this.#doneMs + share * sizeOf(this.#piece)) / this.#whole
    this.#deps.reporter.progress(Math.min(1, done), nameOf(this.#piece), this.tally.rows, this.#bytes)
  }
}

const sizeOf = ({ span }: Piece): number => span.to - span.from
const day = (ts: number): string => new Date(ts).toISOString().slice(0, 10)
const time = (ts: number): string => new Date(ts).toISOString().slice(11, 16)
const nameOf = ({ via, span }: Piece): string =>
  via === 'archive' ? day(span.from) : `${day(span.from)} ${time(span.from)} to ${time(span.to)}`
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Errors of a single day; the other days continue. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof ArchiveError ||
  error instanceof ChecksumError ||
  error instanceof UnreachableError ||
  ['TickChangedError', 'OrderflowError'].includes((error as Error).name)
