import type { Drawing } from '@flowprint/contract'
import { DRAWING_POINTS } from '@flowprint/orderflow'
import type { Fault } from '../../../platform/http/index.ts'

/** Checks what the schema cannot express: the number of points of each kind, and unique IDs. */
export function checkDrawings(items: readonly Drawing[]): Fault[] {
  const ids = new Set<string>()
  const faults: Fault[] = []
  for (const [i, { id, kind, points }] of items.entries()) {
    const count = DRAWING_POINTS[kind]
    if (points.length !== count)
      faults.push({ field: `items.${i}.points`, error: 'BAD_BODY', params: { expected: `${count} points` } })
    if (ids.has(id)) faults.push({ field: `items.${i}.id`, error: 'GIVEN_TWICE', params: {} })
    ids.add(id)
  }
  return faults
}

/** Replaces lone surrogates, which the database cannot store. */
export const wellFormed = (items: readonly Drawing[]): Drawing[] =>
  items.map((item) => (item.text === undefined ? item : { ...item, text: item.text.toWellFormed() }))
