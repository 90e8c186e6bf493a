import { parseFraction } from '@flowprint/orderflow'
import type { ScanOperator } from './scan-limits.ts'
import type { ScanCondition, ScanRow } from './scanner.ts'

/** Compares two decimals exactly: negative, zero or positive. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [parseFraction(a), parseFraction(b)]
  const [x, y] = [left.num * right.den, right.num * left.den]
  return x < y ? -1 : Number(x > y)
}

const HOLDS: Readonly<Record<ScanOperator, (order: number) => boolean>> = {
  gte: (order) => order >= 0,
  abs_gte: (order) => order >= 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  lt: (order) => order < 0,
  eq: (order) => order === 0,
}

/**
 * Whether a row meets all conditions, on the server and on the page.
 *
 * Rules   only complete bars match; an unknown value matches nothing, and neither does a distance while trades of the day
 *         are missing. Values are compared exactly, as shown in the row.
 */
export function matchesScan(row: ScanRow, conditions: readonly ScanCondition[]): boolean {
  return row.state === 'complete' && conditions.every((condition) => meets(row, condition))
}

function meets(row: ScanRow, { column, operator, value }: ScanCondition): boolean {
  const actual = row[column]
  if (actual === null) return false
  if ((column === 'vwap_distance' || column === 'poc_distance') && !row.day_complete) return false
  const text = String(actual)
  return HOLDS[operator](compareDecimals(operator === 'abs_gte' ? text.replace(/^-/, '') : text, value))
}
