import { Type } from 'typebox'
import type { Static } from 'typebox'
import { BarNumber, Choice, DecimalText, Nullable, TimeMs } from '../schemas.ts'

const End = Choice(['high', 'low'], {
  description: 'the end of the bar; the dominant side is the ask at a high, the bid at a low',
})

export const UnfinishedMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: End,
  price: DecimalText,
  dominant: DecimalText,
  opposite: DecimalText,
  ended: Nullable(TimeMs),
  ended_number: BarNumber,
})
export type UnfinishedMark = Static<typeof UnfinishedMark>

export const AbsorptionMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: End,
  low: DecimalText,
  high: DecimalText,
  dominant: DecimalText,
  opposite: DecimalText,
  rel_volume: Type.Number(),
  share: Type.Number(),
  retreat: Type.Number(),
  known: TimeMs,
  known_number: BarNumber,
})
export type AbsorptionMark = Static<typeof AbsorptionMark>

export const ExhaustionMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: End,
  price: DecimalText,
  cells: Type.Array(DecimalText, { description: 'four rows, starting from the extreme one' }),
  peak: Type.Number({ description: 'the largest of the four as a multiple of the mean cell of the bar' }),
})
export type ExhaustionMark = Static<typeof ExhaustionMark>
