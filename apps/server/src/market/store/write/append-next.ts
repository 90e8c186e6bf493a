import { HOUR_MS, encodeFrame, encodeTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { tapeTopic } from '../../../platform/bus/index.ts'
import type { TapeEvent } from '../../../platform/bus/index.ts'
import { PartNumbers, idRange } from '../rows/chunk-rows.ts'
import type { Head } from '../rows/head.ts'
import type { HeldLease } from '../lease.ts'
import type { StoreContext } from '../store-context.ts'
import { LATE_MS, closedUntilAt, floorTo } from '../tiers.ts'
import type { AppendResult, LiveOptions } from '../types.ts'

/** Max trades per statement. */
const MAX_TRADES = 100_000

/**
 * Fast path: commits live trades in one statement instead of a transaction of seven. Applies when the trades follow the
 * stored ones by id, none is late, all fall into one hour and one frame, and no minute closes. The statement writes
 * only if the head is still the one this lease last saw.
 * Returns null when the general commit has to decide.
 */
export async function appendNext(
  context: StoreContext,
  lease: HeldLease,
  sorted: Trades,
  given: number,
  options: LiveOptions,
): Promise<AppendResult | null> {
  const next = nextHead(lease, sorted, given, options)
  if (next === null || context.inDoubt.has(lease.instrument.id)) return null
  const { instrument, epoch } = lease
  const firstSeq = lease.head.lastSeq + 1
  const trades: Trades = { ...sorted, seq: Float64Array.from({ length: sorted.length }, (_, i) => firstSeq + i) }
  const fromTs = trades.ts[0]
  const newestTs = trades.ts[trades.length - 1]
  const ids = idRange(trades)
  let rowCount: number | null
  try {
    ;({ rowCount } = await context.pool.query({
      name: 'append_next',
      text:
        'with head as (update tape_head set last_seq = $4, row_version = $5, next_id = $6, last_ts = $7, watermark = $8 ' +
        'where instrument_id = $1 and epoch = $2 and row_version = $3 and not is_former returning instrument_id), ' +
        'chunk as (insert into tape_chunk (instrument_id, hour_ts, part, from_ts, to_ts, first_id, last_id, trades, payload) ' +
        'select instrument_id, $9::bigint, $10::bigint, $11::bigint, $12::bigint, $13::text, $14::text, $15::integer, $16::bytea from head) ' +
        'insert into tape_log (instrument_id, epoch, first_seq, last_seq, kind, reason, from_ts, to_ts, newest_ts, watermark) ' +
        "select instrument_id, $2, $17::bigint, $4, 'trades', 'live', $11::bigint, $12::bigint, $12::bigint, $8 from head",
      values: [
        instrument.id,
        epoch,
        lease.head.rowVersion,
        next.lastSeq,
        next.rowVersion,
        next.nextId,
        next.lastTs,
        next.watermark,
        floorTo(fromTs, HOUR_MS),
        new PartNumbers(next.rowVersion).take(),
        fromTs,
        newestTs,
        ids.first,
        ids.last,
        trades.length,
        encodeTrades(trades),
        firstSeq,
      ],
    }))
  } catch (error) {
    // The outcome is unknown: the next commit checks the database.
    context.inDoubt.add(instrument.id)
    throw error
  }
  // Another commit or lease was first.
  if (rowCount === 0) return null
  lease.onCommit(next, true)
  const { symbol, tape, version: instrumentVersion } = instrument
  const watermark = next.watermark as number
  const range = { firstSeq, lastSeq: next.lastSeq, watermark }
  const frame = encodeFrame({ symbol, tape, instrumentVersion, ...range, trades })
  context.bus.publish(tapeTopic(symbol), { kind: 'trades', symbol, ...range, newestTs, frame } satisfies TapeEvent)
  return { firstSeq, lastSeq: next.lastSeq, trades, duplicates: 0, revision: null, gaps: false }
}

/** Returns the head after the trades, or null when they do not directly follow the stored ones. */
function nextHead(lease: HeldLease, sorted: Trades, given: number, options: LiveOptions): Head | null {
  const { head, instrument } = lease
  const { length } = sorted
  if (
    length === 0 ||
    length > MAX_TRADES ||
    sorted.textId !== null ||
    instrument.ids === 'none' ||
    options.unproven !== undefined
  )
    return null
  if (
    head.watermark === null ||
    head.liveFrom === null ||
    head.nextId === null ||
    head.lastTs === null ||
    head.closedUntil === null
  )
    return null
  const before = Math.max(head.watermark, lease.published)
  const [first, last] = [sorted.ts[0], sorted.ts[length - 1]]
  const watermark = Math.max(before, given, last)
  // Nothing is late, and a single frame may carry the watermark.
  if (first < before - LATE_MS || first < watermark - LATE_MS || floorTo(first, HOUR_MS) !== floorTo(last, HOUR_MS))
    return null
  if (options.closing !== 'later' && closedUntilAt(watermark) > head.closedUntil) return null
  let nextId = head.nextId
  for (let i = 0; i < length; i++) {
    if (sorted.id[i] !== nextId) return null
    nextId += sorted.fills[i]
  }
  return {
    ...head,
    lastSeq: head.lastSeq + length,
    rowVersion: head.rowVersion + 1,
    nextId,
    lastTs: Math.max(head.lastTs, last),
    watermark,
  }
}
