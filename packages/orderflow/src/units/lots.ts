import { OrderflowError } from '../errors.ts'

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

/** |a|, exactly. */
export function absLots(a: Lots): Lots {
  return a < 0 ? -a : a
}
