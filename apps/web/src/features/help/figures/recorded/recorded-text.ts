import { decimalUnit, fromUnits } from '@flowprint/orderflow'

/** The lower edge of a row as a price. */
export function rowText(row: number, { step, tickSize }: { readonly step: number; readonly tickSize: string }): string {
  return fromUnits(row * step, decimalUnit(tickSize))
}

/** Lots as a quantity of about three digits; 0 as such, and what two decimals cannot show as less than 0.01. */
export function sizeText(lots: number, { lotSize }: { readonly lotSize: string }): string {
  const value = lots * Number(lotSize)
  if (lots === 0) return '0'
  return value < 0.005 ? '<0.01' : value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)
}

/** With its sign; empty for 0. */
export function signedText(lots: number, market: { readonly lotSize: string }): string {
  if (lots === 0) return ''
  return `${lots > 0 ? '+' : '−'}${sizeText(Math.abs(lots), market)}`
}

/** Whole hours and minutes of UTC. */
export function clockText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16)
}
