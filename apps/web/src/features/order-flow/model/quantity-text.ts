import { quantityText } from '@flowprint/chart'
import {
  decimalUnit,
  fromUnits,
  multiplyUnits,
  quotient,
  type DecimalUnit,
  type InstrumentUnits,
  type Lots,
} from '@flowprint/orderflow'

/** The units of exact texts. */
export interface TextUnits {
  readonly tick: DecimalUnit
  readonly lot: DecimalUnit
  /** Unit of price x quantity. */
  readonly quote: DecimalUnit
}

export function textUnits({ tickSize, lotSize }: InstrumentUnits): TextUnits {
  const tick = decimalUnit(tickSize)
  const lot = decimalUnit(lotSize)
  return { tick, lot, quote: multiplyUnits(tick, lot) }
}

/** "67692.345600" as "67,692.3456": grouped, without trailing zeros. Input: plain decimal text. */
export function groupDigits(text: string): string {
  const [whole, decimals = ''] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const rest = decimals.replace(/0+$/, '')
  return rest ? `${grouped}.${rest}` : grouped
}

/** A price with all decimals of its tick, so that a column aligns. */
export function priceText(ticks: number, { tick }: TextUnits): string {
  return fromUnits(ticks, tick)
}

export function lotsText(lots: Lots, { lot }: TextUnits): string {
  return groupDigits(fromUnits(lots, lot))
}

export function quoteText(units: Lots, { quote }: TextUnits): string {
  return groupDigits(fromUnits(units, quote))
}

/** A whole number of units as the nearest double. */
export function sizeOf(units: Lots, { mantissa, exponent }: DecimalUnit): number {
  return Number(units) * Number(mantissa) * 10 ** exponent
}

/** A quantity as displayed, and in full for the tooltip. */
export interface Amount {
  readonly short: string
  readonly exact: string
}

/** Traded amount: quantity and price x quantity. */
export interface Traded {
  readonly lots: Lots
  readonly quote: Lots
}

/** Decimals of a quantity in lots that is converted to the quote unit. */
const CONVERTED_DECIMALS = 2

/** A quantity in lots, possibly fractional, in the quote unit at a trade's average price. */
export function atPriceOf(lots: Lots, { lots: of, quote }: Traded, { quote: unit }: TextUnits): string {
  if (lots === 0 || of === 0) return '0'
  return groupDigits((sizeOf(quote, unit) * (Number(lots) / Number(of))).toFixed(CONVERTED_DECIMALS))
}

/** Decimals of short quantities below 1,000. */
const SHORT_DECIMALS = 3
/** Smaller quantities have five decimals instead of rounding to 0.00. */
const SMALL = 0.01
const SMALLEST = 0.0001
/** Characters of the longest short quantity including its sign. */
export const SHORT_ROOM = 8

/** At most four digits, then K, M, B: "36.7K". */
function shortText(value: number, decimals: number): string {
  if (value !== 0 && Math.abs(value) < SMALL) {
    return Math.abs(value) < SMALLEST ? `${value < 0 ? '-' : ''}<${SMALLEST}` : value.toFixed(5).replace(/0+$/, '')
  }
  return quantityText(value, Math.min(SHORT_DECIMALS, decimals), 5)
}

/** Input: lots, or ticks x lots where `unit` is the quote unit. */
export function amountOf(units: Lots, unit: DecimalUnit): Amount {
  return {
    short: shortText(sizeOf(units, unit), Math.max(0, -unit.exponent)),
    exact: groupDigits(fromUnits(units, unit)),
  }
}

/** The same, with a plus sign for positive values. */
export function signedAmount(units: Lots, unit: DecimalUnit): Amount {
  const { short, exact } = amountOf(units, unit)
  return { short: signed(short), exact: signed(exact) }
}

/** Adds the sign of a difference; zero and non-numbers have none. Input: exact decimal text. */
export function signed(text: string): string {
  return /^<?[0.,]*[1-9]/.test(text) ? `+${text}` : text
}

export function signOf(difference: Lots): -1 | 0 | 1 {
  return difference > 0 ? 1 : difference < 0 ? -1 : 0
}

/** "4.1%": one decimal, or a dash without volume. A share that rounds to 0 has no sign. */
export function percentText(part: Lots, whole: Lots): string {
  if (whole === 0) return '—'
  const text = quotient(typeof part === 'number' ? 100 * part : 100n * part, whole).toFixed(1)
  return `${text === '-0.0' ? '0.0' : text}%`
}
