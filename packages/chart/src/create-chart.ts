import type { ChartOptions, FootprintChart } from './api.ts'
import { ChartCore } from './chart-core.ts'

/**
 * Creates a footprint chart that fills `container` (which must have a size) and follows its size.
 *
 * The chart takes the keyboard focus when clicked; give the container an accessible name. `destroy` removes everything.
 */
export function createFootprintChart(container: HTMLElement, options: ChartOptions): FootprintChart {
  return new ChartCore(container, options)
}
