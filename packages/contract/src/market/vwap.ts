import { Type } from 'typebox'
import type { Static } from 'typebox'
import { BarNumber, DecimalText, Nullable, TimeMs } from '../schemas.ts'

/** Sums over the trades from the anchor to the first bar, from which a VWAP of the bars continues. */
export const VwapOpen = Type.Object(
  {
    sum_q: DecimalText,
    sum_pq: DecimalText,
    sum_ppq: Nullable(DecimalText),
  },
  { description: 'quantity, price x quantity, price x price x quantity; null for data stored without it' },
)
export type VwapOpen = Static<typeof VwapOpen>

export const VwapMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  vwap: DecimalText,
  deviation: Nullable(DecimalText),
})
export type VwapMark = Static<typeof VwapMark>
