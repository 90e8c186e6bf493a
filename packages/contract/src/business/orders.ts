import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Email, NullableTime, Username } from '../accounts/fields.ts'
import { ChoiceArgument, TextArgument } from '../calls/arguments.ts'
import { IsoTime, Nullable } from '../schemas.ts'
import { Amount, NetworkType, ObjectId, OrderStatus, Page, PAGE, Pasted, Remark, Search } from './parts.ts'
import { ORDER_STATUSES, SEARCH_MAX } from './limits.ts'

/** One network of /properties code "network_type". `receive_address` only for signed-in users. */
export const NetworkProperty = Type.Object({
  value: NetworkType,
  label: Type.String(),
  token: Type.String(),
  decimals: Type.Integer(),
  contract_address: Type.String(),
  receive_address: Type.Optional(Nullable(Type.String())),
  explorer_url: Type.String({ description: 'URL template of a transaction; {id} is its ID' }),
  min_confirmations: Type.Integer(),
  enabled: Type.Boolean(),
})
export type NetworkProperty = Static<typeof NetworkProperty>

export const QuoteOrderBody = Type.Object({ network_type: NetworkType })
export type QuoteOrderBody = Static<typeof QuoteOrderBody>

/** The exact amount to pay; it identifies the payment. */
export const OrderQuote = Type.Object({
  quote_id: ObjectId,
  network_type: NetworkType,
  plan: Type.Literal('vip_year'),
  original_price: Amount,
  price: Amount,
  amount: Amount,
  receive_address: Type.String(),
  qr_text: Type.String({ description: 'the address only' }),
  expire_at: IsoTime,
  pending_order_id: Nullable(ObjectId),
})
export type OrderQuote = Static<typeof OrderQuote>

export const SubmitOrderBody = Type.Object({
  network_type: NetworkType,
  payment_address: Pasted,
  transaction_id: Pasted,
  quote_id: Type.Optional(ObjectId),
  from_exchange: Type.Optional(
    Type.Boolean({ description: 'paid from an exchange, so the sender is the exchange wallet' }),
  ),
})
export type SubmitOrderBody = Static<typeof SubmitOrderBody>

export const SubmittedOrder = Type.Object({ id: ObjectId, status: OrderStatus, amount: Amount, submit_time: IsoTime })
export type SubmittedOrder = Static<typeof SubmittedOrder>

export const MyOrdersBody = Type.Object({
  ...PAGE,
  status: Type.Optional(OrderStatus),
  transaction_id: Type.Optional(Search),
})
export type MyOrdersBody = Static<typeof MyOrdersBody>

export const MyOrder = Type.Object({
  id: ObjectId,
  transaction_id: Type.String(),
  submit_time: IsoTime,
  network_type: NetworkType,
  amount: Amount,
  payment_address: Type.String(),
  status: OrderStatus,
  remark: Remark,
  review_time: NullableTime,
  reversed: Type.Boolean(),
  user_id: ObjectId,
  username: Username,
  email: Nullable(Email),
})
export type MyOrder = Static<typeof MyOrder>

/** The same filters as on the page. */
export const MyOrdersExportQuery = Type.Object({
  status: Type.Optional(ChoiceArgument(ORDER_STATUSES, { description: 'review status' })),
  transaction_id: Type.Optional(TextArgument(SEARCH_MAX, { description: 'prefix of the ID' })),
})
export type MyOrdersExportQuery = Static<typeof MyOrdersExportQuery>

/** Newest first. */
export const MyOrders = Page(MyOrder)
export type MyOrders = Static<typeof MyOrders>
