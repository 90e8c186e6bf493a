import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { ERROR_SLUGS } from './errors.ts'
import { Choice } from './schemas.ts'

/** Success: `{code: 200, message: 'OK', data}`. */
export const Answer = <T extends TSchema>(data: T) =>
  Type.Object({ code: Type.Literal(200), message: Type.Literal('OK'), data })

/** One error of one field; `message` is in the language of the request. */
export const FieldFault = Type.Object({ error: Type.String(), message: Type.String() })
export type FieldFault = Static<typeof FieldFault>

/** Every error response. `detail` repeats the message when the HTTP status is not 200. */
export const ErrorAnswer = Type.Object({
  code: Type.Union([Type.Integer(), Type.Literal('501')]),
  message: Type.String(),
  detail: Type.Optional(Type.String()),
  data: Type.Object(
    {
      error: Choice(ERROR_SLUGS, { description: 'stable slug' }),
      fields: Type.Optional(Type.Record(Type.String(), Type.Array(FieldFault))),
      retry_after: Type.Optional(Type.Integer({ description: 'seconds' })),
      nearest: Type.Optional(Type.Array(Type.String(), { description: 'valid values nearest to the requested one' })),
      allowed: Type.Optional(
        Type.Object(
          {
            precision: Type.Optional(Type.String()),
            limit: Type.Optional(Type.Integer()),
            from: Type.Optional(Type.String()),
          },
          {
            description:
              'TOO_MANY_CELLS: the smallest precision that fits, or otherwise the greatest limit (for a profile: the earliest start)',
          },
        ),
      ),
    },
    { additionalProperties: true },
  ),
})
export type ErrorAnswer = Static<typeof ErrorAnswer>

export interface Success<T> {
  readonly code: 200
  readonly message: 'OK'
  readonly data: T
}
