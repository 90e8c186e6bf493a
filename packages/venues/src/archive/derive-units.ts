import { ArchiveError } from './archive-error.ts'
import type { RawFile } from './read-archive.ts'

/**
 * Derives tick and lot of an unknown market: the greatest common divisor of all prices, and of all quantities.
 *
 * A tick finer than 1e-12 of the price is rejected: it comes from a price that was rounded as a float.
 */
export function deriveUnits(raw: RawFile): { tickSize: string; lotSize: string } {
  const { rows } = raw
  const tick = divisor(rows.price, rows.length)
  const lot = divisor(rows.qty, rows.length)
  const highest = rows.price.subarray(0, rows.length).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (tick === 0) throw new ArchiveError(raw.file, 0, 'every price is 0: specify the tick with --tick')
  if (tick < 1e-12 * highest) {
    throw new ArchiveError(
      raw.file,
      0,
      `the prices divide only by ${decimalText(tick, rows.priceDecimals)}: not a tick, specify it with --tick`,
    )
  }
  return { tickSize: decimalText(tick, rows.priceDecimals), lotSize: decimalText(lot, rows.qtyDecimals) }
}

function divisor(values: Float64Array, length: number): number {
  let common = 0
  for (let i = 0; i < length && common !== 1; i++) {
    let a = Math.abs(values[i])
    if (common !== 0 && Math.round(a / common) * common === a) continue
    let b = common
    while (b !== 0) [a, b] = [b, a % b]
    common = a
  }
  return common
}

/** value x 10^-decimals without trailing zeros. */
function decimalText(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction ? `.${fraction}` : '')
}
