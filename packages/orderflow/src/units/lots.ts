import { OrderflowError } from '../errors.ts'

/**
 * An exact number of lots (or of ticks x lots): a plain number while it is a safe integer, a bigint beyond 2^53 - 1.
 * The sums of ordinary markets never become bigints, so the common case stays fast.
 */
export type Lots = number | bigint

/**
 * Column entry k, exactly.
 *
 * Input   values[k]: the double nearest to the quantity; rests[k]: the quantity minus that double. Null: no entry of
 *         the column exceeds 2^53 - 1.
 */
export function lotsAt(values: Float64Array, rests: Float64Array | null, k: number): Lots {
  const value = values[k]
  if (rests === null || (value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER)) return value
  return toLots(BigInt(value) + BigInt(rests[k]))
}

/** Column entry k as a bigint. */
export function bigLotsAt(values: Float64Array, rests: Float64Array | null, k: number): bigint {
  return rests === null ? BigInt(values[k]) : BigInt(values[k]) + BigInt(rests[k])
}

/**
 * The maximum quantity of a bar column and of the packed format: floor(q / 10^8) must be a safe integer. About 9 x
 * 10^23 lots (or ticks x lots in a quote offset).
 */
export const MAX_LOTS = 2n ** 53n * 10n ** 8n - 1n

/**
 * Stores a quantity as the nearest double and the remainder.
 *
 * Throws  OrderflowError QUANTITY_RANGE when the magnitude exceeds MAX_LOTS.
 */
export function storeLots(values: Float64Array, rests: Float64Array, k: number, lots: Lots): void {
  if (typeof lots === 'bigint' && (lots > MAX_LOTS || lots < -MAX_LOTS)) {
    throw new OrderflowError('QUANTITY_RANGE', `a sum of ${lots} lots is beyond 2^53 x 10^8 - 1`)
  }
  const value = Number(lots)
  values[k] = value
  rests[k] = typeof lots === 'number' ? 0 : Number(lots - BigInt(value))
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
