import { OrderflowError } from '../errors.ts'
import { parseFraction } from './decimals.ts'

/**
 * An exact number of lots (or of ticks x lots): a plain number while it is a safe integer, a bigint beyond 2^53 - 1.
 * The sums of ordinary markets never become bigints, so the common case stays fast.
 */
export type Lots = number | bigint

/**
 * Columns of exact quantities: each entry is the nearest double, and `overflow` holds the remainders (quantity = entry +
 * remainder). Null overflow: every entry is a safe integer. A null column is all zeros.
 */
export type LotsColumns<Name extends string> = {
  readonly [Column in Name]: Float64Array | null
} & { readonly overflow: { readonly [Column in Name]: Float64Array | null } | null }

/** Entry k of a column, exactly. */
export function lotsAt<Name extends string>(columns: LotsColumns<Name>, name: Name, k: number): Lots {
  const column = columns[name]
  if (column === null) return 0
  const value = column[k]
  if (columns.overflow === null || (value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER)) return value
  return toLots(bigLotsAt(columns, name, k))
}

/** Entry k of a column as a bigint. */
export function bigLotsAt<Name extends string>(columns: LotsColumns<Name>, name: Name, k: number): bigint {
  const column = columns[name]
  const remainders = columns.overflow === null ? null : columns.overflow[name]
  if (column === null) return 0n
  return remainders === null ? BigInt(column[k]) : BigInt(column[k]) + BigInt(remainders[k])
}

/**
 * The maximum quantity of a bar column and of the packed format: floor(q / 10^8) must be a safe integer. About 9 x
 * 10^23 lots (or ticks x lots in a quote offset).
 */
export const MAX_LOTS = 2n ** 53n * 10n ** 8n - 1n

/**
 * Stores a quantity of a bar: like `setLots`, up to MAX_LOTS.
 *
 * Throws  OrderflowError QUANTITY_RANGE when the magnitude exceeds MAX_LOTS.
 */
export function storeLots<Name extends string>(columns: LotsColumns<Name>, name: Name, k: number, lots: Lots): void {
  if (typeof lots === 'bigint' && (lots > MAX_LOTS || lots < -MAX_LOTS)) {
    throw new OrderflowError('QUANTITY_RANGE', `a sum of ${lots} lots is beyond 2^53 x 10^8 - 1`)
  }
  setLots(columns, name, k, lots)
}

/**
 * Stores a quantity as the nearest double and, when there is an overflow column, the remainder. Bigints need that
 * column; a null column accepts only 0.
 */
export function setLots<Name extends string>(columns: LotsColumns<Name>, name: Name, k: number, lots: Lots): void {
  const { [name]: column, overflow } = columns
  const remainders = overflow === null ? null : overflow[name]
  const value = Number(lots)
  if (column !== null) column[k] = value
  if (remainders !== null) remainders[k] = typeof lots === 'number' ? 0 : Number(lots - BigInt(value))
  else if (column !== null && typeof lots === 'bigint') throw new Error(`Invariant: ${name} has no overflow column`)
}

/** Converts a quantity to `Lots`: a number when safe, otherwise a bigint. */
export function toLots(exact: bigint): Lots {
  const value = Number(exact)
  return Number.isSafeInteger(value) ? value : exact
}

/** Half of a quantity given doubled; beyond safe integers half a lot is rounded up. */
export function halfLots(doubled: Lots): Lots {
  return typeof doubled === 'number' ? doubled / 2 : toLots((doubled + 1n) / 2n)
}

/** a + b, exactly. */
export function addLots(a: Lots, b: Lots): Lots {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return toLots(BigInt(a) + BigInt(b))
}

/** a - b, exactly. */
export function subtractLots(a: Lots, b: Lots): Lots {
  return addLots(a, -b)
}

/** ticks x lots, exactly; both hold exact integers. */
export function multiplyLots(ticks: number, lots: number): Lots {
  const value = ticks * lots
  return Number.isSafeInteger(value) ? value : toLots(BigInt(ticks) * BigInt(lots))
}

/** |a|, exactly. */
export function absLots(a: Lots): Lots {
  return a < 0 ? -a : a
}

/** Bits of a quotient beyond the 53 of a double; later bits only mean "not exact". */
const SPARE_BITS = 64

/**
 * The double nearest to a / b, for displayed ratios. The result is the same when both are multiplied by a common
 * factor.
 *
 * Input   exact integers of any size, b >= 0. b = 0 gives the result of dividing numbers.
 */
export function quotient(a: Lots, b: Lots): number {
  if ((typeof a === 'number' && typeof b === 'number') || BigInt(b) === 0n) return Number(a) / Number(b)
  const negative = a < 0
  const num = negative ? -BigInt(a) : BigInt(a)
  const den = BigInt(b)
  const shift = Math.max(0, SPARE_BITS + 4 * (den.toString(16).length - num.toString(16).length))
  const scaled = num << BigInt(shift)
  const whole = scaled / den
  // The lowest bit represents all truncated bits: rounding to 53 bits then gives the same result as for the exact
  // quotient.
  const value = Number(whole * den === scaled ? whole : whole | 1n) * 2 ** -shift
  return negative ? -value : value
}

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
