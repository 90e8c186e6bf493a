import { aggregateTrades, type Bars, TradeBuilder } from '@flowprint/orderflow'

export interface LoadedRequest {
  readonly symbol: string
  readonly tickSize: string
  readonly lotSize: string
  /** Row height of the bars, ticks. */
  readonly step: number
  /** The market's time, and the visible times that end there, ms. */
  readonly now: number
  readonly visibleMs: number
  /** Bars behind the heatmap. */
  readonly cycleMs: number
  readonly bars: readonly {
    readonly t: number
    readonly open: number
    readonly low: number
    readonly high: number
    readonly close: number
  }[]
}

/** The bars behind the heatmap; the chart and its worker hold the same. */
export function buildBars({ bars, cycleMs, step }: LoadedRequest): Bars {
  const trades = new TradeBuilder()
  let id = 1
  for (const { t, open, low, high, close } of bars)
    for (const [i, price] of [open, low, high, close].entries())
      trades.push(t + (i * cycleMs) / 4, price, 1, price >= open, 1, id++)
  return aggregateTrades(trades.build(), { cycleMs, step })
}
