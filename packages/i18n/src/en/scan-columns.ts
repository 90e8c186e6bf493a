import type { Shape } from '../shape.ts'
import type { scanColumn as zh } from '../zh/scan-columns.ts'

export const scanColumn: Shape<typeof zh> = {
  close: 'Close',
  change: 'Change %',
  volume: 'Volume',
  volume_quote: 'Turnover',
  relative_volume: 'Rel. volume',
  delta: 'Delta',
  delta_quote: 'Delta value',
  delta_share: 'Delta share %',
  stacks_buy: 'Buy stacks',
  stacks_sell: 'Sell stacks',
  zones_support: 'Support touched',
  zones_resistance: 'Resistance touched',
  absorption_bullish: 'Bullish absorption',
  absorption_bearish: 'Bearish absorption',
  effort: 'Effort',
  big_buys: 'Big buys',
  big_sells: 'Big sells',
  vwap_distance: 'From VWAP %',
  poc_distance: 'From POC %',
}
