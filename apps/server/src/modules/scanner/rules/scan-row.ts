import { roundScore, decimalUnit, fromUnits, multiplyUnits, parseSettings, stepText } from '@flowprint/orderflow'
import type { IndicatorSettings, InstrumentUnits, ScanValues } from '@flowprint/orderflow'
import type { ScanRow, ScanState } from '@flowprint/contract'

/** Settings of all scanned indicators: the defaults, with the VWAP of the UTC day. */
export const SCAN_SETTINGS: IndicatorSettings = parseSettings({ vwap: { anchor: 'day' } })

/** A bar closes when the clock of its market is this far past its end (CONTRACT stream rule 6). */
export const CLOSE_AFTER_MS = 2000

export interface RowHead {
  readonly symbol: string
  readonly t: number
  /** Row height in ticks. */
  readonly step: number
  readonly isDayComplete: boolean
}

/** The row of a bar without values. */
export function emptyRow(
  { symbol, t, step, isDayComplete }: RowHead,
  { tickSize }: InstrumentUnits,
  state: ScanState,
): ScanRow {
  return {
    symbol,
    t,
    state,
    precision: stepText(step, tickSize),
    day_complete: isDayComplete,
    close: null,
    change: null,
    volume: null,
    volume_quote: null,
    relative_volume: null,
    delta: null,
    delta_quote: null,
    delta_share: null,
    stacks_buy: null,
    stacks_sell: null,
    zones_support: null,
    zones_resistance: null,
    absorption_bullish: null,
    absorption_bearish: null,
    effort: null,
    big_buys: null,
    big_sells: null,
    vwap_distance: null,
    poc_distance: null,
  }
}

/** The row of a complete bar: exact decimals as text, other numbers rounded to four decimals. */
export function presentRow(head: RowHead, units: InstrumentUnits, values: ScanValues): ScanRow {
  const tick = decimalUnit(units.tickSize)
  const lot = decimalUnit(units.lotSize)
  const quote = multiplyUnits(tick, lot)
  const rounded = (value: number | null): number | null => (value === null ? null : roundScore(value))
  return {
    ...emptyRow(head, units, 'complete'),
    close: fromUnits(values.close, tick),
    change: rounded(values.change),
    volume: fromUnits(values.volume, lot),
    volume_quote: fromUnits(values.quoteVolume, quote),
    relative_volume: rounded(values.relativeVolume),
    delta: fromUnits(values.delta, lot),
    delta_quote: fromUnits(values.quoteDelta, quote),
    delta_share: rounded(values.deltaShare),
    stacks_buy: values.stacksBuy,
    stacks_sell: values.stacksSell,
    zones_support: values.zonesSupport,
    zones_resistance: values.zonesResistance,
    absorption_bullish: values.absorptionBullish,
    absorption_bearish: values.absorptionBearish,
    effort: rounded(values.effort),
    big_buys: values.bigBuys,
    big_sells: values.bigSells,
    vwap_distance: rounded(values.vwapDistance),
    poc_distance: rounded(values.pocDistance),
  }
}
