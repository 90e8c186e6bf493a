import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, IsoTime } from './schemas.ts'

/** GET /api/dev/outbox: mails that would have been sent, newest first. */
export const Outbox = Type.Object({
  list: Type.Array(
    Type.Object({
      id: Type.Integer(),
      to: Type.String(),
      template: Type.String(),
      language: Choice(['zh', 'en']),
      subject: Type.String(),
      text: Type.String(),
      html: Type.String(),
      created_at: IsoTime,
      links: Type.Array(Type.String()),
    }),
  ),
})
export type Outbox = Static<typeof Outbox>

/** POST /api/dev/clock */
export const ClockBody = Type.Object({ offset_ms: Type.Integer({ minimum: -1e13, maximum: 1e13 }) })
export type ClockBody = Static<typeof ClockBody>

export const ClockOffset = Type.Object({ offset_ms: Type.Integer(), now: IsoTime })
