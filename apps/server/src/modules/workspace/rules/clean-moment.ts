import type { MomentContent, MomentDrawing } from '@flowprint/contract'
import { DRAWING_POINTS } from '@flowprint/orderflow'
import type { Fault } from '../../../platform/http/index.ts'

/** Checks what the schema cannot express: the number of points of each drawing, and the order of the visible range. */
export function checkMoment({ range, drawings }: MomentContent): Fault[] {
  const faults: Fault[] = drawings.flatMap(({ kind, points }, i) => {
    const count = DRAWING_POINTS[kind]
    const fault = { field: `drawings.${i}.points`, error: 'BAD_BODY', params: { expected: `${count} points` } } as const
    return points.length === count ? [] : [fault]
  })
  if (range !== undefined && range.from >= range.to)
    faults.push({ field: 'range', error: 'BAD_BODY', params: { expected: 'from < to' } })
  return faults
}

/** The content with its keys in one order, so that the same content has the same hash. Lone surrogates are replaced. */
export function cleanMoment({
  symbol,
  cycle,
  precision,
  settings,
  view,
  range,
  cutoff,
  drawings,
  note,
}: MomentContent): MomentContent {
  return {
    symbol,
    cycle,
    precision,
    settings,
    view,
    ...(range === undefined ? {} : { range: { from: range.from, to: range.to } }),
    cutoff: { t: cutoff.t, trades: cutoff.trades },
    drawings: drawings.map(cleanDrawing),
    note: note.toWellFormed().normalize('NFC').trim(),
  }
}

const cleanDrawing = ({ kind, points, colour, width, text }: MomentDrawing): MomentDrawing => ({
  kind,
  points: points.map(({ t, price }) => ({ t, price })),
  colour,
  width,
  ...(text === undefined ? {} : { text: text.toWellFormed() }),
})
