import type { ChartOptions, FootprintChart } from './api.ts'

/** Placeholder until the renderer lands in the next commits: the type is final. */
export function createFootprintChart(_container: HTMLElement, _options: ChartOptions): FootprintChart {
  throw new Error('Condition failed: the renderer is not part of this commit')
}
