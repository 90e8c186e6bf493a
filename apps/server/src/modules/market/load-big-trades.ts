import { MAX_BIG_TRADES } from '@flowprint/contract'
import type { Footprint } from '@flowprint/contract'
import { leastNotional } from '@flowprint/orderflow'
import type { IndicatorSettings } from '@flowprint/orderflow'
import { presentBigMarks } from './present/present-big-trades.ts'
import type { LoadedFootprint } from './load-footprint.ts'
import type { BigTrades, Instrument, TapeStore } from './tape/index.ts'

/** What was asked for: the size of the user's own as decimal text. */
export interface BigTradesRequest {
  readonly from: number
  readonly to?: number | undefined
  readonly size: string
  readonly resume?: boolean
  readonly cut: number | undefined
}

export function loadBigTrades(store: TapeStore, instrument: Instrument, { from, to, size, cut, resume = false }: BigTradesRequest): Promise<BigTrades> {
  return store.readBigTrades(instrument, {
    from, own: leastNotional(size, instrument), most: MAX_BIG_TRADES, resume,
    ...(to === undefined ? {} : { to }), ...(cut === undefined ? {} : { cut }),
  })
}

/** The JSON answer of /footprint with its big trades, where the settings show them. */
export async function withBigTrades(
  store: TapeStore, data: Footprint, loaded: LoadedFootprint, { bigTrades }: IndicatorSettings,
): Promise<Footprint> {
  const { indicators, bars } = data
  if (indicators === undefined || bars.length === 0 || !bigTrades.show) return data
  const { instrument, window, step, cut } = loaded
  const stored = await loadBigTrades(store, instrument, { from: bars[0].t, to: window.to, size: bigTrades.size, cut })
  const isPart = stored.from > bars[0].t ? { big_trades_from: stored.from } : {}
  return { ...data, indicators: { ...indicators, big_trades: presentBigMarks(stored, bars, instrument, step), ...isPart } }
}
