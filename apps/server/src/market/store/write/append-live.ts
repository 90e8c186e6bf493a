import {
  MINUTE_MS,
  HOUR_MS,
  concatTrades,
  emptyTrades,
  encodeFrame,
  lowerBoundTs,
  mergeTrades,
  sliceTrades,
  sortTrades,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { tapeTopic } from '../../../platform/bus/index.ts'
import type { TapeEvent } from '../../../platform/bus/index.ts'
import { insertChunk, joinChunks, loadChunks, PartNumbers } from '../rows/chunk-rows.ts'
import { closeMinutes } from './close-passed.ts'
import { inCommit } from './commit.ts'
import type { Commit } from './commit.ts'
import { appendNext } from './append-next.ts'
import { coverBeforeRun, followCoverage } from '../coverage/follow-coverage.ts'
import { goLive } from './live-run.ts'
import { GapFinder } from '../coverage/gap-finder.ts'
import type { HeldLease } from '../lease.ts'
import { addLogEntry, pruneLog } from '../rows/log-rows.ts'
import { publishTouched } from './relay.ts'
import type { StoreContext } from '../store-context.ts'
import { PastTally, storePast } from './store-past.ts'
import { TierWriter } from './tier-writer.ts'
import { LATE_MS, ceilTo, closedUntilAt, floorTo } from '../tiers.ts'
import type { AppendResult, LiveOptions, Revision } from '../types.ts'

/** Store the clock of a quiet market at least this often. */
const STORE_CLOCK_MS = 5_000

/** One commit of live trades; see `TapeStore.appendLive`. */
export async function appendLive(
  context: StoreContext,
  lease: HeldLease,
  given: Trades,
  watermark: number,
  options: LiveOptions = {},
): Promise<AppendResult> {
  lease.assertHeld()
  const sorted = sortTrades(given)
  if (sorted.length > 0) await context.partitions.ensure(sorted.ts[0], sorted.ts[sorted.length - 1])
  const next = await appendNext(context, lease, sorted, watermark, options)
  if (next !== null) return next
  const result = await inCommit(context, lease.instrument, lease.epoch, (commit) =>
    append(context, commit, lease, sorted, { ...options, watermark }),
  )
  lease.onCommit(result.head, sorted.length > 0)
  return result.appended
}

/**
 * Advances the clock without trades. Stores it when it closes a minute or every STORE_CLOCK_MS; in between it is only
 * published. See `TapeStore.closeUpTo`.
 */
export async function closeUpTo(
  context: StoreContext,
  lease: HeldLease,
  watermark: number,
  options: Pick<LiveOptions, 'closing'> = {},
): Promise<void> {
  lease.assertHeld()
  const stored = lease.watermark
  const isDue =
    stored === null || closedUntilAt(watermark) > closedUntilAt(stored) || watermark - stored >= STORE_CLOCK_MS
  if (isDue) {
    await appendLive(context, lease, emptyTrades(), watermark, options)
    return
  }
  if (watermark <= lease.published) return
  lease.onPublished(watermark)
  const { symbol } = lease.instrument
  context.bus.publish(tapeTopic(symbol), {
    kind: 'clock',
    symbol,
    watermark,
    lastSeq: lease.head.lastSeq,
  } satisfies TapeEvent)
}

async function append(
  context: StoreContext,
  commit: Commit,
  lease: HeldLease,
  sorted: Trades,
  options: LiveOptions & { watermark: number },
) {
  const { head } = commit
  const { watermark: given } = options
  const newest = sorted.length > 0 ? sorted.ts[sorted.length - 1] : -Infinity
  if (head.watermark === null) await goLive(commit, Math.min(given, sorted.length > 0 ? sorted.ts[0] : given))
  const before = Math.max(head.watermark as number, lease.published)
  const watermark = Math.max(before, given, newest)
  const { fresh, duplicates } = await dropDuplicates(commit, sorted)
  const split = lowerBoundTs(fresh, before - LATE_MS)
  const late = sliceTrades(fresh, 0, split)

  const parts = new PartNumbers(commit.rowVersion)
  const closedBefore = head.closedUntil as number
  const firstSeq = head.lastSeq + 1
  const onTime = withSeqs(sliceTrades(fresh, split), firstSeq)
  await followCoverage(commit, onTime, lease.continues, options)
  // A revision makes clients reload bars, so every minute the watermark has passed must be closed by then.
  const closesLater = options.closing === 'later' && late.length === 0 && commit.touched.length === 0
  const closedUntil = closesLater ? closedBefore : Math.max(closedBefore, closedUntilAt(watermark))
  const tiers = new TierWriter(commit, closedBefore, closedUntil)
  if (onTime.length > 0) await storeOnTime(commit, onTime, parts, watermark)
  const revision = late.length > 0 ? await storeLate(commit, late, parts, tiers, closedBefore) : null
  // Write the bars rebuilt by late trades first: they belong to minutes that were closed earlier.
  if (revision !== null) await tiers.flush(false)
  if (closedUntil > closedBefore) {
    await closeMinutes(commit, { from: closedBefore, until: closedUntil, closedUntil }, parts, tiers)
    await tiers.flush(true)
    if (floorTo(closedUntil, HOUR_MS) > closedBefore) await pruneLog(commit, context.logKeepMs)
  }
  head.watermark = watermark
  head.closedUntil = closedUntil
  const gaps = commit.touched.length > 0
  if (revision === null) await publishTouched(commit)
  const sent = commit.events.some((event) => event.kind === 'trades' && event.watermark === watermark)
  if (!sent) commit.events.push({ kind: 'clock', symbol: commit.instrument.symbol, watermark, lastSeq: head.lastSeq })
  const appended: AppendResult = {
    firstSeq: onTime.length > 0 ? firstSeq : null,
    lastSeq: onTime.length > 0 ? firstSeq + onTime.length - 1 : null,
    trades: onTime,
    duplicates,
    revision,
    gaps,
  }
  return { appended, head: { ...head } }
}

/** Most trades are new by their id alone; otherwise compare with the stored trades of that time. */
async function dropDuplicates(commit: Commit, sorted: Trades): Promise<{ fresh: Trades; duplicates: number }> {
  const { head, client, instrument } = commit
  if (sorted.length === 0) return { fresh: sorted, duplicates: 0 }
  const isNew =
    sorted.textId === null &&
    (head.nextId !== null ? sorted.id.every((id) => id >= (head.nextId as number)) : head.lastTs === null)
  const fromTs = sorted.ts[0]
  const toTs = sorted.ts[sorted.length - 1]
  const stored = isNew
    ? emptyTrades()
    : joinChunks(
        await loadChunks(client, instrument.id, {
          fromHour: floorTo(fromTs, HOUR_MS),
          toHour: floorTo(toTs, HOUR_MS),
          fromTs,
          toTs: toTs + 1,
        }),
      )
  const plain = { ...sorted, seq: new Float64Array(sorted.length).fill(-1) }
  const { trades, duplicates, conflicts } = mergeTrades(stored, plain)
  const fresh: Trades[] = []
  // New trades carry seq -1; they come out of the union in canonical order.
  for (let i = 0; i < trades.length; i++) {
    if (trades.seq?.[i] !== -1) continue
    let end = i + 1
    while (end < trades.length && trades.seq[end] === -1) end += 1
    fresh.push(sliceTrades(trades, i, end))
    i = end
  }
  return { fresh: concatTrades(fresh), duplicates: duplicates + conflicts.length }
}

/** Writes chunk rows by hour, and one log entry and frame per range of at most 2 s (stream rule 2). */
async function storeOnTime(commit: Commit, trades: Trades, parts: PartNumbers, watermark: number): Promise<void> {
  const { head, instrument } = commit
  const seqs = trades.seq as Float64Array
  for (let from = 0; from < trades.length;) {
    const hourTs = floorTo(trades.ts[from], HOUR_MS)
    const to = lowerBoundTs(trades, hourTs + HOUR_MS)
    await insertChunk(commit, parts, hourTs, sliceTrades(trades, from, to))
    from = to
  }
  for (let from = 0; from < trades.length;) {
    const to = lowerBoundTs(trades, trades.ts[from] + LATE_MS + 1)
    const run = sliceTrades(trades, from, to)
    const newestTs = run.ts[run.length - 1]
    // The last frame carries the clock unless its trades are too old for it; then the clock is sent separately.
    const carried = to === trades.length && run.ts[0] >= watermark - LATE_MS ? watermark : newestTs
    const entry = { firstSeq: seqs[from], lastSeq: seqs[to - 1] }
    await addLogEntry(commit, {
      ...entry,
      kind: 'trades',
      fromTs: run.ts[0],
      toTs: newestTs,
      newestTs,
      reason: 'live',
      watermark: carried,
    })
    const frame = encodeFrame({
      symbol: instrument.symbol,
      tape: instrument.tape,
      instrumentVersion: instrument.version,
      ...entry,
      watermark: carried,
      trades: run,
    })
    commit.events.push({ kind: 'trades', symbol: instrument.symbol, ...entry, watermark: carried, newestTs, frame })
    from = to
  }
  head.lastSeq = seqs[trades.length - 1]
  updateNewest(commit, trades)
}

function updateNewest({ head }: Commit, trades: Trades): void {
  head.firstTs = Math.min(head.firstTs ?? Infinity, trades.ts[0])
  head.lastTs = Math.max(head.lastTs ?? -Infinity, trades.ts[trades.length - 1])
  if (trades.textId !== null) return
  for (let i = 0; i < trades.length; i++) head.nextId = Math.max(head.nextId ?? 0, trades.id[i] + trades.fills[i])
}

async function storeLate(
  commit: Commit,
  late: Trades,
  parts: PartNumbers,
  tiers: TierWriter,
  closedUntil: number,
): Promise<Revision | null> {
  const { head, instrument } = commit
  head.revisions += 1
  const seq = head.lastSeq + 1
  const tally = new PastTally()
  const gaps = new GapFinder(commit, 'open')
  await storePast(late, { commit, parts, tiers, gaps, seq, closedUntil }, tally)
  await gaps.finish()
  if (tally.imported === 0) return null
  await coverBeforeRun(commit, gaps.proven)
  head.lastSeq = seq
  updateNewest(commit, late)
  // Include the gaps that this commit opened or filled.
  const oldest = Math.min(tally.firstTs, ...commit.touched.map((span) => span.fromTs))
  const newestTs = Math.max(tally.lastTs, ...commit.touched.map((span) => Math.min(span.toTs, head.lastTs as number)))
  const revision: Revision = {
    seq,
    from: floorTo(oldest, MINUTE_MS),
    to: ceilTo(newestTs + 1, MINUTE_MS),
    reason: 'late',
  }
  await addLogEntry(commit, {
    firstSeq: seq,
    lastSeq: seq,
    kind: 'revision',
    fromTs: revision.from,
    toTs: revision.to,
    newestTs,
    reason: 'late',
    watermark: null,
  })
  commit.events.push({ kind: 'revision', symbol: instrument.symbol, ...revision, newestTs })
  return revision
}

const withSeqs = (trades: Trades, firstSeq: number): Trades => ({
  ...trades,
  seq: Float64Array.from({ length: trades.length }, (_, i) => firstSeq + i),
})
