const FUNDING_DECIMALS = 4

/** "0.0100%" of a rate such as 0.0001, "-0.0025%". */
export function formatFunding(rate: number): string {
  const text = (100 * rate).toFixed(FUNDING_DECIMALS)
  return `${/^-0\.0+$/.test(text) ? text.slice(1) : text}%`
}
