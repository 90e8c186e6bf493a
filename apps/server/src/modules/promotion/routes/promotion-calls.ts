import { promotionCalls } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { actorOf, addCalls } from '../../../platform/http/index.ts'
import { loadInviterChart } from '../inviter-chart.ts'
import { loadInviterParam } from '../inviter-param.ts'
import { listOwnDividends, loadInviterDetail } from '../list-dividends.ts'
import { loadInviters } from '../list-inviters.ts'
import { loadSettlement } from '../load-settlement.ts'
import type { PromotionDeps } from '../promotion-deps.ts'
import { sendReminder } from '../send-reminder.ts'
import { setRatio } from '../set-ratio.ts'
import { setReceiveAddress } from '../set-receive-address.ts'
import { settleShares } from '../settle.ts'

const incomplete = { remark: 'REMARK_MISSING' } as const

export function addPromotionCalls(app: FastifyInstance, deps: PromotionDeps): void {
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
