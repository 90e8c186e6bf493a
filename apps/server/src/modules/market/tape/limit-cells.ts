import { ladder, regroupBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { TooManyCellsError } from './errors.ts'

interface Limits {
  readonly step: number
  readonly maxCells?: number
}

const cellsOf = (runs: readonly Bars[]): number => runs.reduce((sum, run) => sum + run.row.length, 0)

/**
 * While bars are still being made: refuses what is far beyond the limit, before it fills the memory.
 * `runs` are the newest bars so far, of `need` that are wanted; the others are taken to be like them.
 */
export function refuseEarly(
  query: Limits & { readonly need: number; readonly leadIn?: number },
  runs: readonly Bars[],
  tickSize: string,
): void {
  const { maxCells = Infinity, step, need, leadIn = 0 } = query
  const cells = cellsOf(runs)
  if (cells <= 2 * maxCells) return
  const bars = runs.reduce((sum, run) => sum + run.length, 0)
  const share = need / bars
  const wider = widerSteps(tickSize, step).find(
    (candidate) => cellsOf(runs.map((run) => regroupBars(run, candidate))) * share <= maxCells,
  )
  throw new TooManyCellsError(
    maxCells,
    wider ?? step * 2,
    Math.max(1, Math.floor(((maxCells * bars) / cells) * 0.8) - leadIn),
  )
}

/** When the bars are there: refuses more than the limit, with the smallest step of the ladder and the limit that fit. */
export function refuseTooMany(query: Limits, bars: Bars, leadIn: number, tickSize: string): void {
  const { maxCells = Infinity, step } = query
  if (bars.row.length <= maxCells) return
  const wider = widerSteps(tickSize, step).find((candidate) => regroupBars(bars, candidate).row.length <= maxCells)
  let first = bars.length
  while (first > 0 && bars.cellStart[bars.length] - bars.cellStart[first - 1] <= maxCells) first -= 1
  throw new TooManyCellsError(maxCells, wider ?? step * 2, Math.max(1, bars.length - first - leadIn))
}

/** Steps of the menu's ladder to which bars of this step can be regrouped. */
const widerSteps = (tickSize: string, step: number): number[] =>
  ladder(tickSize).filter((candidate) => candidate > step && candidate % step === 0)
