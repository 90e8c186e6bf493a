import { AppError } from '../platform/http/app-error.ts'
import { nearestTo } from './text.ts'
import type { Instrument, TapeReads } from './store/index.ts'

const SHOWN = 5

/** Loads the instrument of a symbol; throws UNKNOWN_SYMBOL with the nearest symbols. */
export async function loadInstrument(store: TapeReads, symbol: string): Promise<Instrument> {
  const found = await store.findInstrument(symbol)
  if (found !== null) return found
  const nearest = nearestTo(
    symbol,
    (await store.listInstruments()).map((one) => one.symbol),
    SHOWN,
  )
  const params = { value: symbol, nearest: nearest.join(', ') || '-' }
  throw new AppError('UNKNOWN_SYMBOL', {
    params,
    faults: [{ field: 'symbol', error: 'UNKNOWN_SYMBOL', params }],
    data: { nearest },
  })
}

/**
 * The end of a delayed reader's market, ms: the reader sees only trades with ts < cut (CONTRACT stream rule 7). Rounded
 * to seconds, so that all readers with the same delay see the same data. Undefined for readers without delay.
 */
export function cutOf(delayMs: number, nowMs: number): number | undefined {
  return delayMs > 0 ? Math.floor((nowMs - delayMs) / 1000) * 1000 : undefined
}
