import type { MarketListing, TradesRequest, VenueRest } from '@flowprint/venues'
import { concatTrades, filterTrades, sortTrades, DAY_MS } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Lease, TapeGap, TapeStore } from '../../store/index.ts'
import { decideNext } from './rules/feed-rules.ts'
import type { RepairOutcome } from './rules/feed-rules.ts'
import { Signal } from '../../../platform/async/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'

/** How a venue's past trades can be requested; see VenueTraits. */
export interface RepairTraits {
  readonly repair: 'id' | 'time' | 'recent' | 'none'
  /** How far back, ms; null when the venue documents no limit. */
  readonly reachMs: number | null
}

export interface FetchOptions {
  readonly store: TapeStore
  readonly rest: VenueRest
  readonly listing: MarketListing
  readonly traits: RepairTraits
  readonly gap: TapeGap
  readonly lease: Lease
  readonly signal: AbortSignal
}

export interface Fetched {
  /** progress: part of it was filled, and the remainder has a different key. */
  readonly outcome: 'progress' | RepairOutcome
  /** Trades that were new. */
  readonly found: number
  readonly problem: string | null
}

/** Fetched trades are stored in runs of this size, so that a long repair is visible and survives interruption. */
const RUN = 20_000
/** Also request trades around a gap by time: times within a message need not ascend. */
const AROUND_MS = 1_000

/** Fetches the trades of a gap from the venue and stores them as a revision. Rejects when the store fails. */
export async function fetchGap(options: FetchOptions): Promise<Fetched> {
  const { traits, gap } = options
  if (traits.repair === 'none') return { outcome: 'beyond', found: 0, problem: null }
  if (gap.afterId === null || gap.beforeId === null) return fetchByTime(options)
  return fetchById(options, BigInt(gap.afterId), BigInt(gap.beforeId))
}

async function fetchById(options: FetchOptions, after: bigint, before: bigint): Promise<Fetched> {
  const { traits, gap } = options
  const isBetween = (id: number): number => (BigInt(id) > after && BigInt(id) < before ? 1 : 0)
  const times = traits.repair === 'id' ? {} : { fromTs: gap.from - AROUND_MS, toTs: gap.to + AROUND_MS }
  let waiting: Trades[] = []
  let found = 0
  const store = async (): Promise<void> => {
    if (waiting.length > 0) found += await storeRun(options, waiting)
    waiting = []
  }
  const { problem } = await readPages(
    options,
    { fromId: String(after + 1n), beforeId: String(before), ...times },
    async (trades) => {
      const inside = filterTrades(trades, Array.from(trades.id, isBetween))
      if (inside.length > 0) waiting.push(inside)
      if (waiting.reduce((sum, run) => sum + run.length, 0) >= RUN) await store()
    },
  )
  await store()
  if (found > 0) return { outcome: 'progress', found, problem }
  return { outcome: problem === null ? 'missing' : 'failed', found, problem }
}

/**
 * Without usable ids, the venue's list proves completeness only from its oldest to its newest trade: it may begin too
 * late for the gap (a window of the newest trades), or end too early (REST behind the stream, or no trades since).
 */
async function fetchByTime(options: FetchOptions): Promise<Fetched> {
  const { gap } = options
  const pages: Trades[] = []
  // No end is given: a trade after the gap proves that the list is complete up to it.
  const { complete, problem } = await readPages(options, { fromTs: gap.from }, (trades) => void pages.push(trades))
  if (problem !== null) return { outcome: 'failed', found: 0, problem }
  const listed = sortTrades(concatTrades(pages))
  if (listed.length === 0) return { outcome: complete ? 'unproven' : 'missing', found: 0, problem }
  const newest = listed.ts[listed.length - 1]
  // The oldest trade's millisecond may be incomplete, and inside the gap also the newest trade's.
  const from = complete ? gap.from : listed.ts[0] + 1
  const to = newest >= gap.to ? gap.to + 1 : newest
  if (from > gap.to) return { outcome: 'beyond', found: 0, problem }
  if (from >= to) return { outcome: 'unproven', found: 0, problem }
  const inside = filterTrades(
    listed,
    Array.from(listed.ts, (ts) => (ts >= gap.from && ts <= gap.to ? 1 : 0)),
  )
  const found = await storeRun(options, [inside], { from, to })
  return { outcome: 'progress', found, problem }
}

