import type { PoolClient } from 'pg'
import { readHead } from './head.ts'
import type { Head } from './head.ts'
import type { Instrument } from './instrument.ts'
import { heldBackRanges, releasedSeq } from './log-rows.ts'
import { closedUntilAt } from './tiers.ts'

/** The tape as one reader sees it in his snapshot: up to now, or up to his cut. */
export interface HistoryView {
  readonly head: Head
  /** Minutes before it are read as bars; Infinity = all. */
  readonly closedUntil: number
  /** Only prints with ts before it; Infinity = all. */
  readonly before: number
  readonly lastSeq: number
  readonly watermark: number | null
  /** Live prints of these ranges come as frames later and are left out of the tail (stream rule 3). */
  readonly heldBack: readonly { first: number; last: number }[]
}

export async function historyView(client: PoolClient, instrument: Instrument, cut: number | undefined): Promise<HistoryView> {
  const head = await readHead(client, instrument.id, false)
  const whole: HistoryView = {
    head, closedUntil: head.closedUntil ?? Infinity, before: Infinity, lastSeq: head.lastSeq, watermark: head.watermark, heldBack: [],
  }
  // Everything there is lies before the cut and is as closed as it will be.
  const isAllReleased = cut === undefined || (head.watermark === null ? (head.lastTs ?? -Infinity) < cut : false)
  if (isAllReleased) return whole
  const lastSeq = await releasedSeq(client, instrument.id, cut, head.lastSeq)
  return {
    head,
    closedUntil: Math.min(head.closedUntil ?? Infinity, closedUntilAt(cut)),
    before: cut,
    lastSeq,
    watermark: Math.min(head.watermark ?? Infinity, cut),
    heldBack: lastSeq < head.lastSeq ? await heldBackRanges(client, instrument.id, lastSeq, cut) : [],
  }
}

/** One snapshot for several queries: what they say belongs together. */
export async function inSnapshot<Result>(pool: { connect(): Promise<PoolClient> }, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
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
    // What was only read needs no word that it ended; the connection goes back to the pool by itself.
    void end('commit')
    return result
  } catch (error) {
    await end('rollback')
    throw error
  }
}
