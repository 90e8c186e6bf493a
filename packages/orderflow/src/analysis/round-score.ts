/**
 * Rounds a score, strength or other displayed double for JSON: 4 decimals, halves away from zero.
 *
 * Input   any finite number below 1e21. Rounds the exact value of the double, not its shortest text: 0.03125 is an
 *         exact half and gives 0.0313; 2.00025 is stored slightly lower and gives 2.0002.
 * Output  a number that prints with at most 4 decimals; never -0.
 */
export function roundScore(value: number): number {
  // toFixed picks the larger of two equally near numbers of the magnitude, which is away from zero.
  return Number(value.toFixed(4)) + 0
}
