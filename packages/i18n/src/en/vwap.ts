import type { Shape } from '../shape.ts'
import type { vwap as zh } from '../zh/vwap.ts'

export const vwap: Shape<typeof zh> = {
  name: 'VWAP',
  note: 'Volume-weighted average price since the anchor, with bands at one and two standard deviations. Computed exactly from ticks.',
  anchor: 'Anchor',
  day: 'Daily (UTC)',
  bar: 'Selected bar',
  at: 'Starts at (UTC)',
  pick: 'Pick on the chart',
  picking: 'Click a bar on the chart, Esc to cancel',
  bands: 'Bands',
  none: 'None',
  one: '±1σ',
  two: '±1σ ±2σ',
  cvdStyle: 'Style',
  candles: 'Candles',
  line: 'Line',
}
