import { DRAWING_POINTS } from '@flowprint/orderflow'
import type { DrawingKind } from '@flowprint/orderflow'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice } from '../schemas.ts'
import { DRAWING_TEXT_MAX, LAST_DRAWING_TIME } from './limits.ts'
import { CLEAN_TEXT } from './parts.ts'

const KINDS = Object.keys(DRAWING_POINTS) as DrawingKind[]

const DrawingPoint = Type.Object(
  {
    t: Type.Integer({ minimum: 0, maximum: LAST_DRAWING_TIME, description: 'ms since the epoch' }),
    price: Type.String({ maxLength: 40, pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$', description: 'exact decimal' }),
  },
  { additionalProperties: false },
)

/** What somebody drew on a symbol. */
export const Drawing = Type.Object(
  {
    id: Type.String({
      pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      description: 'uuid, made by the page',
    }),
    kind: Choice(KINDS, {
      description: 'profile: volume by price between two times; measure: price, time and volume of a range',
    }),
    points: Type.Array(DrawingPoint, {
      minItems: 1,
      maxItems: 2,
      description: 'hline and text have one, all others two',
    }),
    colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    width: Type.Integer({ minimum: 1, maximum: 4 }),
    text: Type.Optional(Type.String({ maxLength: DRAWING_TEXT_MAX, pattern: CLEAN_TEXT })),
    locked: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type Drawing = Static<typeof Drawing>
