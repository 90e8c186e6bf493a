import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  HOUR_MS,
  DAY_MS,
  concatTrades,
  decodeBars,
  decodeTrades,
  decodeTradesForBars,
  encodeBars,
  FoldMemory,
  foldSequence,
  lowerBoundTs,
  sliceTrades,
  sortTrades,
  TradeBuffers,
} from '@flowprint/orderflow'
import type { SequenceRule, SequenceRun } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { loadChunkPayloads } from '../../rows/chunk-rows.ts'
import type { HistoryView } from '../history-view.ts'
import type { ReadBudget } from '../read-limits.ts'
import type { Instrument } from '../../types.ts'
import type { StoreContext } from '../../store-context.ts'
import { sumsOf } from '../sums.ts'
import type { Piece } from './piece-cache.ts'

/** Which bars of a day to return. */
export interface DayRequest {
  readonly rule: SequenceRule
  /** Row height of the bars in the pieces. */
  readonly step: number
  /** Exclude bars that begin at or after this time, ms. */
  readonly end: number
  readonly budget: ReadBudget | undefined
}

/** The bars of a UTC day as pieces, one per hour with trades, from the trades before `view.closedUntil`. */
export interface DayPieces {
  readonly dayTs: number
  readonly pieces: readonly Piece[]
  /** The bar that the last piece leaves open: the day's last bar once the day is over. */
  readonly open: SequenceRun | null
  /** Number of trades that had to be read. */
  readonly read: number
}

/**
 * Folds a day hour by hour, reusing cached pieces whose rows are unchanged. Never holds a day's trades in memory
 * together, and yields between hours.
 */
export async function foldDay(
  context: StoreContext,
  client: PoolClient,
  instrument: Instrument,
  view: HistoryView,
  dayTs: number,
  request: DayRequest,
): Promise<DayPieces> {
  const { rule, step, end, budget } = request
  const pieces: Piece[] = []
  let open: Piece['open'] = null
  let read = 0
  // A piece depends on every trade of the day before its end, and so does its key.
  const rows = createHash('sha256').update(`${instrument.id} ${rule.kind} ${rule.size} ${step} ${dayTs}`)
  const hours = (await hoursOf(client, instrument.id, view, dayTs)).map(({ hourTs, parts, trades }) => {
    const until = Math.min(hourTs + HOUR_MS, view.closedUntil)
    return { hourTs, until, trades, key: rows.update(` ${hourTs} ${until} ${parts}`).copy().digest('base64') }
  })
  const load = ({ hourTs, until }: { hourTs: number; until: number }): Promise<Buffer[]> =>
    loadChunkPayloads(client, instrument.id, hourTs, until)
  for (const [i, hour] of hours.entries()) {
    if (hour.hourTs >= end && (open === null || open.t >= end)) break
    const { key, until } = hour
    const before = open
    const { piece, isFolded } = await context.pieces.getOrFold(key, async () => {
      const loaded = await context.pieces.takeLoaded(key)
      budget?.spend(hour.trades)
      const payloads = loaded ?? (await load(hour))
      // Let the database read the next hour while this one is folded.
      const next = hours[i + 1]
      if (next !== undefined && next.hourTs < end) context.pieces.loadAhead(next.key, () => load(next))
      try {
        return foldHour(payloads, { until, open: before, rule, step })
      } catch (error) {
        if (next !== undefined) await context.pieces.takeLoaded(next.key)
        throw error
      }
    })
    if (isFolded) {
      read += piece.trades
      await nextTurn()
    }
    pieces.push(piece)
    open = piece.open
  }
  return { dayTs, pieces, open: runOf(open), read }
}

/** The finished bars of a piece. */
export function barsOfPiece({ done }: Piece): SequenceRun | null {
  return done === null ? null : { bars: decodeBars(done.packed, NO_LIMIT), lastTs: done.lastTs }
}

/** Packed by this process, so unpacking needs no limit. */
const NO_LIMIT = { maxBytes: Infinity, maxRows: Infinity }

/** Folding an hour takes one turn and retains none of the trades, so all hours share this memory. */
const buffers = new TradeBuffers()
let memory: FoldMemory | null = null

function foldHour(
  payloads: readonly Buffer[],
  hour: { until: number; open: Piece['open']; rule: SequenceRule; step: number },
): Piece {
  const { until, rule, step } = hour
  // Trades of several rows are sorted by id.
  const ofHour =
    payloads.length === 1
      ? decodeTradesForBars(payloads[0], buffers)
      : sortTrades(concatTrades(payloads.map((payload) => decodeTrades(payload))))
  const trades = sliceTrades(ofHour, 0, lowerBoundTs(ofHour, until))
  // Released unless folding throws.
  const own = memory ?? new FoldMemory()
  memory = null
  const { done, open } = foldSequence(runOf(hour.open), trades, rule, step, own)
  memory = own
  const { bars, lastTs } = done
  return {
    done: bars.length === 0 ? null : { packed: encodeBars(bars), lastTs },
    bars: bars.length,
    firstT: bars.length === 0 ? Infinity : bars.t[0],
    lastT: bars.length === 0 ? -Infinity : bars.t[bars.length - 1],
    open: open === null ? null : { packed: encodeBars(open.bars), t: open.bars.t[0], lastTs: open.lastTs[0] },
    sums: sumsOf(bars),
    trades: trades.length,
  }
}

function runOf(open: Piece['open']): SequenceRun | null {
  return open === null ? null : { bars: decodeBars(open.packed, NO_LIMIT), lastTs: Float64Array.of(open.lastTs) }
}

/** Hours of the day with trades before `closedUntil`, and their rows. */
async function hoursOf(
  client: PoolClient,
  instrumentId: number,
  view: HistoryView,
  dayTs: number,
): Promise<{ hourTs: number; parts: string; trades: number }[]> {
  const { rows } = await client.query<{ hour_ts: number; parts: string; trades: number }>({
    name: 'hours_of_day',
    text:
      "select hour_ts, md5(string_agg(part::text, ',' order by part)) as parts, sum(trades)::bigint as trades from tape_chunk " +
      'where instrument_id = $1 and hour_ts >= $2 and hour_ts < $3 and from_ts < $4 group by hour_ts order by hour_ts',
    values: [instrumentId, dayTs, dayTs + DAY_MS, Math.min(view.closedUntil, dayTs + DAY_MS)],
  })
  return rows.map((row) => ({ hourTs: row.hour_ts, parts: row.parts, trades: row.trades }))
}
