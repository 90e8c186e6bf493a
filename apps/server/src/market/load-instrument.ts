import { AppError } from '../platform/http/app-error.ts'
import { nearestTo } from './nearest.ts'
import type { Instrument, TapeStore } from './store/index.ts'

const SHOWN = 5

/** Loads the instrument of a symbol; throws UNKNOWN_SYMBOL with the nearest symbols. */
export async function loadInstrument(store: TapeStore, symbol: string): Promise<Instrument> {
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
