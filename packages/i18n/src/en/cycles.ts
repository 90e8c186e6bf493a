import type { Shape } from '../shape.ts'
import type { cycles as zh } from '../zh/cycles.ts'

export const cycles: Shape<typeof zh> = {
  heading: 'By trading',
  note: 'A bar closes when its trades or its volume reach the size. They begin anew every day at 00:00 UTC.',
  ticks: '{{size}} trades',
  volume: 'Volume {{size}}',
  own: 'Your own',
  size: 'Size of a bar',
  by: 'By',
  byTicks: 'Trades',
  byVolume: 'Volume',
  invalid: 'Enter a positive number: trades are whole, a volume may have decimals',
}
