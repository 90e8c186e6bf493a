import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Drawing } from './drawing.ts'
import {
  LAST_DRAWING_TIME,
  MAX_MOMENT_DRAWINGS,
  MAX_MOMENT_NOTE_LENGTH,
  MAX_MOMENT_TRADES,
  MOMENT_ID,
  POSITIVE_DECIMAL,
} from './limits.ts'
import { IsoTime, PAGE, Page } from './schemas.ts'
import { Ascii, CleanText, KeptSymbol } from './stored-schemas.ts'

const Moment = Type.Integer({ minimum: 0, maximum: LAST_DRAWING_TIME, description: 'ms since the epoch' })

/** A drawing of a moment: a reader who saves it creates a new id. */
export const MomentDrawing = Type.Omit(Drawing, ['id', 'locked'], { additionalProperties: false })
export type MomentDrawing = Static<typeof MomentDrawing>

/** What a moment shows; settings and view are as in a link. */
export const MomentContent = Type.Object(
  {
    symbol: KeptSymbol,
    cycle: Type.String({ minLength: 1, maxLength: 24, pattern: '^[A-Za-z0-9.]+$' }),
    precision: Type.String({ maxLength: 40, pattern: POSITIVE_DECIMAL, description: 'exact decimal' }),
    settings: Ascii(8000, 'indicator settings'),
    view: Ascii(2000, 'how the chart shows them'),
    range: Type.Optional(
      Type.Object(
        { from: Moment, to: Moment },
        { additionalProperties: false, description: 'visible bars, from < to' },
      ),
    ),
    cutoff: Type.Object(
      {
        t: Moment,
        trades: Type.Integer({ minimum: 0, maximum: MAX_MOMENT_TRADES }),
      },
      {
        additionalProperties: false,
        description: 'all trades before millisecond t, and the first `trades` trades of it in canonical order',
      },
    ),
    drawings: Type.Array(MomentDrawing, { maxItems: MAX_MOMENT_DRAWINGS }),
    note: CleanText({ maxLength: MAX_MOMENT_NOTE_LENGTH, description: 'plain text; surrounding spaces are trimmed' }),
  },
  { additionalProperties: false },
)
export type MomentContent = Static<typeof MomentContent>

export const MomentId = Type.String({ pattern: MOMENT_ID, description: 'unguessable; part of the link' })

/** Body of POST /moment and POST /delete_moment. */
export const MomentBody = Type.Object({ id: MomentId })
export type MomentBody = Static<typeof MomentBody>

/** Data of POST /save_moment. */
export const SavedMoment = Type.Object({ id: MomentId })
export type SavedMoment = Static<typeof SavedMoment>

/** Data of POST /moment. */
export const LoadedMoment = Type.Object({
  id: MomentId,
  created_at: IsoTime,
  content: MomentContent,
  delay_ms: Type.Integer({ minimum: 0, description: 'delay of market data for the caller' }),
  wait_ms: Type.Integer({ minimum: 0, description: 'time until the caller may see the cutoff; 0: now' }),
})
export type LoadedMoment = Static<typeof LoadedMoment>

/** Body of POST /moments. */
export const MomentsBody = Type.Object(PAGE)
export type MomentsBody = Static<typeof MomentsBody>

/** Data of POST /moments: those of the account, newest first. */
export const Moments = Page(
  Type.Object({
    id: MomentId,
    created_at: IsoTime,
    symbol: KeptSymbol,
    cycle: Type.String(),
    t: Moment,
    note: Type.String(),
    drawings: Type.Integer({ minimum: 0, description: 'number of drawings' }),
  }),
)
export type Moments = Static<typeof Moments>
