import { groupDigits } from './quantity-text.ts'

/** A mean number of lots (fractional) in four significant digits of the base quantity. */
export function meanText(lots: number, lotSize: string): string {
  const quantity = lots * Number(lotSize)
  if (quantity === 0) return '0'
  const decimals = Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(quantity)))))
  return groupDigits(quantity.toFixed(decimals))
}
