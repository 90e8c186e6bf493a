import {
  MINUTE_MS,
  aggregateTrades,
  analyzeBars,
  BAR_OPEN,
  DEFAULT_SETTINGS,
  sliceBars,
  TradeBuilder,
  type BarsUpdate,
} from '@flowprint/orderflow'
import type { Analysis, Bars, IndicatorSettings, InstrumentUnits } from '@flowprint/orderflow'

export interface BarScene {
  readonly bars: Bars
  readonly analysis: Analysis
  readonly units: InstrumentUnits
}

const START = Date.UTC(2026, 0, 5)
const UNITS: InstrumentUnits = { tickSize: '0.5', lotSize: '1' }

/** The most expensive picture: every row of every bar has both numbers. */
export function fullScene(bars: number, rows: number): BarScene {
  const random = lcg(7)
  const trades = new TradeBuilder()
  let id = 1
  for (let bar = 0; bar < bars; bar++) {
    for (let row = 0; row < rows; row++) {
      for (const buy of [false, true]) {
        const at = START + bar * MINUTE_MS + Math.floor((row * MINUTE_MS) / rows)
        // Every other bar runs downwards, so that candles have both directions.
        trades.push(at, 20_000 + (bar % 2 ? row : rows - 1 - row), 1 + Math.floor(random() ** 3 * 9), buy, 1, id++)
      }
    }
  }
  return analysed(aggregateTrades(trades.build(), { cycleMs: MINUTE_MS, step: 1 }))
}

/** Many bars of about twenty rows that revert to one price, so that any visible range fits the screen. */
export function walkScene(bars: number, settings: IndicatorSettings = DEFAULT_SETTINGS): BarScene {
  const random = lcg(11)
  const trades = new TradeBuilder()
  let price = 20_000
  let id = 1
  for (let bar = 0; bar < bars; bar++) {
    for (let i = 0; i < 160; i++) {
      if (random() < 0.45) price += random() < 0.5 - (price - 20_000) * 0.008 ? 1 : -1
      trades.push(START + bar * MINUTE_MS + i * 300, price, 1 + Math.floor(random() ** 4 * 60), random() < 0.5, 1, id++)
    }
  }
  return analysed(aggregateTrades(trades.build(), { cycleMs: MINUTE_MS, step: 1 }), settings)
}

/** The same bars with one more trade of `lots` in the last traded row, as in a live frame. */
export function grownTail(scene: BarScene, lots: number): BarsUpdate {
  const from = scene.bars.length - 1
  const last = sliceBars(scene.bars, from)
  const bars: Bars = {
    ...last,
    ask: last.ask.map((ask) => ask + lots),
    cellAsk: last.cellAsk.map((ask, i) => (i === 0 ? ask + lots : ask)),
  }
  const { analysis } = scene
  const t = last.t[0]
  return {
    from,
    bars,
    analysis: {
      length: 1,
      pocRow: analysis.pocRow.slice(from),
      pocTick: analysis.pocTick.slice(from),
      valRow: analysis.valRow.slice(from),
      vahRow: analysis.vahRow.slice(from),
      minVolume: analysis.minVolume.slice(from),
      cvdOpen: analysis.cvdOpen.slice(from),
      cvdQuoteOpen: analysis.cvdQuoteOpen.slice(from),
      cvdSegment: analysis.cvdSegment.slice(from),
      cellFlags: analysis.cellFlags.slice(scene.bars.cellStart[from]),
      vwap: analysis.vwap.slice(from),
      vwapDeviation: analysis.vwapDeviation.slice(from),
      signals: null,
      efforts: analysis.efforts.filter((effort) => effort.t >= t),
      stacks: analysis.stacks.filter((stack) => stack.t >= t),
      zones: null,
      overflow: null,
    },
  }
}

/** Bars whose last one is open, with their indicators. */
export function analysed(
  bars: Bars,
  settings: IndicatorSettings = DEFAULT_SETTINGS,
  units: InstrumentUnits = UNITS,
): BarScene {
  bars.state[bars.length - 1] = BAR_OPEN
  return { bars, analysis: analyzeBars(bars, settings, { units }), units }
}

function lcg(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 4_294_967_296
  }
}
