import { NO_ROW } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { bigCellVolume, hasVolumeOverflow, type CellLots } from './lots-of.ts'
import type { Ticks } from '../units/units.ts'

/** The columns needed to find a point of control. */
export type PocColumns = CellLots & Pick<Bars, 'step' | 'high' | 'low' | 'close' | 'bid' | 'ask' | 'cellStart' | 'row'>

/**
 * Point of control: the row of bar i with the most volume.
 *
 * Output  row index of the bars' step (its lower edge is row * step ticks); NO_ROW when the bar has no cells.
 * Ties    in integers: the row whose centre 2 * row * step + step - 1 is nearest to high + low; then nearest to 2 *
 *         close; then the lower row.
 * Cost    one pass over the cells of the bar, no allocation.
 * Source  docs/formulas/point-of-control.md.
 */
export function pocRow(bars: PocColumns, i: number): number {
  const cell = pocCell(bars, i)
  return cell < 0 ? NO_ROW : bars.row[cell]
}

/**
 * Point of control on native ticks, which does not depend on the precision.
 *
 * Output  a price in ticks; NO_ROW when the step exceeds 1 and the bar was not made from native rows.
 */
export function rawPocTick(bars: PocColumns & Pick<Bars, 'rawPoc'>, i: number): Ticks {
  return bars.step === 1 ? pocRow(bars, i) : bars.rawPoc[i]
}

/** Index of the point-of-control cell, -1 when the bar has no cells. */
export function pocCell(bars: PocColumns, i: number): number {
  if (hasVolumeOverflow(bars, i)) return exactPocCell(bars, i)
  const { step, row, cellBid, cellAsk, cellStart } = bars
  const middle = bars.high[i] + bars.low[i]
  const twiceClose = 2 * bars.close[i]
  const end = cellStart[i + 1]
  let held = -1
  let greatest = -1
  for (let cell = cellStart[i]; cell < end; cell++) {
    const volume = cellBid[cell] + cellAsk[cell]
    if (volume < greatest) continue
    if (volume === greatest && !isBetter(row[cell], row[held], step, middle, twiceClose)) continue
    greatest = volume
    held = cell
  }
  return held
}

/** `pocCell` for a bar whose volume exceeds 2^53 - 1. */
function exactPocCell(bars: PocColumns, i: number): number {
  const { step, row, cellStart } = bars
  const middle = bars.high[i] + bars.low[i]
  const twiceClose = 2 * bars.close[i]
  let held = -1
  let greatest = -1n
  for (let cell = cellStart[i]; cell < cellStart[i + 1]; cell++) {
    const volume = bigCellVolume(bars, cell)
    if (volume < greatest) continue
    if (volume === greatest && !isBetter(row[cell], row[held], step, middle, twiceClose)) continue
    greatest = volume
    held = cell
  }
  return held
}

/** Whether the higher of two equal rows wins the tie. */
function isBetter(higher: number, lower: number, step: number, middle: number, twiceClose: number): boolean {
  const centre = 2 * higher * step + step - 1
  const rival = 2 * lower * step + step - 1
  const byMiddle = Math.abs(centre - middle) - Math.abs(rival - middle)
  if (byMiddle !== 0) return byMiddle < 0
  return Math.abs(centre - twiceClose) < Math.abs(rival - twiceClose)
}
