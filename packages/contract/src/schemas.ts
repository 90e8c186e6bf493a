import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import {
  CHECK_STATES,
  DIVIDEND_STATUSES,
  MAX_EMAIL_LENGTH,
  LANGUAGE_CODES,
  MAX_NAME_LENGTH,
  NETWORKS,
  ORDER_STATUSES,
  MAX_PAGE_CUR,
  MAX_PASSWORD_LENGTH,
  MAX_PASTED_LENGTH,
  MAX_REMARK_LENGTH,
  ROLES,
  MAX_SEARCH_LENGTH,
  THEMES,
} from './limits.ts'

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

export const Username = Type.String({
  maxLength: MAX_NAME_LENGTH,
  description: 'letters, digits and @ . + - _; unique, ignoring case',
})
export const PersonName = Type.String({ maxLength: MAX_NAME_LENGTH })
export const Email = Type.String({ maxLength: MAX_EMAIL_LENGTH, examples: ['ada@example.com'] })
export const Password = Type.String({ maxLength: MAX_PASSWORD_LENGTH, format: 'password' })
export const LinkToken = Type.String({ maxLength: 128, description: 'token from the link in the mail' })
export const SessionToken = Type.String({ description: 'for the Authorization header; replaces the previous token' })
export const OneTimeCode = Type.String({
  maxLength: 64,
  description: 'six-digit authenticator code, or a recovery code where accepted',
})

export const Role = Choice(ROLES)
export const Theme = Choice(THEMES)
export const LanguageCode = Choice(LANGUAGE_CODES)
export const NullableTime = Nullable(IsoTime)

/** Empty response of calls that return no data. */
export const Done = Type.Object({}, { additionalProperties: false })

export const Amount = Type.String({
  pattern: '^-?[0-9]+\\.[0-9]{6}$',
  description: 'USDT, six decimals',
  examples: ['199.000000'],
})
export const Ratio = Type.String({
  pattern: '^[0-9]\\.[0-9]{4}$',
  description: 'share of the paid amount',
  examples: ['0.1500'],
})
export const NetworkType = Choice(NETWORKS)
export const OrderStatus = Choice(ORDER_STATUSES)
export const DividendStatus = Choice(DIVIDEND_STATUSES)
export const CheckState = Choice(CHECK_STATES, {
  description:
    'none: not checked; not_found: unknown to the network; unconfirmed: seen, not final; error: the node could not be reached',
})
export const Remark = Type.String({ maxLength: MAX_REMARK_LENGTH })
export const Search = Type.String({ maxLength: MAX_SEARCH_LENGTH })
export const Pasted = Type.String({ maxLength: MAX_PASTED_LENGTH })
export const ObjectId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** Row version, incremented by every change; a decision refers to the version it was based on. */
export const Version = Type.Integer({ minimum: 1 })

/** Pagination arguments of every list. */
export const PAGE = {
  page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_CUR, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
}

/** A page of a list. */
export const Page = <T extends TSchema>(row: T) =>
  Type.Object({
    list: Type.Array(row),
    total: Type.Integer(),
    page_cur: Type.Integer(),
    page_size: Type.Integer(),
    capped: Type.Optional(
      Type.Boolean({
        description: 'true: there are more rows than `total`, which stops counting here; later pages still work',
      }),
    ),
  })

export const ShareLevel = Type.Object({
  level: Type.Integer({ minimum: 1 }),
  min_paying: Type.Integer({ minimum: 0, description: 'minimum number of paying invitees before the order' }),
  ratio: Ratio,
})

/** Null: none yet. */
export const NullableAmount = Nullable(Amount)
