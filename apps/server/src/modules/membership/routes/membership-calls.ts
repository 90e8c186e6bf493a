import {
  AdminCheckOrderBody,
  AdminOrders,
  AdminOrdersBody,
  AdminReverseOrderBody,
  AdminReviewOrderBody,
  MyOrders,
  MyOrdersBody,
  OrderCheck,
  OrderQuote,
  QuoteOrderBody,
  ReversedOrder,
  ReviewedOrder,
  SubmitOrderBody,
  SubmittedOrder,
} from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addJsonCall } from '../../../platform/http/index.ts'
import type { SignedIn } from '../../../platform/http/index.ts'
import { listOrdersForReview, loadOrderCheck } from '../admin-orders.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { listMyOrders } from '../my-orders.ts'
import { quoteOrder } from '../quote-order.ts'
import { reverseOrder, reviewOrder } from '../review-order.ts'
import type { Reviewer } from '../review-order.ts'
import { submitOrder } from '../submit-order.ts'
import { addMyOrdersExport } from './my-orders-export.ts'

/** Routes for payments, of users and of administrators (CONTRACT 2). */
export function addMembershipCalls(app: FastifyInstance, deps: MembershipDeps): void {
  const tag = 'membership'
  const reviewer = ({ accountId }: SignedIn, { ip }: FastifyRequest): Reviewer => ({
    accountId,
    ipHash: deps.keys.hashAddress(ip, deps.clock.now()),
  })
  addJsonCall(
    app,
    '/api/quote_order',
    { tag, summary: 'Quote the exact amount to pay', body: QuoteOrderBody, data: OrderQuote },
    ({ accountId }, body) => quoteOrder(deps, accountId, body),
  )
  const purchase = {
    network_type: 'PURCHASE_INCOMPLETE',
    payment_address: 'PURCHASE_INCOMPLETE',
    transaction_id: 'PURCHASE_INCOMPLETE',
  } as const
  addJsonCall(
    app,
    '/api/submit_order',
    {
      tag,
      summary: 'Submit a payment for review',
      body: SubmitOrderBody,
      data: SubmittedOrder,
      incomplete: purchase,
    },
    ({ accountId }, body) => submitOrder(deps, accountId, body),
  )
  addJsonCall(
    app,
    '/api/my_orders',
    { tag, summary: "List the user's payments", body: MyOrdersBody, data: MyOrders },
    ({ accountId }, body) => listMyOrders(deps, accountId, body),
  )
  addMyOrdersExport(app, deps)
  addJsonCall(
    app,
    '/api/admin_orders',
    { tag, summary: 'List payments for review', body: AdminOrdersBody, data: AdminOrders },
    (_who, body) => listOrdersForReview(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_check_order',
    { tag, summary: 'Look up a payment on the chain', body: AdminCheckOrderBody, data: OrderCheck },
    (_who, { id, fresh }) => loadOrderCheck(deps, id, fresh),
  )
  const review = { status: 'STATUS_MISSING', remark: 'REMARK_MISSING' } as const
  addJsonCall(
    app,
    '/api/admin_review_order',
    { tag, summary: 'Pass or refuse a payment', body: AdminReviewOrderBody, data: ReviewedOrder, incomplete: review },
    (who, body, request) => reviewOrder(deps, reviewer(who, request), body),
  )
  const reversal = { remark: 'REMARK_MISSING' } as const
  addJsonCall(
    app,
    '/api/admin_reverse_order',
    {
      tag,
      summary: 'Reverse a passed payment',
      body: AdminReverseOrderBody,
      data: ReversedOrder,
      incomplete: reversal,
    },
    (who, body, request) => reverseOrder(deps, reviewer(who, request), body),
  )
}
