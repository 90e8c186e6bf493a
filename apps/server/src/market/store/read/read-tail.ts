import { HOUR_MS, emptyTrades, filterTrades, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { joinChunks, loadChunks } from '../rows/chunk-rows.ts'
import type { HistoryView } from './history-view.ts'
import type { Instrument } from '../types.ts'
import { floorTo } from '../tiers.ts'

/** Raw trades of [fromTs, toTs) visible to the reader, in canonical order, each with its seq. */
export async function readRawTrades(
  client: PoolClient,
  instrument: Instrument,
  view: HistoryView,
  fromTs: number,
  toTs: number,
): Promise<Trades> {
  const end = Math.min(toTs, view.before, (view.head.lastTs ?? -Infinity) + 1)
  const start = Math.max(fromTs, view.head.firstTs ?? 0)
  if (start >= end) return emptyTrades()
  const chunks = await loadChunks(client, instrument.id, {
    fromHour: floorTo(start, HOUR_MS),
    toHour: floorTo(end - 1, HOUR_MS),
    fromTs: start,
    toTs: end,
  })
  const joined = joinChunks(chunks)
  return sliceTrades(joined, lowerBoundTs(joined, start), lowerBoundTs(joined, end))
}

/** The trades of the open minutes, without those that a delayed reader receives as frames later. */
export async function readTail(
  client: PoolClient,
  instrument: Instrument,
  view: HistoryView,
  toTs: number,
): Promise<Trades> {
  const trades = await readRawTrades(client, instrument, view, view.closedUntil, toTs)
  if (view.heldBack.length === 0 || trades.seq === null) return trades
  const seqs = trades.seq
  return filterTrades(
    trades,
    Array.from(seqs, (seq) => (view.heldBack.some((range) => range.first <= seq && seq <= range.last) ? 0 : 1)),
  )
}
