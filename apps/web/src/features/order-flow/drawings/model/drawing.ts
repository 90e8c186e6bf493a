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

/** Colours that keep apart from both grounds and from each other. */
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

/** The last moment a drawing may name: 9999-12-31. */
const LAST_TIME_MS = 253_402_300_799_999

/** Ticks of a price; the nearest where the market's tick no longer divides it. */
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

/** Points as they are kept: never before 1970 and never below 0, where no price is. */
export function keptPoints(points: readonly DrawingPoint[], unit: DecimalUnit): Drawing['points'] {
  return points.map(({ t, tick }) => ({
    t: Math.min(LAST_TIME_MS, Math.max(0, Math.round(t))),
    price: fromUnits(Math.max(0, Math.round(tick)), unit),
  }))
}

export function newDrawing(kind: DrawingKind, points: Drawing['points'], { colour, width }: DrawingStyle): Drawing {
  return { id: crypto.randomUUID(), kind, points, colour, width }
}

/** Whether two drawings say the same, in whatever order their fields stand. */
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
