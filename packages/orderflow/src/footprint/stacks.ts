import { BUY_GRADE_MASK, BUY_STACK, SELL_GRADE_MASK, SELL_STACK, type Stack } from '../analysis/analysis.ts'
import type { Bars } from '../bars/bars.ts'
import { lotsAt, type Lots } from '../units/lots.ts'
import { quotient } from '../units/quotient.ts'
import { oppositeLots } from './imbalance.ts'
import { sumCells } from './lots-of.ts'

/** A maximal run of strictly adjacent rows with an imbalance of one side: the cells [first, last]. */
export interface Run {
  readonly side: 'buy' | 'sell'
  readonly first: number
  readonly last: number
}

/**
 * Runs of imbalances of bar i with at least `min` rows: buy runs ascending, then sell runs ascending.
 *
 * Strictly adjacent: a row without the imbalance, traded or not, ends the run.
 * Input   flags as `markImbalances` left them; min >= 1.
 * Cost    two passes over the cells, one object per run.
 */
export function findRuns(bars: Bars, i: number, flags: Uint8Array, min: number): Run[] {
  const runs: Run[] = []
  collectRuns(bars, i, flags, 'buy', min, runs)
  collectRuns(bars, i, flags, 'sell', min, runs)
  return runs
}

function collectRuns(bars: Bars, i: number, flags: Uint8Array, side: 'buy' | 'sell', min: number, runs: Run[]): void {
  const mask = side === 'buy' ? BUY_GRADE_MASK : SELL_GRADE_MASK
  const { row } = bars
  const end = bars.cellStart[i + 1]
  let first = -1
  for (let k = bars.cellStart[i]; k < end; k++) {
    if ((flags[k] & mask) === 0) continue
    if (first < 0) first = k
    const goesOn = k + 1 < end && (flags[k + 1] & mask) !== 0 && row[k + 1] === row[k] + 1
    if (goesOn) continue
    if (k - first + 1 >= min) runs.push({ side, first, last: k })
    first = -1
  }
}

/** Lots of the dominant cells of a run. */
export function runVolume(bars: Bars, run: Run): Lots {
  return sumCells(bars, run.side === 'buy' ? 'ask' : 'bid', run.first, run.last)
}

/**
 * A run as a stacked imbalance, its cells marked in `flags`.
 *
 * Output  medianRatio: median of dominant / opposite over the rows, an opposite of 0 counting as infinite; the mean of
 *         the two middle ones for an even count (infinite when either is).
 * Source  docs/formulas/stacked-imbalance.md.
 */
export function markStack(bars: Bars, t: number, run: Run, flags: Uint8Array): Stack {
  const buy = run.side === 'buy'
  const bit = buy ? BUY_STACK : SELL_STACK
  const ratios: number[] = []
  for (let k = run.first; k <= run.last; k++) {
    flags[k] |= bit
    ratios.push(
      quotient(buy ? lotsAt(bars, 'cellAsk', k) : lotsAt(bars, 'cellBid', k), oppositeLots(bars, k, run.side)),
    )
  }
  ratios.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = ratios.length >> 1
  const medianRatio = ratios.length % 2 === 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2
  return {
    t,
    side: run.side,
    lowRow: bars.row[run.first],
    highRow: bars.row[run.last],
    count: ratios.length,
    volume: runVolume(bars, run),
    medianRatio,
  }
}
