import { parseFraction } from './fraction.ts'
import type { Lots } from './lots.ts'

/** A decimal threshold as num / den, both safe integers, den a power of ten > 0. */
export interface Threshold {
  readonly num: number
  readonly den: number
}

/**
 * Parses a threshold for comparisons by cross-multiplication: "0.12" is 12 / 100.
 *
 * Input   decimal text whose digits stay within 2^53 - 1 in both num and den (parsed settings always do).
 * Throws  OrderflowError BAD_DECIMAL when the text is not a number, RangeError when it has too many digits.
 */
export function threshold(text: string): Threshold {
  const { num, den } = parseFraction(text)
  const pair = { num: Number(num), den: Number(den) }
  if (!Number.isSafeInteger(pair.num) || !Number.isSafeInteger(pair.den)) {
    throw new RangeError(`Condition failed: a threshold has at most 15 digits, had "${text}"`)
  }
  return pair
}

/**
 * Sign of a x b - c x d, exactly: -1, 0 or 1.
 *
 * Input   four numbers that hold integers (any magnitude, any sign). They are treated as exact: read a column entry
 *         that may only be the nearest double with `lotsAt` and use `compareLotsProducts`.
 * Cost    two multiplications. A double product of exact integers is rounded, but rounding never reverses an order;
 *         only two products that round to the same value above 2^53 need BigInt.
 */
export function compareProducts(a: number, b: number, c: number, d: number): -1 | 0 | 1 {
  const left = a * b
  const right = c * d
  if (left < right) return -1
  if (left > right) return 1
  if (left <= Number.MAX_SAFE_INTEGER && left >= -Number.MAX_SAFE_INTEGER) return 0
  return compareBigProducts(a, b, c, d)
}

/** Like `compareProducts`, for lots of any size: uses BigInt when any argument is a bigint. */
export function compareLotsProducts(a: Lots, b: Lots, c: Lots, d: Lots): -1 | 0 | 1 {
  if (typeof a === 'number' && typeof b === 'number' && typeof c === 'number' && typeof d === 'number') {
    return compareProducts(a, b, c, d)
  }
  return compareBigProducts(a, b, c, d)
}

function compareBigProducts(a: Lots, b: Lots, c: Lots, d: Lots): -1 | 0 | 1 {
  const exactLeft = BigInt(a) * BigInt(b)
  const exactRight = BigInt(c) * BigInt(d)
  if (exactLeft < exactRight) return -1
  return exactLeft > exactRight ? 1 : 0
}
