import { ladder, regroupBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { TooManyCellsError, ReadTooLargeError } from '../errors.ts'

interface Limits {
  readonly step: number
  readonly maxCells?: number
}

const cellsOf = (runs: readonly Bars[]): number => runs.reduce((sum, run) => sum + run.row.length, 0)

/**
 * Rejects a request far beyond the limit while bars are still being built, to bound memory. `runs` are the newest bars
 * so far, `need` the number wanted; the size of the rest is extrapolated.
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

/** Rejects more cells than the limit, with the smallest ladder step and the limit that would fit. */
export function refuseTooMany(query: Limits, bars: Bars, leadIn: number, tickSize: string): void {
  const { maxCells = Infinity, step } = query
  if (bars.row.length <= maxCells) return
  const wider = widerSteps(tickSize, step).find((candidate) => regroupBars(bars, candidate).row.length <= maxCells)
  let first = bars.length
  while (first > 0 && bars.cellStart[bars.length] - bars.cellStart[first - 1] <= maxCells) first -= 1
  throw new TooManyCellsError(maxCells, wider ?? step * 2, Math.max(1, bars.length - first - leadIn))
}

/** Ladder steps to which bars of this step can be regrouped. */
const widerSteps = (tickSize: string, step: number): number[] =>
  ladder(tickSize).filter((candidate) => candidate > step && candidate % step === 0)

/**
 * Limits what a read unpacks and writes, in units of about one stored cell or trade.
 * `spend` throws ReadTooLargeError above the limit, before the work is done, and the signal's reason once the caller is
 * gone.
 */
export class ReadBudget {
  readonly #limit: number
  readonly #signal: AbortSignal | undefined
  #spent = 0

  constructor(limit = Infinity, signal?: AbortSignal) {
    this.#limit = limit
    this.#signal = signal
  }

  get spent(): number {
    return this.#spent
  }

  spend(units: number): void {
    this.#signal?.throwIfAborted()
    this.#spent += units
    if (this.#spent > this.#limit) throw new ReadTooLargeError()
  }
}
