/** Price of a year; amounts are exact decimal strings in USDT, times ISO text. */
export interface YearlyPrice {
  readonly original_price: string
  /** [start, end); a null bound is open. null as a whole: no discount. */
  readonly discount: { readonly price: string; readonly start: string | null; readonly end: string | null } | null
}

/** The price at a time (ms since the epoch): the discount inside its window, else the original price. */
export function computePriceAt({ original_price, discount }: YearlyPrice, now: number): string {
  if (discount === null) return original_price
  const { price, start, end } = discount
  const runs = (start === null || Date.parse(start) <= now) && (end === null || now < Date.parse(end))
  return runs ? price : original_price
}
