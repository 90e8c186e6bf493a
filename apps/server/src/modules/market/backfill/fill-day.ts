import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ArchiveError,
  dayFileOf,
  fetchDayFile,
  openDay,
  type ArchiveSource,
  type DayReader,
  type Patience,
} from '@flowprint/venues'
import { DAY_MS, concatTrades, lowerBoundTs, sliceTrades, type Trades } from '@flowprint/orderflow'
import type { Instrument } from '../tape/index.ts'
import { commitBatch, type Committer } from './commit-batch.ts'
import { ensureMarket, type Market } from './market.ts'
import { planBatches } from './plan-batches.ts'
import type { Span } from './plan.ts'
import { emptyTally, type Tally } from './tally.ts'
import { withoutStored } from './without-stored.ts'

export interface ArchiveDeps {
  /** Folder for temporary files. */
  readonly folder: string
  /** Origins that replace the venues' own, by venue. */
  readonly mirrors: Readonly<Record<string, string | undefined>>
  readonly patience?: Patience | undefined
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
