import {
  encodeFrame,
  gatherTrades,
  HOUR_MS,
  concatTrades,
  emptyTrades,
  idText,
  lowerBoundTs,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { joinChunks, loadChunks } from '../rows/chunk-rows.ts'
import { historyView, inSnapshot } from './history-view.ts'
import type { Instrument, LogEntry, TradesQuery } from '../types.ts'
import { readLogRows } from '../rows/log-rows.ts'
import { readRawTrades } from './read-tail.ts'
import type { StoreContext } from '../store-context.ts'

/** See `TapeStore.readLog`. */
export function readLog(
  context: StoreContext,
  instrument: Instrument,
  fromSeq: number,
  limit: number,
): Promise<{ entries: LogEntry[]; lastSeq: number; reset: boolean }> {
  return inSnapshot(context.pool, async (client) => {
    const { head } = await historyView(client, instrument, {})
    const entries = await readLogRows(client, instrument.id, fromSeq, Number.MAX_SAFE_INTEGER, limit)
    const reachesBack = fromSeq > head.lastSeq || (entries.length > 0 && entries[0].firstSeq <= fromSeq)
    return { entries, lastSeq: head.lastSeq, reset: !reachesBack }
  })
}

/** See `TapeStore.readFrames`. Rebuilds the frames as they were sent, from the log and the stored trades. */
export function readFrames(
  context: StoreContext,
  instrument: Instrument,
  fromSeq: number,
  toSeq: number,
): Promise<Uint8Array[]> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, {})
    const entries = (await readLogRows(client, instrument.id, fromSeq, toSeq, 1_000_000)).filter(
      (entry) => entry.kind === 'trades',
    )
    if (entries.length === 0) return []
    const fromTs = entries.reduce((least, entry) => Math.min(least, entry.fromTs), Infinity)
    const toTs = entries.reduce((greatest, entry) => Math.max(greatest, entry.toTs), -Infinity)
    const stored = await readRawTrades(client, instrument, view, fromTs, toTs + 1)
    const seqs = stored.seq ?? new Float64Array(0)
    const bySeq = Uint32Array.from(seqs.keys()).sort((a, b) => seqs[a] - seqs[b])
    let at = 0
    return entries.map(({ firstSeq, lastSeq, watermark }) => {
      while (at < bySeq.length && seqs[bySeq[at]] < firstSeq) at += 1
      const end = at + lastSeq - firstSeq + 1
      // Restore the canonical order in which they were sent.
      const trades = gatherTrades(stored, bySeq.slice(at, end).sort())
      return encodeFrame({
        symbol: instrument.symbol,
        tape: instrument.tape,
        instrumentVersion: instrument.version,
        firstSeq,
        lastSeq,
        watermark,
        trades,
      })
    })
  })
}

/** Approximate bytes of an unpacked trade, and of its id where ids are text. */
const TRADE_BYTES = 45
const TEXT_ID_BYTES = 60

export const bytesOfTrades = ({ length, textId }: Trades): number =>
  length * (textId === null ? TRADE_BYTES : TRADE_BYTES + TEXT_ID_BYTES)

/** See `TapeStore.readTrades`. Reads hour by hour until the page is full. */
export function readTrades(context: StoreContext, instrument: Instrument, query: TradesQuery): Promise<Trades> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, query, context.minimum)
    const runs: Trades[] = []
    let count = 0
    let from = Math.max(query.from, query.after?.ts ?? -Infinity)
    while (count < query.limit && from < query.to) {
      const { rows } = await client.query<{ hour_ts: number; trades: number; rows: number; part: number }>({
        name: 'next_hour',
        text:
          'select hour_ts, sum(trades)::bigint as trades, count(*)::int as rows, min(part) as part from tape_chunk where instrument_id = $1 and hour_ts > $2 and hour_ts < $3 ' +
          'group by hour_ts order by hour_ts limit 1',
        values: [instrument.id, from - HOUR_MS, Math.min(query.to, view.before, Number.MAX_SAFE_INTEGER)],
      })
      const next = rows.at(0)
      if (next === undefined) break
      query.budget?.spend(next.trades)
      const hour = next.hour_ts
      const [start, end] = [Math.max(from, hour), Math.min(query.to, hour + HOUR_MS)]
      const stored =
        next.rows === 1
          ? cutTo(await readHour(context, client, instrument, hour, next.part), start, Math.min(end, view.before))
          : await readRawTrades(client, instrument, view, start, end)
      const page = sliceTrades(stored, runs.length === 0 ? startAfter(stored, query.after) : 0)
      const taken = sliceTrades(page, 0, query.limit - count)
      runs.push(taken)
      count += taken.length
      from = hour + HOUR_MS
    }
    return runs.length === 0 ? emptyTrades() : concatTrades(runs)
  })
}

/**
 * The trades of an hour that is one row, from the cache or the database: a replay and the pages of a download read the
 * same hour again and again. A row with other trades has another part number.
 */
async function readHour(
  { trades: cache }: StoreContext,
  client: PoolClient,
  { id }: Instrument,
  hour: number,
  part: number,
): Promise<Trades> {
  const key = `${id}/${hour}/${part}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const range = { fromHour: hour, toHour: hour, fromTs: hour, toTs: hour + HOUR_MS }
  const trades = joinChunks(await loadChunks(client, id, range))
  cache.set(key, trades)
  return trades
}

const cutTo = (trades: Trades, from: number, to: number): Trades =>
  sliceTrades(trades, lowerBoundTs(trades, from), lowerBoundTs(trades, to))

/** Index after the cursor's trade; if that trade no longer exists, of the first trade of a later millisecond. */
function startAfter(trades: Trades, after: TradesQuery['after']): number {
  if (after === undefined) return 0
  const next = lowerBoundTs(trades, after.ts + 1)
  for (let i = lowerBoundTs(trades, after.ts); i < next; i++) if (idText(trades, i) === after.id) return i + 1
  return next
}
