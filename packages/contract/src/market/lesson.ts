import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, DecimalText, Nullable, SymbolText, TimeMs } from '../schemas.ts'

/** Followers of one lesson, on all nodes together. */
export const MAX_LESSON_FOLLOWERS = 500
/** Texts of settings and views, as in links. */
const MAX_SETTINGS_LENGTH = 4096

const LinkText = Type.String({ maxLength: MAX_SETTINGS_LENGTH, pattern: '^[A-Za-z0-9._~-]*$' })

/** Random text from which the server derives the id of a lesson; only its leader knows it. */
export const LessonKey = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
/** Id of a lesson in links: unguessable. */
export const LessonId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })

/** The chart of the leader, as in the parameters of a link. Followers load its data themselves, with their own rights. */
export const LessonView = Type.Object(
  {
    symbol: SymbolText,
    cycle: Type.String({ maxLength: 16 }),
    precision: Type.String({ maxLength: 40 }),
    settings: LinkText,
    view: LinkText,
  },
  { additionalProperties: false },
)
export type LessonView = Static<typeof LessonView>

/** What changes while the leader watches one chart. */
export const LessonMoment = Type.Object(
  {
    /** null: the live market. */
    cutoff: Nullable(
      Type.Object(
        {
          t: TimeMs,
          trades: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        },
        { additionalProperties: false },
      ),
    ),
    /** 1: forwards, -1: backwards, 0: paused. */
    playing: Type.Integer({ minimum: -1, maximum: 1 }),
    /** Market time per wall time. */
    speed: Type.Integer({ minimum: 1, maximum: 1000 }),
    /** Visible bars, [from, to). null: none, or the newest bars. */
    range: Nullable(Type.Object({ from: TimeMs, to: TimeMs }, { additionalProperties: false })),
    /** Crosshair: start of its bar, and its price in the main pane. null: not on the chart. */
    pointer: Nullable(
      Type.Object(
        { t: TimeMs, price: Nullable(Type.Intersect([DecimalText, Type.String({ maxLength: 40 })])) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type LessonMoment = Static<typeof LessonMoment>

/**
 * Why a lesson is over for a connection. ended: by its leader · away: the leader was away for too long · replaced: the
 * account leads another lesson, or this one elsewhere · unknown: no such lesson is led · full: too many followers, or
 * too many lessons on this node.
 */
export const LESSON_END_REASONS = ['ended', 'away', 'replaced', 'unknown', 'full'] as const
export const LessonEndReason = Choice(LESSON_END_REASONS)
export type LessonEndReason = (typeof LESSON_END_REASONS)[number]
