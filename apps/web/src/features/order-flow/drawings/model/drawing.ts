import type { Drawing } from '@flowprint/contract'
import {
  fromUnits,
  toUnits,
  type DecimalUnit,
  type DrawingKind,
  type DrawingPoint,
  type DrawingShape,
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

/** The latest time of a drawing: 9999-12-31. */
const LAST_TIME_MS = 253_402_300_799_999

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
    t: Math.min(LAST_TIME_MS, Math.max(0, Math.round(t))),
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
