import {
  MINUTE_MS,
  HOUR_MS,
  aggregateTrades,
  concatBars,
  concatTrades,
  emptyTrades,
  gatherTrades,
  lowerBoundTs,
  mergeTrades,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Bars, MergedTrades, Trades } from '@flowprint/orderflow'
import { deleteChunkRows, insertChunk, joinChunks, listChunkRows, loadChunks } from '../rows/chunk-rows.ts'
import type { LoadedChunk, PartNumbers } from '../rows/chunk-rows.ts'
import type { Commit } from './commit.ts'
import type { GapFinder } from '../coverage/gap-finder.ts'
import { floorTo } from '../tiers.ts'
import type { TierWriter } from './tier-writer.ts'

export interface PastOptions {
  readonly commit: Commit
  readonly parts: PartNumbers
  readonly tiers: TierWriter
  readonly gaps: GapFinder
  /** Seq of every new trade: that of the revision. */
  readonly seq: number
  /** Minutes before it are folded into bars; later ones stay raw. */
  readonly closedUntil: number
}

/** Max conflicting trades listed in a result. */
const MAX_CONFLICT_EXAMPLES = 20

/** Counts of what was new. */
export class PastTally {
  imported = 0
  duplicates = 0
  conflicting = 0
  /** At most MAX_CONFLICT_EXAMPLES. */
  conflictExamples: Trades = emptyTrades()
  firstTs = Infinity
  lastTs = -Infinity
  nextId: number | null = null
  /** Latest hour stored so far: its rows and earlier ones may still be on their way to the database. */
  lastHourTs: number | null = null

  leaveOut({ duplicates, conflicts }: MergedTrades): void {
    this.duplicates += duplicates
    this.conflicting += conflicts.length
    const missing = MAX_CONFLICT_EXAMPLES - this.conflictExamples.length
    if (missing > 0 && conflicts.length > 0)
      this.conflictExamples = concatTrades([this.conflictExamples, sliceTrades(conflicts, 0, missing)])
  }

  add(fresh: Trades): void {
    if (fresh.length === 0) return
    this.imported += fresh.length
    this.firstTs = Math.min(this.firstTs, fresh.ts[0])
    this.lastTs = Math.max(this.lastTs, fresh.ts[fresh.length - 1])
    if (fresh.textId !== null) return
    for (let i = 0; i < fresh.length; i++) {
      const next = fresh.id[i] + fresh.fills[i]
      if (this.nextId === null || next > this.nextId) this.nextId = next
    }
  }
}

/**
 * Stores past trades: skips those already stored, and rebuilds the bars of every minute that gained a trade. `trades`
 * must be sorted. Hours without stored trades, as in a first import, are not read back.
 */
export async function storePast(trades: Trades, options: PastOptions, tally: PastTally): Promise<void> {
  if (trades.length === 0) return
  const { commit, gaps } = options
  const { client, instrument, sink } = commit
  const hours = cutIntoHours(trades)
  // These hours follow those of the previous call, so none of their rows is still being written.
  const lastHourTs = tally.lastHourTs !== null && tally.lastHourTs < hours[0].hourTs ? tally.lastHourTs : null
  if (lastHourTs === null) await sink.done()
  tally.lastHourTs = Math.max(tally.lastHourTs ?? -Infinity, hours[hours.length - 1].hourTs)
  const rows = await listChunkRows(
    client,
    instrument.id,
    lastHourTs === null ? hours[0].hourTs : lastHourTs + HOUR_MS,
    hours[hours.length - 1].hourTs,
  )
  const stored = new Set(rows.map((row) => row.hourTs))
  const bulk = new BulkMinutes(trades, options)
  let previous = lastHourTs
  for (const { hourTs, from, to } of hours) {
    const incoming = sliceTrades(trades, from, to)
    const chunks = stored.has(hourTs)
      ? await loadChunks(client, instrument.id, {
          fromHour: hourTs,
          toHour: hourTs,
          fromTs: hourTs,
          toTs: hourTs + HOUR_MS,
        })
      : []
    const { merged, fresh } = await storeHour(hourTs, incoming, chunks, options, tally)
    if (chunks.length === 0 && fresh.length === incoming.length) {
      await bulk.add(from, to)
    } else {
      await bulk.finish()
      await addMinutes(rebuildMinutes(merged, fresh, options.closedUntil), options)
    }
    const skipped = [...stored].some((hour) => previous !== null && hour > previous && hour < hourTs)
    await gaps.addHour(hourTs, merged, previous !== null && !skipped)
    previous = hourTs
  }
  await bulk.finish()
}

