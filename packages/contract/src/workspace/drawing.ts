import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice } from '../schemas.ts'
import { DRAWING_TEXT_MAX } from './limits.ts'
import { CLEAN_TEXT } from './parts.ts'

/** How many points each kind has. profile: volume by price between two times; measure: price, time and volume of a range. */
export const DRAWING_POINTS = { hline: 1, trend: 2, ray: 2, rect: 2, profile: 2, measure: 2, text: 1 } as const
export type DrawingKind = keyof typeof DRAWING_POINTS
export const DRAWING_KINDS = Object.keys(DRAWING_POINTS) as DrawingKind[]

/** 9999-12-31: far enough for a line that is drawn into the future. */
const LAST_TIME_MS = 253402300799999

const DrawingPoint = Type.Object(
  {
    t: Type.Integer({ minimum: 0, maximum: LAST_TIME_MS, description: 'ms since the epoch' }),
    price: Type.String({ maxLength: 40, pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$', description: 'exact decimal' }),
  },
  { additionalProperties: false },
)

/** What somebody drew on a symbol. */
export const Drawing = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', description: 'uuid, made by the page' }),
    kind: Choice(DRAWING_KINDS),
    points: Type.Array(DrawingPoint, { minItems: 1, maxItems: 2, description: 'hline and text have one, all others two' }),
    colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    width: Type.Integer({ minimum: 1, maximum: 4 }),
    text: Type.Optional(Type.String({ maxLength: DRAWING_TEXT_MAX, pattern: CLEAN_TEXT })),
    locked: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type Drawing = Static<typeof Drawing>
