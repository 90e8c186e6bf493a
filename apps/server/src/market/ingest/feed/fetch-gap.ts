import type { MarketListing, TradesRequest, VenueRest } from '@flowprint/venues'
import { concatTrades, filterTrades, sortTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Lease, TapeGap, TapeStore } from '../../store/index.ts'
import type { RepairOutcome } from './rules/repair-plan.ts'

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
