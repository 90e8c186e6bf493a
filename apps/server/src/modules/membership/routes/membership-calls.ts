import { membershipCalls } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../../platform/csv/index.ts'
import { actorOf, addCalls, limitedTo } from '../../../platform/http/index.ts'
import { listOrdersForReview, loadOrderCheck } from '../admin-orders.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { exportMyOrders, listMyOrders } from '../my-orders.ts'
import { quoteOrder } from '../quote-order.ts'
import { reverseOrder, reviewOrder } from '../review-order.ts'
import { submitOrder } from '../submit-order.ts'

export function addMembershipCalls(app: FastifyInstance, deps: MembershipDeps): void {
  addCalls(app, membershipCalls, {
    quoteOrder: ({ user, body }) => quoteOrder(deps, user.accountId, body),
    submitOrder: {
      incomplete: {
        network_type: 'PURCHASE_INCOMPLETE',
        payment_address: 'PURCHASE_INCOMPLETE',
        transaction_id: 'PURCHASE_INCOMPLETE',
      },
      handle: ({ user, body }) => submitOrder(deps, user.accountId, body),
    },
    myOrders: ({ user, body }) => listMyOrders(deps, user.accountId, body),
    myOrdersExport: {
      config: limitedTo('export', deps.rateLimitFactor),
      handle: ({ user, query, reply }) => {
        const name = `orders-${new Date(deps.clock.now()).toISOString().slice(0, 10)}.csv`
        return sendCsv(reply, name, exportMyOrders(deps.pool, user.accountId, query))
      },
    },
    adminOrders: ({ body }) => listOrdersForReview(deps, body),
    adminCheckOrder: ({ body: { id, fresh } }) => loadOrderCheck(deps, id, fresh),
    adminReviewOrder: {
      incomplete: { status: 'STATUS_MISSING', remark: 'REMARK_MISSING' },
      handle: (call) => reviewOrder(deps, actorOf(call, deps), call.body),
    },
    adminReverseOrder: {
      incomplete: { remark: 'REMARK_MISSING' },
      handle: (call) => reverseOrder(deps, actorOf(call, deps), call.body),
    },
  })
}
