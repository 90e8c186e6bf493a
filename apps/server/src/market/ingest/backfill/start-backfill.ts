import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { type MarketListing, type RetryPolicy, UnreachableError, type VenueRest } from '@flowprint/venues'
import { Signal } from '../../../platform/async/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { TapeStore } from '../../store/index.ts'
import type { CommitPace } from './commit-batch.ts'
import { marketOf } from './market.ts'
import { type Piece, startOfDay } from './plan.ts'
import { downloadsFolder } from './run-backfill.ts'
import { SymbolBackfill } from './symbol-backfill.ts'

/** Backfills all followed markets in the background. */
export interface Backfill {
  /** Call once the market's first live trade is committed, and again whenever a gap was given up. */
  follow(listing: MarketListing, rest: VenueRest): void
  unfollow(symbol: string): void
  /** Resolves when nothing is left to do before the next check; for tests, and to await the initial backfill. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Starts one worker per venue, on demand. */
export function startBackfill(options: StartBackfillOptions): Backfill {
  const stopping = new AbortController()
  const venues = new Map<string, VenueWorker>()
  return {
    follow(listing, rest) {
      if (stopping.signal.aborted) return
      let worker = venues.get(listing.venue)
      if (worker === undefined) venues.set(listing.venue, (worker = new VenueWorker(options, stopping.signal)))
      worker.follow(listing, rest)
    },
    unfollow(symbol) {
      for (const worker of venues.values()) worker.unfollow(symbol)
    },
    async settled() {
      await Promise.all([...venues.values()].map((worker) => worker.settled()))
    },
    async stop() {
      stopping.abort()
      await Promise.all([...venues.values()].map((worker) => worker.ended))
    },
  }
}

/** The last hours are fetched by REST, so that a chart is useful within seconds. */
const FIRST_HOURS = 6
/**
 * Delay of the first re-check, which finds the time between REST and the live feed; later ones find newly published
 * files.
 */
const RECHECK_SOON_MS = MINUTE_MS
const RECHECK_AFTER_FAULT_MS = 10 * MINUTE_MS
const RECHECK_MS = 6 * HOUR_MS

export interface StartBackfillOptions {
  readonly store: TapeStore
  readonly clock: { now(): number }
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly dataDir: string
  readonly archiveUrls: Readonly<Record<string, string | undefined>>
  /** Number of UTC days before today; 0 = only the last hours. */
  readonly days: number
  /** Hours fetched by REST in one piece. */
  readonly firstHours?: number
  readonly retry?: RetryPolicy
  /** Created per symbol; for tests. */
  readonly makePace?: () => CommitPace
}

interface Followed {
  readonly backfill: SymbolBackfill
  readonly leaving: AbortController
  /** Newest first. */
  pieces: Piece[]
  /** When to plan again. */
  planAt: number
  looks: number
  /** Trades since the recommended precisions were last computed, and whether they ever were. */
  fresh: number
  recommended: boolean
}

/**
 * Backfills the markets of one venue, one piece of one symbol at a time, always the newest missing piece of all. All
 * charts get their last minutes first, then their last hours, then yesterday, whatever the number of symbols.
 */
class VenueWorker {
  readonly ended: Promise<void>
  readonly #options: StartBackfillOptions
  readonly #signal: AbortSignal
  readonly #symbols = new Map<string, Followed>()
  readonly #wakeUp = new Signal()
  #idle: PromiseWithResolvers<void> = Promise.withResolvers()

  constructor(options: StartBackfillOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.ended = this.#run()
  }