/** What the venue answers, as far as it does; `complete` says whether for the whole request. */
async function readPages(
  { rest, listing, signal }: FetchOptions,
  request: TradesRequest,
  take: (trades: Trades) => Promise<void> | void,
): Promise<{ complete: boolean; problem: string | null }> {
  const pages = rest.trades(listing, request, signal)[Symbol.asyncIterator]()
  let complete = false
  for (;;) {
    let page: Awaited<ReturnType<typeof pages.next>>
    try {
      page = await pages.next()
    } catch (error) {
      signal.throwIfAborted()
      return { complete, problem: messageOf(error) }
    }
    if (page.done === true) return { complete, problem: null }
    complete = page.value.complete
    await take(page.value.trades)
  }
}

async function storeRun(
  { store, lease }: FetchOptions,
  runs: readonly Trades[],
  covers?: { from: number; to: number },
): Promise<number> {
  const { imported } = await store.importRun(lease.instrument, runs, {
    reason: 'repair',
    lease,
    gaps: 'repairing',
    ...(covers === undefined ? {} : { covers, proof: 'connection' }),
  })
  return imported
}

export interface RepairerOptions {
  readonly store: TapeStore
  readonly clock: Clock
  readonly log: Log
  readonly rest: VenueRest
  readonly listing: MarketListing
  readonly traits: RepairTraits
  /** Converts our clock to the exchange's. */
  readonly exchangeTime: (atMs: number) => number
  /** Whether the subscription is confirmed and the exchange's clock known; required for gaps by time. */
  readonly isSettled: () => boolean
  /** Called when a gap was given up. */
  readonly onLost: () => void
}

/** Longer gaps are left to the backfill: its archives are faster and do not use up rate limits. */
const MAX_DURATION_MS = DAY_MS
/**
 * A gap by time is fetched as soon as the venue may list the trades at its end: its list of recent trades is limited.
 */
const SETTLED_MS = 250
/** Interval for checking whether gaps by time may be fetched. */
const POLL_MS = 1_000
const IDLE_MS = 60_000

interface Try {
  count: number
  /** Infinity: given up, or waiting for a trade. */
  nextAt: number
  /** A trade newer than this one must be stored from the feed before the venue's list can prove more. */
  needsTradeAfter: number | null
}

/**
 * Repairs the gaps of one market under its lease, one after the other, until no fetchable gap is left. Trades the venue
 * does not have become lost; while it is unreachable, a gap stays open and is retried with backoff.
 */
export class GapRepairer {
  readonly #options: RepairerOptions
  readonly #tries = new Map<string, Try>()
  #left = 0
  readonly #wakeUp = new Signal()

  constructor(options: RepairerOptions) {
    this.#options = options
  }

  /** Gaps that can still be filled. */
  get left(): number {
    return this.#left
  }

  /** Call when gaps may have opened. */
  wake(): void {
    // Count it immediately: the market must not be reported as live until its gaps have been checked.
    this.#left = Math.max(this.#left, 1)
    this.#wakeUp.notify()
  }

  /** Call when a trade up to `ts` was stored: the venue's list may now prove more. */
  onTrade(ts: number): void {
    for (const { needsTradeAfter } of this.#tries.values())
      if (needsTradeAfter !== null && ts > needsTradeAfter) return this.#wakeUp.notify()
  }

  /** Runs until the signal aborts. Never rejects. */
  async run(lease: Lease, signal: AbortSignal): Promise<void> {
    const { log, listing } = this.#options
    while (!signal.aborted) {
      try {
        const waitMs = await this.#once(lease, signal)
        if (waitMs > 0) await this.#wakeUp.wait(waitMs, { signal, ref: false })
      } catch (error) {
        if (signal.aborted) return
        log.debug({ symbol: listing.symbol, error: messageOf(error) }, 'a repair was interrupted')
        await this.#wakeUp.wait(5_000, { signal, ref: false })
      }
    }
  }

  /** Attempts the gaps that are due; returns the delay until the next one. */
  async #once(lease: Lease, signal: AbortSignal): Promise<number> {
    const { store, clock } = this.#options
    const all = await store.gaps(lease.instrument)
    const known = new Set(all.map(keyOf))
    const gaps = all.filter((gap) => this.#isOurs(gap))
    for (const key of this.#tries.keys()) if (!known.has(key)) this.#tries.delete(key)
    // A gap that only waits for the next trade of a quiet market does not prevent it from being live.
    this.#left = gaps.filter((gap) => gap.state !== 'lost' && !this.#waitsForTrade(gap, lease)).length
    let next = Infinity
    // Newest first: that is what users look at.
    for (const gap of gaps.toReversed()) {
      const dueAt = this.#dueAt(gap, lease)
      if (dueAt > clock.now()) {
        next = Math.min(next, dueAt)
        continue
      }
      // The remainder has a different key.
      return this.#attempt(gap, lease, signal)
    }
    return Math.min(IDLE_MS, next - clock.now())
  }

  /** Gaps of imports are lost until a feed attempts them once; our own verdict is final. */
  #isOurs(gap: TapeGap): boolean {
    if (gap.to - gap.from > MAX_DURATION_MS || gap.proof === 'volume') return false
    if (gap.state !== 'lost') return true
    const age = this.#options.exchangeTime(this.#options.clock.now()) - gap.to
    return gap.afterId !== null && age < MAX_DURATION_MS && this.#tries.get(keyOf(gap))?.nextAt !== Infinity
  }

  #waitsForTrade(gap: TapeGap, lease: Lease): boolean {
    const after = this.#tries.get(keyOf(gap))?.needsTradeAfter ?? null
    return after !== null && (lease.lastTs ?? -Infinity) <= after
  }

