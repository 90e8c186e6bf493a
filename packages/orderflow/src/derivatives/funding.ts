import { DAY_MS } from '../time.ts'
import type { DurationMs } from '../units/units.ts'

const YEAR_MS = 365 * DAY_MS

/**
 * Funding rate per year: rate x payments per year, without compounding.
 *
 * Input   rate of one payment: 0.0001 is 0.01 %. intervalMs: time between two payments, > 0.
 * Output  the rate of 365 days, in the same unit.
 * Throws  RangeError for a rate that is not finite or an interval out of range.
 * Source  docs/formulas/funding.md.
 */
export function annualFundingRate(rate: number, intervalMs: DurationMs): number {
  if (!Number.isFinite(rate)) throw new RangeError(`Condition failed: a rate is finite, had ${rate}`)
  if (!(intervalMs > 0)) throw new RangeError(`Condition failed: an interval is > 0 ms, had ${intervalMs}`)
  return (rate * YEAR_MS) / intervalMs
}

export interface FundedPosition {
  readonly position: 'long' | 'short'
  /** Quantity x mark price at the time of the payment, in quote units, >= 0. */
  readonly value: number
}

/**
 * What one payment costs a position.
 *
 * Output  quote units: > 0 is paid, < 0 is received. Longs pay value x rate when the rate is > 0, and shorts receive it.
 * Throws  RangeError for a rate that is not finite or a value out of range.
 * Source  docs/formulas/funding.md.
 */
export function fundingCost({ position, value }: FundedPosition, rate: number): number {
  if (!Number.isFinite(rate)) throw new RangeError(`Condition failed: a rate is finite, had ${rate}`)
  if (!(value >= 0)) throw new RangeError(`Condition failed: the value of a position is >= 0, had ${value}`)
  return position === 'long' ? value * rate : -value * rate
}
