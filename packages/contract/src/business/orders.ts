import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  Amount,
  CheckState,
  Choice,
  Email,
  IsoTime,
  NetworkType,
  Nullable,
  NullableAmount,
  NullableTime,
  ObjectId,
  OrderStatus,
  Page,
  PAGE,
  Pasted,
  Remark,
  Search,
  Username,
  Version,
} from '../schemas.ts'
import { ChoiceArgument, TextArgument } from '../calls/arguments.ts'
import { CHECK_REASONS, ORDER_STATUSES, REVERSAL_SCOPES, MAX_SEARCH_LENGTH } from '../limits.ts'

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
  transaction_id: Type.Optional(TextArgument(MAX_SEARCH_LENGTH, { description: 'prefix of the ID' })),
})
export type MyOrdersExportQuery = Static<typeof MyOrdersExportQuery>

/** Newest first. */
export const MyOrders = Page(MyOrder)
export type MyOrders = Static<typeof MyOrders>

export const CheckReason = Type.Unsafe<(typeof CHECK_REASONS)[number]>({ type: 'string', enum: [...CHECK_REASONS] })

export const AdminOrdersBody = Type.Object({
  ...PAGE,
  transaction_id: Type.Optional(Search),
  status: Type.Optional(OrderStatus),
  user: Type.Optional(Type.String({ maxLength: 200, description: 'ID, username or email' })),
})
export type AdminOrdersBody = Static<typeof AdminOrdersBody>

/** Preview of the effects of approving this order. */
const ReviewEffect = Type.Object({
  expire_time: IsoTime,
  inviter_id: Nullable(ObjectId),
  inviter_name: Nullable(Type.String()),
  ratio: Nullable(Type.String()),
  share_amount: NullableAmount,
})

const TakenBack = Type.Object({ days: Type.Integer({ description: 'membership days removed' }), expire_time: IsoTime })

/** Preview of the effects of reversing this order now. */
const ReversalEffect = Type.Object({
  expire_before: IsoTime,
  ahead: TakenBack,
  all: TakenBack,
  share: Nullable(
    Type.Object({
      inviter_id: ObjectId,
      inviter_name: Type.String(),
      amount: Amount,
      becomes: Type.Unsafe<'void' | 'clawback'>({
        type: 'string',
        enum: ['void', 'clawback'],
        description: 'clawback: already settled, deducted from the next payout',
      }),
    }),
  ),
})
type ReversalEffect = Static<typeof ReversalEffect>

export const AdminOrder = Type.Object({
  ...MyOrder.properties,
  version: Version,
  user_id: ObjectId,
  username: Type.String(),
  email: Nullable(Type.String({ description: 'null: the account was deleted' })),
  quoted_amount: Amount,
  from_exchange: Type.Boolean(),
  late: Type.Boolean({ description: 'submitted after the quote expired' }),
  check_state: CheckState,
  check_reasons: Type.Array(CheckReason),
  duplicate_of: Nullable(ObjectId),
  disputes: Type.Integer({ description: 'number of other users who claimed the same transaction' }),
  reviewer_name: Nullable(Type.String()),
  reversed_at: NullableTime,
  reversal_remark: Nullable(Type.String()),
})
export type AdminOrder = Static<typeof AdminOrder>

/** Pending first, oldest first among them; then newest first. */
export const AdminOrders = Page(AdminOrder)
export type AdminOrders = Static<typeof AdminOrders>

export const AdminCheckOrderBody = Type.Object({
  id: ObjectId,
  fresh: Type.Optional(Type.Boolean({ description: 'checks the network again' })),
})
export type AdminCheckOrderBody = Static<typeof AdminCheckOrderBody>

const DisputeRow = Type.Object({
  user_id: ObjectId,
  username: Type.String(),
  payment_address: Type.String(),
  claimed_at: IsoTime,
})

/** Evidence of a payment. Advisory only; an administrator decides. */
export const OrderCheck = Type.Object({
  order: AdminOrder,
  check_state: CheckState,
  reasons: Type.Array(CheckReason),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  /** Amount seen as paid to us: 0 when the network denies the payment, null when unknown. */
  amount: NullableAmount,
  block: Nullable(Type.Integer()),
  block_time: NullableTime,
  confirmed: Type.Boolean(),
  checked_at: NullableTime,
  explorer_url: Type.String(),
  disputes: Type.Array(DisputeRow),
  /** The inviter of the payer; that account cannot review the order. */
  inviter_id: Nullable(ObjectId),
  effect: ReviewEffect,
  /** Null: not approved, or already reversed. */
  reversal: Nullable(ReversalEffect),
})
export type OrderCheck = Static<typeof OrderCheck>

export const AdminReviewOrderBody = Type.Object({
  id: ObjectId,
  version: Version,
  status: Type.Unsafe<'passed' | 'refused'>({ type: 'string', enum: ['passed', 'refused'] }),
  remark: Remark,
  amount: Type.Optional(Pasted),
  accept_underpaid: Type.Optional(Type.Boolean()),
  accept_denied: Type.Optional(
    Type.Boolean({
      description: 'approves the quoted amount although the network denies the payment; only without `amount`',
    }),
  ),
})
export type AdminReviewOrderBody = Static<typeof AdminReviewOrderBody>

export const ReviewedOrder = Type.Object({
  id: ObjectId,
  status: OrderStatus,
  review_time: IsoTime,
  expire_time: NullableTime,
})
export type ReviewedOrder = Static<typeof ReviewedOrder>

export const AdminReverseOrderBody = Type.Object({
  id: ObjectId,
  remark: Remark,
  days: Type.Optional(
    Choice(REVERSAL_SCOPES, {
      default: 'ahead',
      description: 'ahead: future days of the order; all: as many days as it granted',
    }),
  ),
})
export type AdminReverseOrderBody = Static<typeof AdminReverseOrderBody>

export const ReversedOrder = Type.Object({ id: ObjectId, reversed_at: IsoTime, expire_time: NullableTime })
export type ReversedOrder = Static<typeof ReversedOrder>
