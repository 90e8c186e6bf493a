import { groupDigits, formatSigned } from '../../../shared/format/number.ts'
import { quantityText } from '@flowprint/chart'
import {
  decimalUnit,
  type DecimalUnit,
  fromUnits,
  type InstrumentUnits,
  type Lots,
  multiplyUnits,
  quotient,
  type Sweep,
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

/** A price with all decimals of its tick, so that a column aligns. */
export function formatPrice(ticks: number, { tick }: TextUnits): string {
  return fromUnits(ticks, tick)
}

export function formatLots(lots: Lots, { lot }: TextUnits): string {
  return groupDigits(fromUnits(lots, lot))
}

export function formatQuote(units: Lots, { quote }: TextUnits): string {
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
export function formatAtPrice(lots: Lots, { lots: of, quote }: Traded, { quote: unit }: TextUnits): string {
  if (lots === 0 || of === 0) return '0'
  return groupDigits((sizeOf(quote, unit) * (Number(lots) / Number(of))).toFixed(CONVERTED_DECIMALS))
}

/** Decimals of short quantities below 1,000. */
const SHORT_DECIMALS = 3
/** Smaller quantities have five decimals instead of rounding to 0.00. */
const SMALL = 0.01
const SMALLEST = 0.0001
/** Characters of the longest short quantity including its sign. */
export const SHORT_CHARS = 8

/** At most four digits, then K, M, B: "36.7K". */
function formatShort(value: number, decimals: number): string {
  if (value !== 0 && Math.abs(value) < SMALL) {
    return Math.abs(value) < SMALLEST ? `${value < 0 ? '-' : ''}<${SMALLEST}` : value.toFixed(5).replace(/0+$/, '')
  }
  return quantityText(value, Math.min(SHORT_DECIMALS, decimals), 5)
}

/** Input: lots, or ticks x lots where `unit` is the quote unit. */
export function formatAmount(units: Lots, unit: DecimalUnit): Amount {
  return {
    short: formatShort(sizeOf(units, unit), Math.max(0, -unit.exponent)),
    exact: groupDigits(fromUnits(units, unit)),
  }
}

/** The same, with a plus sign for positive values. */
export function formatSignedAmount(units: Lots, unit: DecimalUnit): Amount {
  const { short, exact } = formatAmount(units, unit)
  return { short: formatSigned(short), exact: formatSigned(exact) }
}

export function signOf(difference: Lots): -1 | 0 | 1 {
  return difference > 0 ? 1 : difference < 0 ? -1 : 0
}

/** "4.1%": one decimal, or a dash without volume. A share that rounds to 0 has no sign. */
export function formatShare(part: Lots, whole: Lots): string {
  if (whole === 0) return '—'
  const text = quotient(typeof part === 'number' ? 100 * part : 100n * part, whole).toFixed(1)
  return `${text === '-0.0' ? '0.0' : text}%`
}

/** A mean number of lots (fractional) in four significant digits of the base quantity. */
export function formatMean(lots: number, lotSize: string): string {
  const quantity = lots * Number(lotSize)
  if (quantity === 0) return '0'
  const decimals = Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(quantity)))))
  return groupDigits(quantity.toFixed(decimals))
}

/** Exact text, digits grouped. */
export function formatExact(units: Lots, unit: DecimalUnit): string {
  return groupDigits(fromUnits(units, unit))
}

/** Decimals of an average beyond those of the tick. */
const FINER = 2

/** notional / quantity as a price, two decimals finer than the tick, the last one rounded. */
export function formatAverage({ notional, lots }: Pick<Sweep, 'notional' | 'lots'>, { tick }: TextUnits): string {
  const whole = BigInt(notional) * tick.mantissa * 10n ** BigInt(FINER)
  const parts = BigInt(lots)
  const half = whole < 0n ? -parts : parts
  return groupDigits(fromUnits((2n * whole + half) / (2n * parts), { mantissa: 1n, exponent: tick.exponent - FINER }))
}

/** Formats amounts on cards that explain a mark, in the chosen unit with its name. */
export interface Amounts {
  /** Amount with known price x quantity. */
  exact(traded: Traded): string
  /** Quantity in lots, valued at the price of `near`: "≈" marks it in the quote unit. */
  about(lots: Lots, near: Traded): string
  /** Price x quantity: in the base unit "≈" and the quantity at the price of `near`. */
  ofNotional(quote: Lots, near: Traded): string
}

export function amountsIn(unit: 'base' | 'quote', name: string, instrument: InstrumentUnits): Amounts {
  const units = textUnits(instrument)
  if (unit === 'base') {
    const isWhole = (lots: Lots) => typeof lots === 'bigint' || Number.isInteger(lots)
    return {
      exact: ({ lots }) => `${formatLots(lots, units)} ${name}`.trim(),
      ofNotional: (quote, near) =>
        `≈ ${formatMean(Math.abs((Number(quote) * Number(near.lots)) / Number(near.quote)), instrument.lotSize)} ${name}`.trim(),
      about: (lots) =>
        `${isWhole(lots) ? formatLots(lots, units) : formatMean(Number(lots), instrument.lotSize)} ${name}`.trim(),
    }
  }
  const notional = (quote: Lots) => `${formatQuote(quote < 0 ? -quote : quote, units)} ${name}`.trim()
  return {
    exact: ({ quote }) => notional(quote),
    ofNotional: notional,
    about: (lots, near) => `≈ ${formatAtPrice(lots, near, units)} ${name}`.trim(),
  }
}
