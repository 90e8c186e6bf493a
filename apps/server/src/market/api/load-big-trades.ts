import { MAX_BIG_TRADES } from '@flowprint/contract'
import type { Indicators } from '@flowprint/contract'
import { leastNotional } from '@flowprint/orderflow'
import type { IndicatorSettings } from '@flowprint/orderflow'
import { presentBigMarks } from './present/present-big-trades.ts'
import type { LoadedFootprint } from './load-footprint.ts'
import type { BigTrades, Instrument, ReadBudget, TapeStore } from '../store/index.ts'

/** Parameters of the request; the user's own size as decimal text. */
export interface BigTradesRequest {
  readonly from: number
  readonly to?: number | undefined
  readonly size: string
  readonly resume?: boolean
  readonly cut: number | undefined
  readonly budget?: ReadBudget | undefined
}

export function loadBigTrades(
  store: TapeStore,
  instrument: Instrument,
  { from, to, size, cut, resume = false, budget }: BigTradesRequest,
): Promise<BigTrades> {
  return store.readBigTrades(instrument, {
    from,
    own: leastNotional(size, instrument),
    most: MAX_BIG_TRADES,
    resume,
    budget,
    ...(to === undefined ? {} : { to }),
    ...(cut === undefined ? {} : { cut }),
  })
}

/** Big trades of the bars that start at `starts`, if the settings show them. */
export async function loadBigMarks(
  store: TapeStore,
  starts: readonly number[],
  loaded: LoadedFootprint,
  { bigTrades }: IndicatorSettings,
  budget?: ReadBudget,
): Promise<Pick<Indicators, 'big_trades' | 'big_trades_from'>> {
  if (starts.length === 0 || !bigTrades.show) return {}
  const { instrument, window, step, cut } = loaded
  const stored = await loadBigTrades(store, instrument, {
    from: starts[0],
    to: window.to,
    size: bigTrades.size,
    cut,
    budget,
  })
  const isPart = stored.from > starts[0] ? { big_trades_from: stored.from } : {}
  return { big_trades: presentBigMarks(stored, starts, instrument, step), ...isPart }
}
