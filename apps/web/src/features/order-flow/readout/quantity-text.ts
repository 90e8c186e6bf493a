import { decimalUnit, fromUnits, multiplyUnits, type Bars, type DecimalUnit, type InstrumentUnits } from '@flowprint/orderflow'

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

export function lotsText(lots: number, { lot }: TextUnits): string {
  return groupDigits(fromUnits(lots, lot))
}

export function quoteText(units: number | bigint, { quote }: TextUnits): string {
  return groupDigits(fromUnits(units, quote))
}

/** A difference carries its sign; zero, and what is no number, carries none. Input: exact decimal text. */
export function signed(text: string): string {
  return /^[0.,]*[1-9]/.test(text) ? `+${text}` : text
}

/** Exact price x quantity of one side of a cell, in ticks x lots (Bars: quote = row * step * lots + offset). */
export function cellQuote(bars: Bars, cell: number, side: 'bid' | 'ask'): bigint {
  const lots = side === 'bid' ? bars.cellBid[cell] : bars.cellAsk[cell]
  const offsets = side === 'bid' ? bars.cellBidOffset : bars.cellAskOffset
  const edge = BigInt(bars.row[cell]) * BigInt(bars.step)
  return edge * BigInt(lots) + BigInt(offsets?.[cell] ?? 0)
}

/** Exact price x quantity of one side of a bar. Cost: its cells. */
export function barQuote(bars: Bars, bar: number, side: 'bid' | 'ask'): bigint {
  let sum = 0n
  for (let cell = bars.cellStart[bar]; cell < bars.cellStart[bar + 1]; cell++) sum += cellQuote(bars, cell, side)
  return sum
}

/** "4.1 %": one decimal, or a dash without volume. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)}%`
}
