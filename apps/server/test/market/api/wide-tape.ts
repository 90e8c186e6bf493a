import { MINUTE_MS, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { TapeStore } from '../../../src/market/store/index.ts'
import { spec } from '../../test-database.ts'

export const WIDE = 'BINANCE:WIDE'
export const WIDE_START = Date.UTC(2025, 5, 21)

/** Stores minutes in which every trade has a different price: `minutes` x `levels` levels at the tick size. */
export async function storeWideTape(
  store: TapeStore,
  { minutes, levels }: { readonly minutes: number; readonly levels: number },
): Promise<void> {
  const instrument = await store.ensureInstrument(spec(WIDE, { ids: 'contiguous' }))
  await store.importRun(instrument, minutesOf(minutes, levels), { reason: 'backfill' })
}

function* minutesOf(minutes: number, levels: number): Generator<Trades> {
  for (let minute = 0; minute < minutes; minute++) {
    const trades = new TradeBuilder(levels)
    for (let i = 0; i < levels; i++) {
      const ts = WIDE_START + minute * MINUTE_MS + Math.floor((i * MINUTE_MS) / levels)
      trades.push(
        ts,
        1_000_000 + ((i * 7919) % levels),
        1000 + ((i * 31 + minute) % 9000),
        i % 2 === 0,
        1,
        minute * levels + i + 1,
      )
    }
    yield trades.build()
  }
}
