import { ladder } from '@flowprint/orderflow'
import { TooManyCellsError } from '../store/index.ts'
import type { HistoryQuery, Instrument, TapeStore } from '../store/index.ts'

export interface Allowed {
  /** Row height in ticks. */
  readonly step: number
  readonly limit: number
}

/**
 * Suggests requests that would fit: the smallest ladder step at the given limit, or a limit at the given step. Both are
 * verified by reading, because sparse rows do not become fewer in proportion to their height.
 * Cost    some reads that stop where the answer becomes too large.
 */
export async function findAllowed(
  store: TapeStore,
  instrument: Instrument,
  query: HistoryQuery & { readonly limit: number },
  refused: TooManyCellsError,
): Promise<Allowed> {
  const fits = async (changed: Partial<HistoryQuery>): Promise<boolean> => {
    try {
      await store.readHistory(instrument, { ...query, ...changed })
      return true
    } catch (error) {
      if (error instanceof TooManyCellsError) return false
      throw error
    }
  }
  const steps = ladder(instrument.tickSize).filter((step) => step > query.step)
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (await fits({ step: steps[middle] })) high = middle
    else low = middle + 1
  }
  let limit = Math.min(refused.largestLimit, query.limit)
  while (limit > 1 && !(await fits({ limit }))) limit = Math.floor(limit * SHRINK)
  return { step: steps[low] ?? query.step, limit }
}

const SHRINK = 0.8
