import type { Bars } from '../bars/bars.ts'

/**
 * Index of the first bar from `from` on that covers a row: row(low) <= row <= row(high). Until then a point of control
 * is naked.
 *
 * Input   `row` of `step` ticks; the bars may have any step, since their extremes are ticks.
 * Output  an index, or the number of bars when none has covered the row yet.
 * Source  docs/formulas/point-of-control.md, section "Naked".
 */
export function coveredAt(
  bars: Pick<Bars, 'length' | 'high' | 'low'>,
  row: number,
  step: number,
  from: number,
): number {
  const low = row * step
  const high = low + step - 1
  let i = Math.max(0, from)
  while (i < bars.length && (bars.low[i] > high || bars.high[i] < low)) i += 1
  return i
}
