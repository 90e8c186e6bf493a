import { OrderflowError } from '../errors.ts'

declare const unit: unique symbol

/**
 * A number in a unit. Numbers without one (array entries, results of arithmetic, literals) are accepted; passing a
 * number of another unit is a type error.
 */
type InUnit<Name extends string> = number & { readonly [unit]?: Name }

/** A price in ticks of the instrument; whole, unless a function says otherwise. */
export type Ticks = InUnit<'ticks'>

/** A time in milliseconds since the epoch. */
export type UnixMs = InUnit<'ms since the epoch'>

/** A duration in milliseconds. */
export type DurationMs = InUnit<'ms'>

/** A whole number of lots up to 2^53 - 1: the quantity of one trade. Sums are `Lots`. */
export type TradeLots = InUnit<'lots'>

const MAX_TICKS = 2_147_483_647

/**
 * Checks a price: whole and inside Int32, whose minimum means "none".
 *
 * Throws  OrderflowError PRICE_RANGE.
 */
export function ticks(value: number): Ticks {
  if (value !== (value | 0) || value < -MAX_TICKS) throw new OrderflowError('PRICE_RANGE', `price of ${value} ticks`)
  return value
}

/**
 * Checks the quantity of a trade: whole, from 1 to 2^53 - 1.
 *
 * Throws  OrderflowError QUANTITY_RANGE.
 */
export function tradeLots(value: number): TradeLots {
  if (!(value >= 1 && value <= Number.MAX_SAFE_INTEGER && Number.isInteger(value))) {
    throw new OrderflowError('QUANTITY_RANGE', `quantity of ${value} lots`)
  }
  return value
}
