import type { Shape } from '../shape.ts'
import type { cycles as zh } from '../zh/cycles.ts'

export const cycles: Shape<typeof zh> = {
  heading: 'By activity',
  note: 'A bar closes when its trades or volume reach the size. Bars restart every day at 00:00 UTC.',
  ticks: '{{size}} trades',
  volume: 'Volume {{size}}',
  own: 'Custom',
  size: 'Bar size',
  by: 'By',
  byTicks: 'Trades',
  byVolume: 'Volume',
  invalid: 'Enter a positive number. Trades must be whole; volume may have decimals',
}
