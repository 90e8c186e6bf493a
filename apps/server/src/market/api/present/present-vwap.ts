import type { VwapMark, VwapOpen } from '@flowprint/contract'
import { decimalUnit, multiplyUnits } from '@flowprint/orderflow'
import type { Analysis, Bars, InstrumentUnits, VwapSums } from '@flowprint/orderflow'
import { decimalWriter } from '../../decimal-text.ts'

/** Fraction of a tick in which a VWAP is expressed: it falls between ticks. */
const PARTS = 10_000
const PART_DECIMALS = 4

/** The exact sums before the first bar, in prices and quantities like all other values. */
export function presentVwapOpen(sums: VwapSums | null, { tickSize, lotSize }: InstrumentUnits): VwapOpen | null {
  if (sums === null) return null
  const tick = decimalUnit(tickSize)
  const lot = decimalUnit(lotSize)
  const quote = multiplyUnits(tick, lot)
  return {
    sum_q: decimalWriter(lot)(sums.q),
    sum_pq: decimalWriter(quote)(sums.pq),
    sum_ppq: sums.ppq === null ? null : decimalWriter(multiplyUnits(tick, quote))(sums.ppq),
  }
}

/** VWAP and deviation at the close of bars from `first` on; bars before the anchor have none. */
export function presentVwap(
  bars: Bars,
  { vwap, vwapDeviation }: Analysis,
  first: number,
  { tickSize }: InstrumentUnits,
): VwapMark[] {
  const { mantissa, exponent } = decimalUnit(tickSize)
  const text = decimalWriter({ mantissa, exponent: exponent - PART_DECIMALS })
  const marks: VwapMark[] = []
  for (let i = first; i < bars.length; i++) {
    if (Number.isNaN(vwap[i])) continue
    const deviation = Number.isNaN(vwapDeviation[i]) ? null : text(Math.round(vwapDeviation[i] * PARTS))
    marks.push({ t: bars.t[i], vwap: text(Math.round(vwap[i] * PARTS)), deviation })
  }
  return marks
}