  #dueAt(gap: TapeGap, lease: Lease): number {
    const { clock, exchangeTime, isSettled } = this.#options
    const now = clock.now()
    if (gap.afterId === null && !isSettled()) return now + POLL_MS
    const known = this.#tries.get(keyOf(gap))
    if (known !== undefined && known.needsTradeAfter !== null)
      return this.#waitsForTrade(gap, lease) ? Infinity : -Infinity
    if (known !== undefined) return known.nextAt
    return gap.afterId === null ? gap.to + SETTLED_MS - (exchangeTime(now) - now) : -Infinity
  }

  /** Returns the delay until the next check. */
  async #attempt(gap: TapeGap, lease: Lease, signal: AbortSignal): Promise<number> {
    const { store, clock, traits, log, listing, exchangeTime } = this.#options
    const key = keyOf(gap)
    const attempt = this.#tries.get(key) ?? { count: 0, nextAt: 0, needsTradeAfter: null }
    attempt.count += 1
    attempt.needsTradeAfter = null
    this.#tries.set(key, attempt)
    if (gap.state === 'open') await store.settleGap(lease, gap, 'repairing')
    const current: TapeGap = gap.state === 'open' ? { ...gap, state: 'repairing' } : gap
    const { outcome, found, problem } = await fetchGap({
      ...this.#options,
      listing: storedUnits(listing, lease),
      gap: current,
      lease,
      signal,
    })
    const about = { symbol: listing.symbol, from: iso(gap.from), to: iso(gap.to), missing: gap.missing, found }
    if (outcome === 'progress') {
      log.info(about, 'trades of a gap were fetched')
      // Ids may still be missing in between; a gap with the same key would be a new one.
      this.#tries.delete(key)
      return gap.afterId === null ? SETTLED_MS : 0
    }
    if (outcome === 'unproven' && (lease.lastTs ?? -Infinity) <= gap.to) {
      attempt.needsTradeAfter = gap.to
      return 0
    }
    const age = exchangeTime(clock.now()) - gap.to
    const { state, waitMs } = decideNext(outcome, attempt.count, age, traits.reachMs, Math.random())
    if (state !== current.state) await store.settleGap(lease, current, state)
    // Only now: a verdict that could not be stored is reached again.
    attempt.nextAt = state === 'lost' ? Infinity : clock.now() + waitMs
    if (state === 'lost' && gap.state !== 'lost') {
      log.warn({ ...about, outcome }, 'a gap cannot be repaired: its bars stay incomplete')
      this.#options.onLost()
    } else if (outcome === 'failed' && attempt.count === 3)
      log.warn({ ...about, problem }, 'a gap waits for the exchange to answer')
    return 0
  }
}

const keyOf = (gap: TapeGap): string => `${gap.from} ${gap.to} ${gap.afterId} ${gap.beforeId}`
const iso = (ms: number): string => new Date(ms).toISOString()

/** The tape may use finer units than the exchange's listing. */
const storedUnits = (listing: MarketListing, { instrument: { tickSize, lotSize } }: Lease): MarketListing => ({
  ...listing,
  tickSize,
  lotSize,
})
