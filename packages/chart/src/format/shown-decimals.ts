/**
 * Number of decimals shown in a chart: a typical large cell gets three figures, never more than the lot has.
 *
 * Input   `typical`: a typical large value of a cell (median of the bars' largest cells), >= 0; `most`: the decimals
 *         the unit itself has, >= 0.
 * Output  0 to 4. Fixed for the whole chart: 9.9 grows to 10.0 and the columns stay in line.
 */
export function computeShownDecimals(typical: number, most: number): number {
  if (!(typical > 0)) return 0
  const wanted = 2 - Math.floor(Math.log10(typical))
  return Math.max(0, Math.min(wanted, most, 4))
}
