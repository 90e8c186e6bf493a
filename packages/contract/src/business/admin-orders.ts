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
import { CHECK_REASONS, REVERSAL_SCOPES } from './limits.ts'

export const CheckReason = Type.Unsafe<(typeof CHECK_REASONS)[number]>({ type: 'string', enum: [...CHECK_REASONS] })

export const AdminOrdersBody = Type.Object({
  ...PAGE,
  transaction_id: Type.Optional(Search),
  status: Type.Optional(OrderStatus),
  user: Type.Optional(Type.String({ maxLength: 200, description: 'ID, username or email' })),
})
export type AdminOrdersBody = Static<typeof AdminOrdersBody>

/** Preview of the effects of approving this order. */
export const ReviewEffect = Type.Object({
  expire_time: IsoTime,
  inviter_id: Nullable(ObjectId),
  inviter_name: Nullable(Type.String()),
  ratio: Nullable(Type.String()),
  share_amount: NullableAmount,
})

const TakenBack = Type.Object({ days: Type.Integer({ description: 'membership days removed' }), expire_time: IsoTime })

/** Preview of the effects of reversing this order now. */
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
        description: 'clawback: already settled, deducted from the next payout',
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

export const DisputeRow = Type.Object({
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
