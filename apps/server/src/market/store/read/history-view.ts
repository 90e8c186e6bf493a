import type { Pool, PoolClient } from 'pg'
import { delay } from '../../../platform/async/index.ts'
import { type Head, readHead } from '../rows/head.ts'
import type { Instrument } from '../types.ts'
import type { ReadMinimum } from './read-minimum.ts'
import { heldBackRanges, releasedSeq } from '../rows/log-rows.ts'
import { closedUntilAt } from '../tiers.ts'

/** The tape as a reader sees it in one snapshot: up to now, or up to the reader's cut. */
export interface HistoryView {
  readonly head: Head
  /** Minutes before it are read as bars; Infinity = all. */
  readonly closedUntil: number
  /** Only trades with ts before it; Infinity = all. */
  readonly before: number
  readonly lastSeq: number
  readonly watermark: number | null
  /** Live trades of these ranges come as frames later and are left out of the tail (stream rule 3). */
  readonly heldBack: readonly { first: number; last: number }[]
}

/**
 * `isReplay`: the cut is the moment of a replay (docs/decisions/replay.md). Its reader receives nothing by frames: every trade
 * before the cut is included, and the log, which counts later trades, is not mentioned.
 * `minimum`: for a replica; throws ReplicaBehindError.
 */
export async function historyView(
  client: PoolClient,
  instrument: Instrument,
  { cut, isReplay = false }: { readonly cut?: number | undefined; readonly isReplay?: boolean | undefined },
  minimum?: ReadMinimum,
): Promise<HistoryView> {
  const head = await readHead(client, instrument.id, false)
  minimum?.check(head)
  const whole: HistoryView = {
    head,
    closedUntil: head.closedUntil ?? Infinity,
    before: Infinity,
    lastSeq: isReplay ? 0 : head.lastSeq,
    watermark: head.watermark,
    heldBack: [],
  }
  // All data is before the cut and fully closed.
  const isAllReleased = cut === undefined || (head.watermark === null ? (head.lastTs ?? -Infinity) < cut : false)
  if (isAllReleased) return whole
  const lastSeq = isReplay ? 0 : await releasedSeq(client, instrument.id, cut, head.lastSeq)
  return {
    head,
    closedUntil: Math.min(head.closedUntil ?? Infinity, closedUntilAt(cut)),
    before: cut,
    lastSeq,
    watermark: Math.min(head.watermark ?? Infinity, cut),
    heldBack: !isReplay && lastSeq < head.lastSeq ? await heldBackRanges(client, instrument.id, lastSeq, cut) : [],
  }
}

/**
 * Closing a minute takes a moment after the watermark has passed it (`closePassed`); readers wait at most this long.
 */
const MAX_CLOSING_MS = 2_000
const POLL_MS = 25

/** Waits until every minute the stored watermark has passed is stored as a bar. */
export async function untilClosed(pool: Pool, instrument: Instrument): Promise<void> {
  const end = performance.now() + MAX_CLOSING_MS
  for (;;) {
    const { rows } = await pool.query<{ watermark: number | null; closed_until: number | null }>({
      name: 'closed_until',
      text: 'select watermark, closed_until from tape_head where instrument_id = $1',
      values: [instrument.id],
    })
    const { watermark = null, closed_until: closedUntil = null } = rows[0] ?? {}
    if (
      watermark === null ||
      closedUntil === null ||
      closedUntilAt(watermark) <= closedUntil ||
      performance.now() > end
    )
      return
    await delay(POLL_MS)
  }
}

/** Runs several queries in one snapshot, so that their results are consistent. */
export async function inSnapshot<Result>(
  pool: { connect(): Promise<PoolClient> },
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  const end = async (statement: 'commit' | 'rollback'): Promise<void> => {
    await client.query(statement).catch((failure: Error) => (broken ??= failure))
    client.off('error', onError)
    client.release(broken)
  }
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await work(client)
    // Read-only: no need to wait for the commit; the connection returns to the pool afterwards.
    void end('commit')
    return result
  } catch (error) {
    await end('rollback')
    throw error
  }
}
