import type { SiteConfig } from '@flowprint/contract'

/** What a membership costs at a moment. Amounts are the server's text. */
export interface PriceNow {
  readonly price: string
  /** Struck through beside it; null where nothing is taken off. */
  readonly original: string | null
  /** The window of the discount, ISO; an end that is null is open. Null where nothing is taken off. */
  readonly discount: { readonly start: string | null; readonly end: string | null } | null
}

type Prices = Pick<SiteConfig, 'original_price' | 'price' | 'discount_start' | 'discount_end'>

/** The price and its discount, which runs from its start until just before its end; null where none is published. */
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

/** "199.000000" -> "199", "199.500000" -> "199.5": digit by digit, an amount never goes through a double. */
export function amountText(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}
