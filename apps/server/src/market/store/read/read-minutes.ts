import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  concatTrades,
  decodeMany,
  decodeTrades,
  emptyBars,
  emptyTrades,
  HOUR_MS,
  lowerBoundT,
  lowerBoundTs,
  MINUTE_MS,
  sliceBars,
  sliceTrades,
  sortTrades,
} from '@flowprint/orderflow'
import type { Bars, Trades } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { copyOut } from '../../../platform/database/index.ts'
import { gapsInside, readCoverages, spansWithLive } from '../coverage/coverage-rows.ts'
import type { StoredCoverage } from '../coverage/coverage-rows.ts'
import { readHeads } from '../rows/head.ts'
import type { Head } from '../rows/head.ts'
import type { StoreContext } from '../store-context.ts'
import { floorTo, TIERS } from '../tiers.ts'
import type { ClosedMinutes, MinutesQuery } from '../types.ts'
import { inSnapshot } from './history-view.ts'

const [MINUTES] = TIERS
/** Markets whose rows are unpacked before yielding to the event loop. */
const MARKETS_PER_TURN = 20

/** See `TapeStore.readMinutes`. All reads share one snapshot. */
export function readMinutes(context: StoreContext, wanted: readonly MinutesQuery[]): Promise<(ClosedMinutes | null)[]> {
  if (wanted.length === 0) return Promise.resolve([])
  return inSnapshot(context.pool, async (client) => {
    const ids = wanted.map(({ instrument }) => instrument.id)
    const heads = await readHeads(client, ids)
    const coverages = await readCoverages(
      client,
      wanted.map(({ instrument: { id }, from, to }) => ({ id, fromTs: from, toTs: to })),
    )
    const blocks = await loadBlocks(client, wanted)
    const chunks = await loadTrades(client, wanted)
    const found: (ClosedMinutes | null)[] = []
    for (const [i, query] of wanted.entries()) {
      const head = heads.get(ids[i])
      found.push(
        head === undefined || (head.closedUntil ?? -Infinity) < query.to
          ? null
          : {
              bars: minutesOf(blocks.get(ids[i]) ?? [], query),
              trades: tradesOf(chunks.get(ids[i]) ?? [], query),
              isComplete: isComplete(head, coverages.get(ids[i]) ?? { ranges: [], gaps: [] }, query),
            },
      )
      if (i % MARKETS_PER_TURN === MARKETS_PER_TURN - 1) await nextTurn()
    }
    return found
  })
}

/** Packed minutes of native rows by instrument, oldest first. */
function loadBlocks(client: PoolClient, wanted: readonly MinutesQuery[]): Promise<Map<number, Buffer[]>> {
  const values = wanted.map(({ instrument: { id }, from, to }) => rowOf(id, MINUTES.blockStart(from), from, to))
  const first = Math.min(...wanted.map(({ from }) => MINUTES.blockStart(from)))
  const end = Math.max(...wanted.map(({ to }) => to))
  return loadPacked(
    client,
    `select w.id, b.payload from (values ${values.join(', ')}) as w (id, block_from, from_ts, to_ts) ` +
      `join footprint_block b on b.instrument_id = w.id and b.tier = '${MINUTES.name}' and b.step = 1 ` +
      'and b.block_ts >= w.block_from and b.block_ts < w.to_ts and b.from_ts < w.to_ts and b.to_ts >= w.from_ts ' +
      `where b.block_ts >= ${first} and b.block_ts < ${end} order by w.id, b.block_ts, b.part`,
  )
}

/** Packed trades by instrument, oldest row first. */
function loadTrades(client: PoolClient, wanted: readonly MinutesQuery[]): Promise<Map<number, Buffer[]>> {
  const values = wanted.map(({ instrument: { id }, tradesFrom, cut }) =>
    rowOf(id, floorTo(tradesFrom, HOUR_MS), tradesFrom, cut),
  )
  const first = Math.min(...wanted.map(({ tradesFrom }) => floorTo(tradesFrom, HOUR_MS)))
  const end = Math.max(...wanted.map(({ cut }) => cut))
  return loadPacked(
    client,
    `select w.id, c.payload from (values ${values.join(', ')}) as w (id, hour_from, from_ts, to_ts) ` +
      'join tape_chunk c on c.instrument_id = w.id and c.hour_ts >= w.hour_from and c.hour_ts < w.to_ts ' +
      'and c.to_ts >= w.from_ts and c.from_ts < w.to_ts ' +
      `where c.hour_ts >= ${first} and c.hour_ts < ${end} order by w.id, c.hour_ts, c.part`,
  )
}

async function loadPacked(client: PoolClient, select: string): Promise<Map<number, Buffer[]>> {
  const found = new Map<number, Buffer[]>()
  for (const [id, payload] of await copyOut(client, select)) {
    const key = (id as Buffer).readInt32BE()
    const list = found.get(key)
    if (list === undefined) found.set(key, [payload as Buffer])
    else list.push(payload as Buffer)
  }
  return found
}

/** A row of VALUES; it is not quoted, so it must be numbers only. */
function rowOf(id: number, ...times: readonly number[]): string {
  const odd = [id, ...times].find((value) => !Number.isSafeInteger(value))
  if (odd !== undefined) throw new RangeError(`Invariant: bounds of rows are safe integers, had ${odd}`)
  return `(${id}, ${times.map((ts) => `${ts}::bigint`).join(', ')})`
}

function minutesOf(packed: readonly Buffer[], { from, to }: MinutesQuery): Bars {
  if (packed.length === 0) return emptyBars(MINUTE_MS, 1)
  const bars = decodeMany(packed)
  return sliceBars(bars, lowerBoundT(bars, from), lowerBoundT(bars, to))
}

function tradesOf(packed: readonly Buffer[], { tradesFrom, cut }: MinutesQuery): Trades {
  if (packed.length === 0) return emptyTrades()
  const trades = sortTrades(concatTrades(packed.map((payload) => decodeTrades(payload))))
  return sliceTrades(trades, lowerBoundTs(trades, tradesFrom), lowerBoundTs(trades, cut))
}

function isComplete(head: Head, { ranges, gaps }: StoredCoverage, { from, to }: MinutesQuery): boolean {
  const spans = spansWithLive(ranges, head)
  return (
    spans.some((span) => span.fromTs <= from && to <= span.toTs) &&
    gapsInside(gaps, spans).every((gap) => gap.fromTs >= to || gap.toTs < from)
  )
}
