import type { BarScene } from './scenes.ts'

interface Candle {
  timestamp: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}
interface KLineChart {
  setSymbol(symbol: object): void
  setPeriod(period: object): void
  setDataLoader(loader: {
    getBars(given: { callback: (bars: Candle[], more: boolean) => void }): void
    subscribeBar(given: { callback: (bar: Candle) => void }): void
  }): void
}
/** The parts of the klinecharts bundle that the page uses. */
export interface KLine {
  init(stage: HTMLElement): KLineChart | null
  dispose(stage: HTMLElement): void
}

/** klinecharts with the same bars as candles: the cost of a chart without footprints. */
export function openKLine(
  library: KLine,
  stage: HTMLElement,
  { bars, units }: BarScene,
): { update(): void; destroy(): void } {
  const chart = library.init(stage)
  if (chart === null) throw new Error('bench: klinecharts did not open')
  const tick = Number(units.tickSize)
  const candles = Array.from({ length: bars.length }, (_, i): Candle => ({
    timestamp: bars.t[i],
    open: bars.open[i] * tick,
    high: bars.high[i] * tick,
    low: bars.low[i] * tick,
    close: bars.close[i] * tick,
    volume: bars.bid[i] + bars.ask[i],
  }))
  let push: (bar: Candle) => void = () => {}
  chart.setSymbol({ ticker: 'BENCH', pricePrecision: 2, volumePrecision: 0 })
  chart.setPeriod({ type: 'minute', span: 1 })
  chart.setDataLoader({
    getBars: ({ callback }) => callback(candles, false),
    subscribeBar: ({ callback }) => {
      push = callback
    },
  })
  const last = candles[candles.length - 1]
  let lots = 0
  return {
    update() {
      lots = (lots % 50) + 1
      push({ ...last, volume: last.volume + lots })
    },
    destroy: () => library.dispose(stage),
  }
}
