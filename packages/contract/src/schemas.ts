import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'

/** Exact decimal text: prices, quantities and sums never travel as JSON numbers. */
export const DecimalText = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$', description: 'exact decimal' })

/** Milliseconds since the epoch. */
export const TimeMs = Type.Integer({ description: 'ms since the epoch' })

/** Only for bars of fills or volume, of which several may start in one millisecond. */
export const BarNumber = Type.Optional(
  Type.Integer({ minimum: 1, description: 'bars of fills or volume: number within the UTC day' }),
)

/** ISO-8601 in UTC, with Z. */
export const IsoTime = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$',
  description: 'ISO-8601, UTC',
})

/** EXCHANGE:PAIR, with .P for a perpetual. */
export const SymbolText = Type.String({ maxLength: 64, examples: ['BINANCE:LTCUSDT'], description: 'EXCHANGE:PAIR' })

/** Identity of a tape: changes when a tape is restored or rebuilt. */
export const TapeId = Type.String({ minLength: 1, maxLength: 64, description: 'uuid of the tape' })

export const Sequence = Type.Integer({ minimum: 0, description: 'position in the trade log' })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Same static type as `Type.Enum`, with the explicit type that JSON Schema readers expect. */
export const Choice = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

/** A tuple in OpenAPI 3.1 notation. */
export const Row = <const T extends readonly TSchema[]>(items: T, options: object = {}) =>
  Type.Unsafe<{ -readonly [K in keyof T]: Static<T[K]> }>({
    type: 'array',
    prefixItems: [...items],
    items: false,
    minItems: items.length,
    ...options,
  })
