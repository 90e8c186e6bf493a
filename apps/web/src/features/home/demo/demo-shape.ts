import { DEFAULT_SETTINGS, type IndicatorSettings } from '@flowprint/orderflow'
import type { ChartSettings } from '@flowprint/chart'
import type { DemoShape } from '../../../workers/demo-market.ts'

/** Market of the packed tape (tools/demo-tape.mjs) and its display settings. */
export const SHAPE: DemoShape = {
  symbol: 'DEMO:BTCUSD',
  units: { tickSize: '0.1', lotSize: '0.0001' },
  step: 100,
  precision: '10',
  history: 40,
}
export const CYCLE = '1m'

/** Default settings; big trades would need the server. */
export const SETTINGS: IndicatorSettings = {
  ...DEFAULT_SETTINGS,
  bigTrades: { ...DEFAULT_SETTINGS.bigTrades, show: false, showLong: false },
}

/** `roomy`: there is space for the CVD pane below the bars. */
export function chartSettings(roomy: boolean): ChartSettings {
  return {
    mode: 'bidAsk',
    unit: 'base',
    tint: 'side',
    maxZones: SETTINGS.zones.maxDrawn,
    cvdStyle: SETTINGS.cvd.style,
    layers: {
      candle: true,
      poc: true,
      valueArea: true,
      imbalances: true,
      stacks: true,
      zones: true,
      efforts: true,
      lastPrice: true,
    },
    panes: { volume: false, cvd: roomy, statistics: false },
  }
}
