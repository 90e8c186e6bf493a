import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChoiceArgument, FlagArgument, IntegerArgument, TextArgument } from '../calls/arguments.ts'
import { ORDER_STATUSES, DIVIDEND_STATUSES, SEARCH_MAX, EXPORT_LISTS } from './limits.ts'

const list = ChoiceArgument(EXPORT_LISTS, {
  description: 'list to export; the other arguments are the filters of that list',
})
const text = (description: string) => Type.Optional(TextArgument(SEARCH_MAX, { description }))

/** Arguments of an export, by list: the same filters as on the page. */
export const EXPORT_QUERIES = {
  orders: Type.Object({
    list,
    transaction_id: text('its beginning'),
    status: Type.Optional(ChoiceArgument(ORDER_STATUSES, { description: 'review status' })),
    user: text('an ID, or the beginning of a user name or e-mail'),
  }),
  users: Type.Object({
    list,
    name: text('an ID, or the beginning of a user name or e-mail'),
    role: Type.Optional(
      ChoiceArgument(['user', 'inviter', 'admin'], { description: 'user: neither inviter nor admin' }),
    ),
    expired: Type.Optional(FlagArgument({ description: 'without an active membership' })),
  }),
  dividends: Type.Object({
    list,
    id: Type.Optional(
      IntegerArgument(1, Number.MAX_SAFE_INTEGER, { description: 'ID of the inviter; all inviters when absent' }),
    ),
    status: Type.Optional(ChoiceArgument(DIVIDEND_STATUSES, { description: 'share status' })),
    settlement_id: text('its beginning'),
  }),
  audit: Type.Object({
    list,
    actor: text('an ID, or the beginning of a user name or e-mail'),
    action: text('in full'),
    object: text('type, or type:id'),
  }),
} as const

/** Union of all arguments, for the documentation: `status` accepts the values of its list. */
export const AdminExportQuery = Type.Object({
  ...EXPORT_QUERIES.orders.properties,
  ...EXPORT_QUERIES.users.properties,
  ...EXPORT_QUERIES.dividends.properties,
  ...EXPORT_QUERIES.audit.properties,
  status: Type.Optional(
    ChoiceArgument(['pending', 'passed', 'refused', 'unpaid', 'settled'], {
      description: 'orders: pending, passed, refused; dividends: unpaid, pending, settled',
    }),
  ),
})
export type AdminExportQuery = Static<typeof AdminExportQuery>
