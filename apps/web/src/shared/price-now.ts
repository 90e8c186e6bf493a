import type { SiteConfig } from '@flowprint/contract'

/** Price of a membership at a moment. Amounts are the server's text. */
export interface PriceNow {
  readonly price: string
  /** The original price, struck through; null without a discount. */
  readonly original: string | null
  /** Time window of the discount, ISO; a null end is open. Null without a discount. */
  readonly discount: { readonly start: string | null; readonly end: string | null } | null
}

type Prices = Pick<SiteConfig, 'original_price' | 'price' | 'discount_start' | 'discount_end'>

/**
 * The price with its discount, which applies from its start until just before its end; null when no price is published.
 */
export function priceNow(
  { original_price: original, price, discount_start: start, discount_end: end }: Prices,
  nowMs: number,
): PriceNow | null {
  const usual = original ?? price
  if (usual === null) return null
  const isOff = price !== null && original !== null && price !== original && isWithin(start, end, nowMs)
  return isOff ? { price, original, discount: { start, end } } : { price: usual, original: null, discount: null }
}

function isWithin(start: string | null, end: string | null, nowMs: number): boolean {
  return (start === null || Date.parse(start) <= nowMs) && (end === null || nowMs < Date.parse(end))
}

/** "199.000000" -> "199", "199.500000" -> "199.5": as text, never through a double. */
export function amountText(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}
