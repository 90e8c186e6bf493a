import { LAST_DRAWING_TIME, type Drawing } from '@flowprint/contract'
import {
  type DecimalUnit,
  type DrawingKind,
  type DrawingPoint,
  type DrawingShape,
  fromUnits,
  toUnits,
} from '@flowprint/orderflow'

export const DRAWING_KINDS = [
  'hline',
  'trend',
  'ray',
  'rect',
  'profile',
  'measure',
  'text',
] as const satisfies readonly DrawingKind[]
export const DRAWING_WIDTHS = [1, 2, 3, 4] as const

/** Colours that contrast with both themes and with each other. */
export const DRAWING_COLOURS = {
  blue: '#2f7fd6',
  green: '#12996a',
  red: '#dd4256',
  orange: '#c9761a',
  violet: '#8b5cf6',
  cyan: '#0e93a8',
  yellow: '#b08900',
  grey: '#7a8696',
} as const
export type ColourName = keyof typeof DRAWING_COLOURS

export interface DrawingStyle {
  readonly colour: string
  readonly width: number
}

/** The price in ticks, rounded when the market's tick no longer divides it. */
export function tickOf(price: string, unit: DecimalUnit): number {
  try {
    return toUnits(price, unit)
  } catch {
    return Math.round(Number(price) / Number(fromUnits(1, unit)))
  }
}

export function shapeOf({ kind, points }: Pick<Drawing, 'kind' | 'points'>, unit: DecimalUnit): DrawingShape {
  return { kind, points: points.map(({ t, price }) => ({ t, tick: tickOf(price, unit) })) }
}

/** Clamps points for storage: not before 1970 and not below price 0. */
export function keptPoints(points: readonly DrawingPoint[], unit: DecimalUnit): Drawing['points'] {
  return points.map(({ t, tick }) => ({
    t: Math.min(LAST_DRAWING_TIME, Math.max(0, Math.round(t))),
    price: fromUnits(Math.max(0, Math.round(tick)), unit),
  }))
}

export function newDrawing(kind: DrawingKind, points: Drawing['points'], { colour, width }: DrawingStyle): Drawing {
  return { id: crypto.randomUUID(), kind, points, colour, width }
}

/** Whether two drawings are equal, independent of field order. */
export function sameDrawing(a: Drawing | undefined, b: Drawing | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  const said = (each: Drawing) =>
    JSON.stringify([
      each.id,
      each.kind,
      each.points.map(({ t, price }) => [t, price]),
      each.colour,
      each.width,
      each.text ?? '',
      each.locked ?? false,
    ])
  return said(a) === said(b)
}

export function sameDrawings(a: readonly Drawing[], b: readonly Drawing[]): boolean {
  return a === b || (a.length === b.length && a.every((each, i) => sameDrawing(each, b[i])))
}

/** The change of one drawing; null where it did not exist or was deleted. */
export interface Change {
  readonly before: Drawing | null
  readonly after: Drawing | null
  /** Its position in the list, bottom first. */
  readonly at: number
}

/** Applies changes to the list. A missing drawing is restored; a deleted one stays deleted. */
export function applyChanges(items: readonly Drawing[], changes: readonly Change[]): readonly Drawing[] {
  const list = [...items]
  for (const { before, after, at } of changes) {
    const id = (after ?? before)?.id
    const index = list.findIndex((each) => each.id === id)
    if (after === null) {
      if (index >= 0) list.splice(index, 1)
    } else if (index >= 0) list[index] = after
    else list.splice(Math.min(at, list.length), 0, after)
  }
  return list
}

/** The inverse changes. */
export function inverse(changes: readonly Change[]): readonly Change[] {
  return changes.map(({ before, after, at }) => ({ before: after, after: before, at })).toReversed()
}

/** Undo and redo stacks, newest last. */
export interface History {
  readonly past: readonly (readonly Change[])[]
  readonly future: readonly (readonly Change[])[]
}

export const NO_HISTORY: History = { past: [], future: [] }
const MAX_UNDO_STEPS = 100

export function recorded(history: History, changes: readonly Change[]): History {
  return { past: [...history.past, changes].slice(-MAX_UNDO_STEPS), future: [] }
}

/** One undo or redo step: the changes to apply and the history after it; null when there is none. */
export function step(history: History, way: 'undo' | 'redo'): { changes: readonly Change[]; history: History } | null {
  const { past, future } = history
  if (way === 'undo') {
    const last = past.at(-1)
    return last ? { changes: inverse(last), history: { past: past.slice(0, -1), future: [...future, last] } } : null
  }
  const next = future.at(-1)
  return next ? { changes: next, history: { past: [...past, next], future: future.slice(0, -1) } } : null
}

/**
 * Three-way merge of drawings by id; `base` is the common ancestor.
 *
 * A change made on one side is kept. On conflicting changes, mine wins. A drawing that one side changed and the other
 * deleted is kept, so that no work is lost. Their order is preserved; my additions follow.
 */
export function mergeDrawings(
  base: readonly Drawing[],
  mine: readonly Drawing[],
  theirs: readonly Drawing[],
): readonly Drawing[] {
  const byId = (list: readonly Drawing[]) => new Map(list.map((each) => [each.id, each]))
  const [before, own, other] = [byId(base), byId(mine), byId(theirs)]
  const merged: Drawing[] = []
  for (const their of theirs) {
    const was = before.get(their.id)
    const my = own.get(their.id)
    if (my === undefined) {
      // Deleted by me, or never seen here.
      if (was === undefined || !sameDrawing(was, their)) merged.push(their)
    } else merged.push(sameDrawing(was, my) ? their : my)
  }
  for (const my of mine) {
    if (!other.has(my.id) && !sameDrawing(before.get(my.id), my)) merged.push(my)
  }
  return merged
}