  follow(listing: MarketListing, rest: VenueRest): void {
    const { clock, store, log, dataDir, archiveUrls, retry, makePace } = this.#options
    const known = this.#symbols.get(listing.symbol)
    if (known === undefined) {
      const deps = {
        store,
        now: () => clock.now(),
        folder: downloadsFolder(dataDir),
        mirrors: archiveUrls,
        writeLine: (line: string) => log.info(line),
        ...(retry === undefined ? {} : { retry }),
        ...(makePace === undefined ? {} : { pace: makePace() }),
      }
      const backfill = new SymbolBackfill(marketOf({ rest, listing }), deps)
      this.#symbols.set(listing.symbol, {
        backfill,
        leaving: new AbortController(),
        pieces: [],
        planAt: -Infinity,
        looks: 0,
        fresh: 0,
        recommended: false,
      })
    } else {
      known.planAt = -Infinity
    }
    this.#idle = Promise.withResolvers()
    this.#wakeUp.notify()
  }

  unfollow(symbol: string): void {
    this.#symbols.get(symbol)?.leaving.abort()
    this.#symbols.delete(symbol)
  }

  settled(): Promise<void> {
    return this.#idle.promise
  }

  async #run(): Promise<void> {
    // Defer by one turn, so that all symbols of a startup are known before the first piece is chosen.
    await Promise.resolve()
    while (!this.#signal.aborted) {
      await this.#planDue()
      const next = this.#newest()
      if (next === null) await this.#rest()
      else await this.#fillFirst(next)
    }
    this.#idle.resolve()
  }

  async #planDue(): Promise<void> {
    const { clock, days, firstHours = FIRST_HOURS, log } = this.#options
    for (const [symbol, followed] of this.#symbols) {
      if (followed.planAt > clock.now() || followed.pieces.length > 0) continue
      const now = clock.now()
      followed.looks += 1
      followed.planAt = now + (followed.looks === 1 ? RECHECK_SOON_MS : RECHECK_MS)
      const from =
        days === 0 ? now - firstHours * HOUR_MS : Math.min(startOfDay(now) - days * DAY_MS, now - firstHours * HOUR_MS)
      try {
        followed.pieces = await followed.backfill.plan(
          { from, to: now },
          { gaps: 'given-up', restMs: firstHours * HOUR_MS },
        )
      } catch (error) {
        followed.planAt = now + RECHECK_AFTER_FAULT_MS
        log.warn({ symbol, error: messageOf(error) }, 'the missing history cannot be determined, will retry')
      }
    }
  }

  /** The symbol whose next piece is the newest; on a tie, the one followed first. */
  #newest(): Followed | null {
    let newest: Followed | null = null
    for (const followed of this.#symbols.values()) {
      const [piece] = followed.pieces
      if (piece !== undefined && (newest === null || piece.span.to > (newest.pieces[0] as Piece).span.to))
        newest = followed
    }
    return newest
  }

  async #fillFirst(followed: Followed): Promise<void> {
    const piece = followed.pieces.shift() as Piece
    const { log } = this.#options
    const { symbol } = followed.backfill.market
    const signal = AbortSignal.any([this.#signal, followed.leaving.signal])
    try {
      const outcome = await followed.backfill.fill(piece, signal)
      if (outcome.kind === 'absent') {
        followed.pieces.unshift(...outcome.instead)
      } else {
        const { rows, imported } = outcome.tally
        followed.fresh += imported
        if (rows > 0)
          log.info(
            { symbol, via: piece.via, from: iso(piece.span.from), to: iso(piece.span.to), trades: rows, new: imported },
            'history stored',
          )
        // REST has nothing older: skip the older slices.
        if (outcome.kind === 'beyond') followed.pieces = followed.pieces.filter((other) => other.via === 'archive')
      }
    } catch (error) {
      if (signal.aborted) return
      this.#note(followed, piece, error)
    }
    await this.#recommend(followed)
  }

  #note(followed: Followed, piece: Piece, error: unknown): void {
    const { clock, log } = this.#options
    const { symbol } = followed.backfill.market
    log.warn(
      { symbol, via: piece.via, from: iso(piece.span.from), error: messageOf(error) },
      'history could not be fetched, it is tried again later',
    )
    followed.planAt = Math.min(followed.planAt, clock.now() + RECHECK_AFTER_FAULT_MS)
    // Don't retry an unreachable server for every day of every symbol.
    if (error instanceof UnreachableError)
      for (const other of this.#symbols.values()) other.pieces = other.pieces.filter((left) => left.via !== piece.via)
  }

  /** Computed after the first trades, when a chart first needs a precision, and when everything is fetched. */
  async #recommend(followed: Followed): Promise<void> {
    const { store, log } = this.#options
    const { symbol } = followed.backfill.market
    if (followed.fresh === 0 || (followed.recommended && followed.pieces.length > 0)) return
    followed.recommended = true
    try {
      const instrument = await store.findInstrument(symbol)
      if (instrument !== null) await store.refreshRecommended(instrument)
      followed.fresh = 0
    } catch (error) {
      log.warn({ symbol, error: messageOf(error) }, 'computing the recommended precisions failed')
    }
  }

  /** Waits until a piece is due, a market is added, or the worker stops. */
  async #rest(): Promise<void> {
    this.#idle.resolve()
    const due = Math.min(
      ...[...this.#symbols.values()].map(({ planAt }) => planAt),
      this.#options.clock.now() + HOUR_MS,
    )
    await this.#wakeUp.wait(Math.max(10, due - this.#options.clock.now()), { signal: this.#signal, ref: false })
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
