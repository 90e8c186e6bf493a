import { membershipCalls } from '@flowprint/contract'
import type { FastifyPluginAsync } from 'fastify'
import { sendCsv } from '../../platform/csv/index.ts'
import { EVERY_MINUTE, HOURLY } from '../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../platform/jobs/index.ts'
import { actorOf, addCalls, limitedTo } from '../../platform/http/index.ts'
import { listOrdersForReview, loadOrderCheck } from './queries/check-order.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { exportMyOrders, listMyOrders } from './queries/my-orders.ts'
import { sendExpiryReminders, sendReviewDigest } from './commands/send-notices.ts'
import type { DigestDeps } from './commands/send-notices.ts'
import { quoteOrder } from './commands/quote-order.ts'
import { reverseOrder, reviewOrder } from './commands/review-order.ts'
import { submitOrder } from './commands/submit-order.ts'

export type { MembershipDeps } from './membership-deps.ts'
export { createTronNode } from './tron/tron-node.ts'

export const membershipJobs = (deps: DigestDeps): readonly ScheduledJob[] => [
  { name: 'expiry_reminders', cron: HOURLY, run: () => sendExpiryReminders(deps) },
  { name: 'review_digest', cron: EVERY_MINUTE, run: () => sendReviewDigest(deps) },
]

/** The calls about payments. */
export const membershipPlugin: FastifyPluginAsync<MembershipDeps> = async (app, deps) => {
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
