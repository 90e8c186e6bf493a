import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { concatTrades, DAY_MS, filterTrades, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { ArchiveError, dayFileOf, fetchDayFile, openDay } from '@flowprint/venues'
import type { ArchiveSource, DayReader, RetryPolicy } from '@flowprint/venues'
import { commitBatch, emptyTally } from './commit-batch.ts'
import type { Committer, Tally } from './commit-batch.ts'
import { ensureMarket } from './market.ts'
import type { Market } from './market.ts'
import { planBatches } from './plan.ts'
import type { Span } from './plan.ts'
import type { Instrument } from '../../store/index.ts'

/** An exchange's REST API may list a trade this much later than it happened. */
const SETTLED_MS = 10_000

export interface SliceResult {
  readonly tally: Tally
  /** Whether the exchange covered the whole slice; if not, it has nothing older either. */
  readonly complete: boolean
}

/**
 * Fetches a time slice by REST and commits it as one batch. Requests one millisecond more than is missing: a live feed
 * may have started within that millisecond, and its trades are deduplicated by id.
 */
export async function fillSlice(
  market: Market & { readonly online: NonNullable<Market['online']> },
  span: Span,
  now: number,
  committer: Committer,
): Promise<SliceResult> {
  const { rest } = market.online
  // In the units of the tape, which may be finer than the exchange's current ones.
  const known = await committer.store.findInstrument(market.symbol)
  const listing =
    known === null
      ? market.online.listing
      : { ...market.online.listing, tickSize: known.tickSize, lotSize: known.lotSize }
  const pages: Trades[] = []
  let complete = true
  for await (const page of rest.trades(listing, { fromTs: span.from, toTs: span.to + 1 }, committer.signal)) {
    pages.push(page.trades)
    complete = page.complete
  }
  const trades = concatTrades(pages)
  const tally = emptyTally()
  const isSettled = span.to <= now - SETTLED_MS
  if (trades.length === 0 && !(complete && isSettled)) return { tally, complete }
  const instrument = await ensureMarket(committer.store, market, { units: listing, ids: listing.ids })
  // For the most recent time, only the range up to the last trade is certain.
  const until = isSettled ? span.to : Math.min(span.to, lastTs(trades) + 1)
  const covers = complete && until > span.from ? { from: span.from, to: until } : null
  await commitBatch(committer, instrument, trades, covers, tally)
  return { tally, complete }
}

function lastTs(trades: Trades): number {
  let last = -Infinity
  for (const ts of trades.ts) if (ts > last) last = ts
  return last
}

export interface ArchiveDeps {
  /** Folder for temporary files. */
  readonly folder: string
  /** Origins that replace the venues' own, by venue. */
  readonly mirrors: Readonly<Record<string, string | undefined>>
  readonly retry?: RetryPolicy | undefined
  readonly writeLine: (line: string) => void
  readonly onBytes?: ((received: number, total: number | null) => void) | undefined
  /** Min trades per commit; for tests. */
  readonly batchTrades?: number | undefined
  /** Share of the day committed so far, 0 to 1. */
  readonly onShare?: ((share: number) => void) | undefined
}

/**
 * Fetches the file of a UTC day, validates all of it, and commits the missing part of the day in batches of hours,
 * newest first. Returns null when the exchange has not published the day. After a crash the uncommitted part is still
 * missing.
 */
export async function fillDay(
  market: Market & { readonly source: ArchiveSource },
  dayTs: number,
  missing: readonly Span[],
  deps: ArchiveDeps,
  committer: Committer,
): Promise<Tally | null> {
  const file = dayFileOf(market.source, market.marketId, dayTs, deps.mirrors)
  const folder = join(deps.folder, market.source.name)
  const known = await committer.store.findInstrument(market.symbol)
  const units = known ?? market.online?.listing ?? null
  for (let attempt = 1; ; attempt++) {
    const path = await fetchDayFile(file, { ...deps, folder, signal: committer.signal })
    if (path === null) return null
    try {
      const task = {
        file: path,
        format: 'auto',
        units: units && { tickSize: units.tickSize, lotSize: units.lotSize },
        rowIds: market.source.ids === 'rows',
      }
      const reader = await openDay(task)
      try {
        return await commitDay(market, reader, dayTs, missing, deps, committer)
      } finally {
        await reader.close()
      }
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error
      // Without a published checksum, only parsing reveals a damaged download.
      if (file.checksumUrl !== null || attempt === 2) throw new ArchiveError(file.url, error.line, error.reason)
      deps.writeLine(`${file.url}: ${error.reason}; it is fetched once more`)
    } finally {
      if (!committer.signal.aborted) await rm(path, { force: true })
    }
  }
}

async function commitDay(
  market: Market & { readonly source: ArchiveSource },
  reader: DayReader,
  dayTs: number,
  missing: readonly Span[],
  deps: ArchiveDeps,
  committer: Committer,
): Promise<Tally> {
  const instrument = await ensureMarket(committer.store, market, reader)
  const tally = emptyTally()
  const outside = reader.hours
    .filter(({ hourTs }) => hourTs < dayTs || hourTs >= dayTs + DAY_MS)
    .reduce((sum, { count }) => sum + count, 0)
  if (outside > 0)
    deps.writeLine(
      `${market.symbol} ${new Date(dayTs).toISOString().slice(0, 10)}: ${outside} trades of other days are left to those days' files`,
    )
  tally.rejected = outside
  const batches = planBatches(missing, reader.hours, deps.batchTrades)
  for (const [done, span] of batches.entries()) {
    deps.onShare?.(done / batches.length)
    const trades = await tradesOf(span, market.source, reader, instrument, committer)
    await commitBatch(committer, instrument, trades, span, tally)
  }
  return tally
}

/**
 * The trades of the span; if the file numbers its own rows, border milliseconds only contribute trades that are not
 * stored yet.
 */
async function tradesOf(
  span: Span,
  source: ArchiveSource,
  reader: DayReader,
  instrument: Instrument,
  { store }: Committer,
): Promise<Trades> {
  if (source.ids === 'venue') return reader.trades(span.from, span.to)
  const trades = await reader.trades(span.from - 1, span.to + 1)
  const inner = sliceTrades(trades, lowerBoundTs(trades, span.from), lowerBoundTs(trades, span.to))
  const before = await borderTrades(trades, span.from - 1, store, instrument)
  const after = await borderTrades(trades, span.to, store, instrument)
  return concatTrades([before, inner, after])
}

/** For a covered millisecond: the trades the tape lacks, if it has any of that millisecond. */
async function borderTrades(
  trades: Trades,
  ts: number,
  store: Committer['store'],
  instrument: Instrument,
): Promise<Trades> {
  const own = sliceTrades(trades, lowerBoundTs(trades, ts), lowerBoundTs(trades, ts + 1))
  if (own.length === 0) return own
  const stored = await store.readTrades(instrument, { from: ts, to: ts + 1, limit: 100_000 })
  return stored.length === 0 ? sliceTrades(own, 0, 0) : withoutStored(own, stored)
}

const keyOf = (trades: Trades, i: number): string =>
  `${trades.ts[i]} ${trades.price[i]} ${trades.qty[i]} ${trades.buy[i]}`

/**
 * The trades that do not match a stored one by time, price, quantity and side; each stored trade matches once. For
 * files whose ids differ from the live stream's, at the millisecond where the two meet.
 */
export function withoutStored(trades: Trades, stored: Trades): Trades {
  if (stored.length === 0) return trades
  const known = new Map<string, number>()
  for (let i = 0; i < stored.length; i++) known.set(keyOf(stored, i), (known.get(keyOf(stored, i)) ?? 0) + 1)
  const keep = new Uint8Array(trades.length)
  for (let i = 0; i < trades.length; i++) {
    const left = known.get(keyOf(trades, i)) ?? 0
    if (left > 0) known.set(keyOf(trades, i), left - 1)
    else keep[i] = 1
  }
  return filterTrades(trades, keep)
}