/** Folds adjacent hours that contain only these trades in one go. */
class BulkMinutes {
  readonly #trades: Trades
  readonly #options: PastOptions
  #from = 0
  #to = 0

  constructor(trades: Trades, options: PastOptions) {
    this.#trades = trades
    this.#options = options
  }

  async add(from: number, to: number): Promise<void> {
    if (this.#to !== from) await this.finish()
    if (this.#from === this.#to) this.#from = from
    this.#to = to
  }

  async finish(): Promise<void> {
    const to = Math.min(this.#to, lowerBoundTs(this.#trades, this.#options.closedUntil))
    const from = this.#from
    this.#from = this.#to
    if (to > from)
      await addMinutes(aggregateTrades(this.#trades, { cycleMs: MINUTE_MS, step: 1, from, to }), this.#options)
  }
}

async function addMinutes(bars: Bars | null, { commit, tiers }: PastOptions): Promise<void> {
  if (bars === null) return
  bars.revision.fill(commit.head.revisions)
  await tiers.addMinutes(bars)
}

interface StoredHour {
  /** All trades of the hour after the merge. */
  readonly merged: Trades
  /** Those that are new. */
  readonly fresh: Trades
}

async function storeHour(
  hourTs: number,
  incoming: Trades,
  chunks: readonly LoadedChunk[],
  options: PastOptions,
  tally: PastTally,
): Promise<StoredHour> {
  const { commit, parts, seq, closedUntil } = options
  const old = chunks.length === 0 ? emptyTrades() : joinChunks(chunks)
  const union = mergeTrades(old, withSeq(incoming, seq))
  const merged = union.trades
  tally.leaveOut(union)
  const fresh = old.length === 0 ? merged : freshOf(merged, seq)
  if (fresh.length === 0) return { merged: old, fresh }
  tally.add(fresh)
  if (hourTs + HOUR_MS <= closedUntil) {
    await deleteChunkRows(
      commit,
      chunks.map((chunk) => chunk.row),
    )
    await insertChunk(commit, parts, hourTs, merged, true)
  } else {
    await insertChunk(commit, parts, hourTs, fresh)
  }
  return { merged, fresh }
}

/** 1m bars of the closed minutes that contain a new trade. */
function rebuildMinutes(merged: Trades, fresh: Trades, closedUntil: number): Bars | null {
  const spans = minuteSpans(fresh, closedUntil)
  if (spans.length === 0) return null
  const runs = spans.map(({ from, to }) =>
    aggregateTrades(merged, {
      cycleMs: MINUTE_MS,
      step: 1,
      from: lowerBoundTs(merged, from),
      to: lowerBoundTs(merged, to),
    }),
  )
  return concatBars(runs)
}

/** Ranges of whole minutes that contain new trades; adjacent minutes are joined. */
function minuteSpans(fresh: Trades, closedUntil: number): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  let to = -Infinity
  for (let i = 0; i < fresh.length; i++) {
    if (fresh.ts[i] < to) continue
    const minute = floorTo(fresh.ts[i], MINUTE_MS)
    if (minute >= closedUntil) break
    if (minute === to) spans[spans.length - 1].to = minute + MINUTE_MS
    else spans.push({ from: minute, to: minute + MINUTE_MS })
    to = minute + MINUTE_MS
  }
  return spans
}

function cutIntoHours(trades: Trades): { hourTs: number; from: number; to: number }[] {
  const hours: { hourTs: number; from: number; to: number }[] = []
  let from = 0
  while (from < trades.length) {
    const hourTs = floorTo(trades.ts[from], HOUR_MS)
    const to = lowerBoundTs(trades, hourTs + HOUR_MS)
    hours.push({ hourTs, from, to })
    from = to
  }
  return hours
}

/** In shared memory if the other columns are. */
function withSeq(trades: Trades, seq: number): Trades {
  const bytes = trades.length * Float64Array.BYTES_PER_ELEMENT
  const column = new Float64Array(
    trades.ts.buffer instanceof SharedArrayBuffer ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
  )
  return { ...trades, seq: column.fill(seq) }
}

/** The trades with that seq, in order. */
function freshOf(trades: Trades, seq: number): Trades {
  const all = trades.seq as Float64Array
  const indexes: number[] = []
  for (let i = 0; i < trades.length; i++) if (all[i] === seq) indexes.push(i)
  return gatherTrades(trades, indexes)
}
