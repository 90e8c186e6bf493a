import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { Choice, Nullable } from '../schemas.ts'
import {
  NETWORKS,
  ORDER_STATUSES,
  DIVIDEND_STATUSES,
  CHECK_STATES,
  REMARK_MAX,
  SEARCH_MAX,
  PASTED_MAX,
  PAGE_CUR_MAX,
} from './limits.ts'

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
export const Remark = Type.String({ maxLength: REMARK_MAX })
export const Search = Type.String({ maxLength: SEARCH_MAX })
export const Pasted = Type.String({ maxLength: PASTED_MAX })
export const ObjectId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** Row version, incremented by every change; a decision refers to the version it was based on. */
export const Version = Type.Integer({ minimum: 1 })

/** Pagination arguments of every list. */
export const PAGE = {
  page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_CUR_MAX, default: 1 })),
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
