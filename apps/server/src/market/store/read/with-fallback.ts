import { delay } from '../../../platform/async/index.ts'
import { databaseTrouble } from '../../../platform/database/index.ts'
import { codeOf } from '../../../platform/errors/index.ts'
import { ProfileTooLargeError, ReadTooLargeError, ReplicaBehindError, TooManyCellsError } from '../errors.ts'
import type { TapeReads } from '../types.ts'

/** A replica is usually some milliseconds behind: a read waits for it this long. */
const MAX_WAIT_MS = 50
const POLL_MS = 10
/** statement_timeout: the server works, but not fast enough for this query. */
const QUERY_CANCELED = '57014'

export interface FallbackOptions {
  /** Aborts when the replica fails: running reads then move to the primary at once. */
  readonly lost: AbortSignal
  /** Aborts when the caller has disconnected: nothing is read any more. */
  readonly gone: AbortSignal
  /** Called once, with the first error. `isFailing`: the server does not work; otherwise it is only behind. */
  readonly onFallback: (error: unknown, isFailing: boolean) => void
}

/**
 * Reads from the replica, and after its first failure from the primary. Methods are independent reads, so that an export
 * continues on the primary where the replica failed.
 */
export function withFallback(replica: TapeReads, primary: TapeReads, options: FallbackOptions): TapeReads {
  let isLeft = false

  async function read<Result>(work: (reads: TapeReads) => Promise<Result>): Promise<Result> {
    if (!isLeft) {
      try {
        return await untilReplayed(() => orLost(work(replica), options.lost))
      } catch (error) {
        if (isRefusal(error) || options.gone.aborted) throw error
        if (!isLeft) options.onFallback(error, isFailing(error))
        isLeft = true
      }
    }
    return work(primary)
  }

  return {
    // Also lists the markets for an unknown symbol, of which the replica may lack the newest.
    listInstruments: (cut) => primary.listInstruments(cut),
    findInstrument: (symbol) =>
      read(async (reads) => {
        const found = await reads.findInstrument(symbol)
        if (found === null && reads === replica) throw new ReplicaBehindError(`Condition failed: ${symbol} is replayed`)
        return found
      }),
    readHistory: (instrument, query) => read((reads) => reads.readHistory(instrument, query)),
    readProfile: (instrument, query) => read((reads) => reads.readProfile(instrument, query)),
    readTrades: (instrument, query) => read((reads) => reads.readTrades(instrument, query)),
    readBigTrades: (instrument, query) => read((reads) => reads.readBigTrades(instrument, query)),
    coverage: (instrument, cut, isReplay) => read((reads) => reads.coverage(instrument, cut, isReplay)),
    readRangeState: (instrument, range) => read((reads) => reads.readRangeState(instrument, range)),
  }
}

async function untilReplayed<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ReplicaBehindError) || performance.now() > end) throw error
      await delay(POLL_MS)
    }
  }
}

/** The result, or a rejection as soon as the replica fails. */
async function orLost<Result>(work: Promise<Result>, lost: AbortSignal): Promise<Result> {
  const failed = Promise.withResolvers<never>()
  const onLost = (): void => failed.reject(lost.reason)
  if (lost.aborted) onLost()
  lost.addEventListener('abort', onLost, { once: true })
  work.catch(() => {})
  try {
    return await Promise.race([work, failed.promise])
  } finally {
    lost.removeEventListener('abort', onLost)
  }
}

/** Errors of the request, the same on every server. */
const isRefusal = (error: unknown): boolean =>
  error instanceof TooManyCellsError || error instanceof ProfileTooLargeError || error instanceof ReadTooLargeError

/** Otherwise the replica is behind, or the query conflicted with the replay of the log. */
const isFailing = (error: unknown): boolean => databaseTrouble(error) !== null && codeOf(error) !== QUERY_CANCELED
