import { promotionCalls } from '@flowprint/contract'
import type { FastifyPluginAsync } from 'fastify'
import { actorOf, addCalls } from '../../platform/http/index.ts'
import { loadInviterChart, loadInviterParam } from './queries/load-inviter.ts'
import { listOwnDividends, loadInviterDetail, loadSettlement } from './queries/list-dividends.ts'
import { loadInviters } from './queries/list-inviters.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { sendReminder } from './commands/send-reminder.ts'
import { setRatio, setReceiveAddress } from './commands/set-terms.ts'
import { settleShares } from './commands/settle.ts'

const incomplete = { remark: 'REMARK_MISSING' } as const

export type { PromotionDeps } from './promotion-deps.ts'
export { shareOfPayment, earnedShare, registerBusinessEventHandlers } from './commands/handle-events.ts'

/** The calls about inviters, shares and payouts. */
export const promotionPlugin: FastifyPluginAsync<PromotionDeps> = async (app, deps) => {
  addCalls(app, promotionCalls, {
    inviterParam: ({ user }) => loadInviterParam(deps, user.accountId),
    inviterDividends: ({ user, body }) => listOwnDividends(deps, user.accountId, body),
    inviterChart: ({ user, body }) => loadInviterChart(deps, user.accountId, body),
    setReceiveAddress: (call) => setReceiveAddress(deps, actorOf(call, deps), call.body),
    adminInviters: ({ body }) => loadInviters(deps, body),
    adminInviterDetail: ({ body }) => loadInviterDetail(deps, body),
    adminSettle: { incomplete, handle: (call) => settleShares(deps, actorOf(call, deps), call.body) },
    adminSettlement: ({ body }) => loadSettlement(deps, body.settlement_id),
    adminSendReminder: (call) => sendReminder(deps, actorOf(call, deps), call.body.inviter_id),
    adminSetRatio: { incomplete, handle: (call) => setRatio(deps, actorOf(call, deps), call.body) },
  })
}
