import { decimalUnit, fromUnits, multiplyUnits, quotient, type DecimalUnit, type InstrumentUnits, type Lots } from '@flowprint/orderflow'

/** The units that exact texts are written in. */
export interface TextUnits {
  readonly tick: DecimalUnit
  readonly lot: DecimalUnit
  /** Of price x quantity. */
  readonly quote: DecimalUnit
}

export function textUnits({ tickSize, lotSize }: InstrumentUnits): TextUnits {
  const tick = decimalUnit(tickSize)
  const lot = decimalUnit(lotSize)
  return { tick, lot, quote: multiplyUnits(tick, lot) }
}

/** "67692.345600" as "67,692.3456": grouped, without zeros that say nothing. Input: plain decimal text. */
export function groupDigits(text: string): string {
  const [whole, decimals = ''] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const rest = decimals.replace(/0+$/, '')
  return rest ? `${grouped}.${rest}` : grouped
}

/** A price with all decimals of its tick: prices of one column keep one width. */
export function priceText(ticks: number, { tick }: TextUnits): string {
  return fromUnits(ticks, tick)
}

export function lotsText(lots: Lots, { lot }: TextUnits): string {
  return groupDigits(fromUnits(lots, lot))
}

export function quoteText(units: Lots, { quote }: TextUnits): string {
  return groupDigits(fromUnits(units, quote))
}

/** A difference carries its sign; zero, and what is no number, carries none. Input: exact decimal text. */
export function signed(text: string): string {
  return /^[0.,]*[1-9]/.test(text) ? `+${text}` : text
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
