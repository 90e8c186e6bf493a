import { HOUR_MS, decodeSweeps, digestSweeps, encodeSweeps, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { SweepDigest } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { copyOut } from '../../../platform/database/index.ts'
import { joinChunks, loadChunks } from '../rows/chunk-rows.ts'
import type { ReadBudget } from './read-limits.ts'
import type { StoreContext } from '../store-context.ts'

/** Max trades unpacked at once. */
const BATCH_SIZE = 400_000
/** Max hours of stored sweeps read at once. */
const BATCH_HOURS = 12
/** Cost of reading a trade's stored sweeps, relative to unpacking the trade. */
const STORED_SWEEP_COST = 1 / 20

/** Approximate bytes of a stored sweep and of an edge trade. */
const SWEEP_BYTES = 250
const TRADE_BYTES = 45

export const bytesOfDigest = ({ sweeps, head, tail, minutes }: SweepDigest): number =>
  sweeps.length * SWEEP_BYTES + (head.length + tail.length) * TRADE_BYTES + minutes.length * SWEEP_BYTES

/** A sweep lasts at most this long: 1,000 trades 100 ms apart. */
export const MAX_SWEEP_MS = 120_000

/** An hour of the tape: the names of its rows and their number of trades. */
export interface TapeHour {
  readonly t: number
  readonly trades: number
  readonly key: string
  /** ts of its last trade. */
  readonly lastTs: number
  /** Names of the rows that hold trades of its first two minutes. */
  readonly earlyKey: string
  /** Part number of its single row; null when there are several. */
  readonly part: number | null
  /** Whether its sweeps are stored in that row. */
  readonly hasSweeps: boolean
}

/** Hours with trades, starting in [fromHour, toHour], ascending. */
export async function listHours(
  client: PoolClient,
  instrumentId: number,
  fromHour: number,
  toHour: number,
): Promise<TapeHour[]> {
  const { rows } = await client.query<{
    hour_ts: number
    trades: number
    parts: string
    early: string | null
    last_ts: number
    part: number
    rows: number
    has_sweeps: boolean
  }>({
    name: 'list_sweep_hours',
    text:
      "select hour_ts, sum(trades)::bigint as trades, string_agg(part::text, ',' order by part) as parts, min(part) as part, " +
      `string_agg(part::text, ',' order by part) filter (where from_ts < hour_ts + ${MAX_SWEEP_MS}) as early, ` +
      'count(*)::int as rows, max(to_ts) as last_ts, bool_and(sweeps is not null) as has_sweeps ' +
      'from tape_chunk where instrument_id = $1 and hour_ts between $2 and $3 group by hour_ts order by hour_ts',
    values: [instrumentId, fromHour, toHour],
  })
  return rows.map((row) => ({
    t: row.hour_ts,
    trades: row.trades,
    key: `${instrumentId}/${row.hour_ts}/${row.parts}`,
    earlyKey: row.early ?? '',
    lastTs: row.last_ts,
    part: row.rows === 1 ? row.part : null,
    hasSweeps: row.rows === 1 && row.has_sweeps,
  }))
}

export interface DigestRequest {
  readonly instrumentId: number
  /** Ascending. */
  readonly hours: readonly TapeHour[]
  /** Only trades before this time. */
  readonly before: number
  /** Whether the small sweeps of an hour are needed as well. */
  readonly keepAll: (hour: TapeHour) => boolean
  readonly budget: ReadBudget | undefined
}

/** Yields the sweep digest of each hour, in order: from the cache, from stored sweeps, or computed from the trades. */
export async function* readDigests(
  context: StoreContext,
  client: PoolClient,
  request: DigestRequest,
): AsyncGenerator<SweepDigest> {
  const { digests: cache } = context
  const { hours, before, keepAll } = request
  const isWhole = ({ t, lastTs, hasSweeps }: TapeHour): boolean =>
    t + HOUR_MS <= before || (hasSweeps && lastTs < before)
  const isKept = (hour: TapeHour): boolean => isWhole(hour) && !keepAll(hour)
  const known = hours.map((hour) => (isKept(hour) ? cache.get(hour.key) : undefined))
  const isStored = (at: number): boolean => known[at] === undefined && hours[at].hasSweeps && isKept(hours[at])
  for (let at = 0; at < hours.length;) {
    const digest = known[at]
    if (digest !== undefined) {
      yield digest
      at += 1
      continue
    }
    let end = at
    if (isStored(at)) {
      let trades = 0
      while (end < hours.length && isStored(end) && end - at < BATCH_HOURS) trades += hours[end++].trades
      request.budget?.spend(Math.ceil(trades * STORED_SWEEP_COST))
      yield* loadDigests(context, client, request.instrumentId, hours.slice(at, end))
    } else {
      let trades = 0
      const fits = (): boolean =>
        known[end] === undefined && !isStored(end) && (end === at || trades + hours[end].trades <= BATCH_SIZE)
      while (end < hours.length && fits()) trades += hours[end++].trades
      request.budget?.spend(trades)
      yield* makeDigests(context, client, { ...request, hours: hours.slice(at, end) })
    }
    at = end
    await nextTurn()
  }
}

async function* loadDigests(
  context: StoreContext,
  client: PoolClient,
  instrumentId: number,
  hours: readonly TapeHour[],
): AsyncGenerator<SweepDigest> {
  // The text contains only numbers.
  const names = hours.map(({ t, part }) => `(${Number(t)}, ${Number(part)})`).join(', ')
  const rows = await copyOut(
    client,
    `select sweeps from tape_chunk where instrument_id = ${Number(instrumentId)} and hour_ts between ${hours[0].t} and ${hours[hours.length - 1].t} ` +
      `and (hour_ts, part) in (${names}) order by hour_ts`,
  )
  for (const [i, [sweeps]] of rows.entries()) {
    const digest = decodeSweeps(sweeps as Buffer)
    context.digests.set(hours[i].key, digest)
    yield digest
  }
}

async function* makeDigests(
  context: StoreContext,
  client: PoolClient,
  request: DigestRequest,
): AsyncGenerator<SweepDigest> {
  const { instrumentId, hours, before, keepAll } = request
  const first = hours[0].t
  const last = hours[hours.length - 1].t
  const chunks = await loadChunks(client, instrumentId, {
    fromHour: first,
    toHour: last,
    fromTs: first,
    toTs: last + HOUR_MS,
  })
  const trades = joinChunks(chunks)
  const end = lowerBoundTs(trades, before)
  for (const hour of hours) {
    const { t, key } = hour
    const ofHour = sliceTrades(trades, lowerBoundTs(trades, t), Math.min(end, lowerBoundTs(trades, t + HOUR_MS)))
    const keepsAll = keepAll(hour)
    const digest = digestSweeps(ofHour, { keepAll: keepsAll })
    if (!keepsAll && t + HOUR_MS <= before) {
      context.digests.set(key, digest)
      if (hour.part !== null && !hour.hasSweeps)
        context.sweepWriter.add({ instrumentId, hourTs: t, part: hour.part, sweeps: encodeSweeps(digest) })
    }
    yield digest
  }
}
