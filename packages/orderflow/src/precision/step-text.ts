import { decimalUnit } from '../units/decimal-unit.ts'
import { fromUnits } from '../units/from-units.ts'

/**
 * Formats a precision as in menus, links and responses.
 *
 * Input   step: ticks per row, >= 1. tickSize: exact decimal text.
 * Output  exact decimal text without zeros at the end ("0.1", not "0.10"): one text per precision on every market.
 */
export function stepText(step: number, tickSize: string): string {
  const text = fromUnits(step, decimalUnit(tickSize))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
