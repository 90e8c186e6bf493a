import type { Shape } from '../shape.ts'
import type { vwap as zh } from '../zh/vwap.ts'

export const vwap: Shape<typeof zh> = {
  name: 'VWAP',
  note: 'The average price since the anchor, weighted by volume, with bands at one and two standard deviations. Summed exactly from ticks.',
  anchor: 'Anchor',
  day: 'Daily (UTC)',
  bar: 'A bar',
  at: 'Begins at (UTC)',
  pick: 'Pick on the chart',
  picking: 'Click a bar on the chart, Esc cancels',
  bands: 'Bands',
  none: 'None',
  one: '±1σ',
  two: '±1σ ±2σ',
  cvdStyle: 'Drawn as',
  candles: 'Candles',
  line: 'Line',
}
