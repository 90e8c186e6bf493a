import { encodeDepthFrame, HOUR_MS, MINUTE_MS, DAY_MS } from '@flowprint/orderflow'
import type { DepthFrame } from '@flowprint/orderflow'
import { depthTopic } from '../../../platform/bus/index.ts'
import type { DepthEvent } from '../../../platform/bus/index.ts'
import { FencedError } from '../../../platform/lease/index.ts'
import { floorTo } from '../tiers.ts'
import type { Instrument } from '../types.ts'
import type { DepthContext } from './context.ts'
import { loadHeadRow } from './head-rows.ts'
import type { HeadRow } from './head-rows.ts'
import type { HeldDepthLease, InDoubt } from './lease.ts'

type NewFrame = Omit<DepthFrame, 'seq' | 'symbol'>

/** One commit of a recorder; see `DepthStore.append`. */
export async function appendFrame(context: DepthContext, lease: HeldDepthLease, asked: NewFrame): Promise<number> {
  lease.assertHeld()
  const { instrument } = lease
  const settled = await settleDoubt(context, lease)
  const { head } = lease
  if (settled !== null && isSame(settled.bytes, encode(instrument, asked, settled.seq))) return settled.seq
  if (asked.kind === 'end' && head.run_from === null) return head.last_seq
  const given = asked.kind === 'end' ? { ...asked, until: head.until_ts ?? asked.until } : asked
  checkContinues(head, given)
  const seq = head.last_seq + 1
  const bytes = encode(instrument, given, seq)
  const next = nextHead(head, given, seq)
  await context.partitions.ensure('depth_log', given.until)
  let rowCount: number | null
  try {
    ;({ rowCount } = await context.pool.query({
      name: 'append_depth',
      // One statement: it writes only if the head is still the one this lease last saw.
      text:
        'with head as (update depth_head set last_seq = $4, first_ts = $5, until_ts = $6, qty_unit = $7, proof = $8, run_from = $9, ' +
        // Minutes may be folded at the same time.
        'reason = $10, closed_1s = coalesce(closed_1s, $11), closed_5s = coalesce(closed_5s, $12), closed_1m = coalesce(closed_1m, $13) ' +
        'where instrument_id = $1 and epoch = $2 and last_seq = $3 returning instrument_id) ' +
        'insert into depth_log (instrument_id, seq, kind, until_ts, newest_ts, payload) ' +
        'select instrument_id, $4, $14::text, $6, $15::bigint, $16::bytea from head',
      values: [
        instrument.id,
        lease.epoch,
        head.last_seq,
        seq,
        next.first_ts,
        next.until_ts,
        next.qty_unit,
        next.proof,
        next.run_from,
        next.reason,
        next.closed_1s,
        next.closed_5s,
        next.closed_1m,
        given.kind,
        newestOf(given),
        bytes,
      ],
    }))
  } catch (error) {
    // The outcome is unknown: the next commit checks the database.
    lease.inDoubt = { seq, until: given.until, bytes }
    throw error
  }
  if (rowCount === 0) throw new FencedError(`${instrument.symbol}: another recorder continued the log`)
  const { closed_1s, closed_5s, closed_1m, step } = lease.head
  lease.head = {
    ...next,
    closed_1s: closed_1s ?? next.closed_1s,
    closed_5s: closed_5s ?? next.closed_5s,
    closed_1m: closed_1m ?? next.closed_1m,
    step,
  }
  publish(context, lease, { seq, until: given.until, bytes })
  return seq
}

/** Publishes the frame of a failed commit that was stored all the same, and returns it; null: there is none. */
async function settleDoubt(context: DepthContext, lease: HeldDepthLease): Promise<InDoubt | null> {
  const { inDoubt, instrument } = lease
  if (inDoubt === null) return null
  const head = await loadHeadRow(context.pool, instrument.id)
  if (head === null || head.epoch !== lease.epoch)
    throw new FencedError(`${instrument.symbol}: another recorder took the lease`)
  lease.inDoubt = null
  const isStored = head.last_seq === inDoubt.seq
  lease.head = head
  if (!isStored) return null
  publish(context, lease, inDoubt)
  return inDoubt
}

function publish(
  { bus }: DepthContext,
  { instrument: { symbol } }: HeldDepthLease,
  { seq, until, bytes }: InDoubt,
): void {
  bus.publish(depthTopic(symbol), { kind: 'depth', symbol, seq, until, frame: bytes } satisfies DepthEvent)
}

function nextHead(head: HeadRow, frame: NewFrame, seq: number): HeadRow {
  const from = frame.snapshot?.t ?? frame.until
  return {
    ...head,
    last_seq: seq,
    first_ts: head.first_ts ?? from,
    until_ts: frame.until,
    qty_unit: frame.qtyUnit,
    proof: frame.proof,
    run_from: frame.kind === 'end' ? null : frame.kind === 'start' ? from : head.run_from,
    reason: frame.kind === 'end' ? frame.reason : '',
    closed_1s: head.closed_1s ?? floorTo(from, MINUTE_MS),
    closed_5s: head.closed_5s ?? floorTo(from, HOUR_MS),
    closed_1m: head.closed_1m ?? floorTo(from, DAY_MS),
  }
}

function newestOf({ snapshot, changes }: NewFrame): number | null {
  if (snapshot !== null) return snapshot.t
  return changes === null || changes.events === 0 ? null : changes.t[changes.events - 1]
}

/** See `DepthStore.append`: every minute of a run begins with its book, so that a minute is folded by itself. */
function checkContinues(head: HeadRow, frame: NewFrame): void {
  const { kind, until, snapshot, changes } = frame
  const check = (condition: boolean, rule: string): void => {
    if (!condition)
      throw new RangeError(`Condition failed: ${rule}, had a ${kind} until ${until} after ${head.until_ts}`)
  }
  const before = head.until_ts ?? -Infinity
  check(until >= before, 'frames continue in time')
  check(kind === 'start' || head.run_from !== null, 'a run begins with a start')
  if (snapshot !== null) return check(snapshot.t === until, 'a snapshot is the book at its moment')
  if (kind === 'end') return
  check(until <= floorTo(before, MINUTE_MS) + MINUTE_MS, 'changes stay within a minute')
  if (changes !== null && changes.events > 0) {
    check(changes.t[0] >= before, 'changes follow the known time')
    check(changes.t[changes.events - 1] < until, 'changes happen before the end of their frame')
  }
}

const encode = ({ symbol }: Instrument, frame: NewFrame, seq: number): Uint8Array =>
  encodeDepthFrame({ ...frame, symbol, seq })

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
