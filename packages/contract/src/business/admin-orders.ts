import { Type } from 'typebox'
import type { Static } from 'typebox'
import { NullableTime } from '../accounts/fields.ts'
import { Choice, IsoTime, Nullable } from '../schemas.ts'
import { MyOrder } from './orders.ts'
import {
  Amount,
  CheckState,
  NullableAmount,
  ObjectId,
  OrderStatus,
  Page,
  PAGE,
  Pasted,
  Remark,
  Search,
  Version,
} from './parts.ts'

/** What spoke for or against a payment, as stable words; sentences are the page's. */
export const CHECK_REASONS = [
  'failed_transaction',
  'foreign_token',
  'wrong_recipient',
  'old_recipient',
  'amount_short',
  'amount_over',
  'sender_differs',
  'before_registration',
  'before_quote',
  'quote_late',
  'amount_of_other_quote',
  'several_transfers',
  'not_final',
  'unknown_transaction',
  'node_unreachable',
  'node_limited',
  'node_answer_unreadable',
] as const
/** Reasons for which the network proves that nothing was paid to us: the amount seen is 0. */
export const DENYING_REASONS = [
  'failed_transaction',
  'foreign_token',
  'wrong_recipient',
  'unknown_transaction',
] as const satisfies readonly (typeof CHECK_REASONS)[number][]
/** Which days a reversal takes back: those of the order that lie ahead, or as many as the order gave. */
export const REVERSAL_SCOPES = ['ahead', 'all'] as const
export type ReversalScope = (typeof REVERSAL_SCOPES)[number]
export const CheckReason = Type.Unsafe<(typeof CHECK_REASONS)[number]>({ type: 'string', enum: [...CHECK_REASONS] })

export const AdminOrdersBody = Type.Object({
  ...PAGE,
  transaction_id: Type.Optional(Search),
  status: Type.Optional(OrderStatus),
  user: Type.Optional(Type.String({ maxLength: 200, description: 'ID, user name or e-mail' })),
})
export type AdminOrdersBody = Static<typeof AdminOrdersBody>

/** What happens when this order is passed, in numbers. */
export const ReviewEffect = Type.Object({
  expire_time: IsoTime,
  inviter_id: Nullable(ObjectId),
  inviter_name: Nullable(Type.String()),
  ratio: Nullable(Type.String()),
  share_amount: NullableAmount,
})

const TakenBack = Type.Object({ days: Type.Integer({ description: 'of membership taken back' }), expire_time: IsoTime })

/** What happens when this order is taken back now, in numbers. */
export const ReversalEffect = Type.Object({
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
        description: 'clawback: it was settled, the next payout is less by it',
      }),
    }),
  ),
})
export type ReversalEffect = Static<typeof ReversalEffect>

export const AdminOrder = Type.Object({
  ...MyOrder.properties,
  version: Version,
  user_id: ObjectId,
  username: Type.String(),
  email: Nullable(Type.String({ description: 'null: the account is deleted' })),
  quoted_amount: Amount,
  from_exchange: Type.Boolean(),
  late: Type.Boolean({ description: 'the quote had expired when it was submitted' }),
  check_state: CheckState,
  check_reasons: Type.Array(CheckReason),
  duplicate_of: Nullable(ObjectId),
  disputes: Type.Integer({ description: 'others who claimed the same transaction' }),
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
  fresh: Type.Optional(Type.Boolean({ description: 'asks the network again' })),
})
export type AdminCheckOrderBody = Static<typeof AdminCheckOrderBody>

export const DisputeRow = Type.Object({
  user_id: ObjectId,
  username: Type.String(),
  payment_address: Type.String(),
  claimed_at: IsoTime,
})

/** The evidence of a payment. It advises; people decide. */
export const OrderCheck = Type.Object({
  order: AdminOrder,
  check_state: CheckState,
  reasons: Type.Array(CheckReason),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  /** Seen as paid to us: 0 where the network denies the payment, null where it is not known. */
  amount: NullableAmount,
  block: Nullable(Type.Integer()),
  block_time: NullableTime,
  confirmed: Type.Boolean(),
  checked_at: NullableTime,
  explorer_url: Type.String(),
  disputes: Type.Array(DisputeRow),
  /** Who invited the payer: that account cannot review the order. */
  inviter_id: Nullable(ObjectId),
  effect: ReviewEffect,
  /** Null: it is not passed, or was taken back already. */
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
      description: 'passes the quoted amount although the network denies the payment; without `amount` only',
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
      description: 'ahead: the days of the order that lie ahead; all: as many as it gave',
    }),
  ),
})
export type AdminReverseOrderBody = Static<typeof AdminReverseOrderBody>

export const ReversedOrder = Type.Object({ id: ObjectId, reversed_at: IsoTime, expire_time: NullableTime })
export type ReversedOrder = Static<typeof ReversedOrder>
