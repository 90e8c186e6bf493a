import {
  AdminInviterDetail,
  AdminInviterDetailBody,
  AdminInviters,
  AdminInvitersBody,
  AdminSendReminderBody,
  AdminSetRatioBody,
  AdminSettleBody,
  AdminSettlement,
  AdminSettlementBody,
  InviterChart,
  InviterChartBody,
  InviterDividends,
  InviterDividendsBody,
  InviterParam,
  RatioSet,
  ReceiveAddress,
  SentReminder,
  SetReceiveAddressBody,
  Settled,
} from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addJsonCall } from '../../../platform/http/index.ts'
import type { SignedIn } from '../../../platform/http/index.ts'
import { loadInviterChart } from '../inviter-chart.ts'
import { loadInviterParam } from '../inviter-param.ts'
import { listOwnDividends, loadInviterDetail } from '../list-dividends.ts'
import { loadInviters } from '../list-inviters.ts'
import { loadSettlement } from '../load-settlement.ts'
import type { Actor, PromotionDeps } from '../promotion-deps.ts'
import { sendReminder } from '../send-reminder.ts'
import { setRatio } from '../set-ratio.ts'
import { setReceiveAddress } from '../set-receive-address.ts'
import { settleShares } from '../settle.ts'

/** Promotion routes: for inviters, and for settlement by administrators (CONTRACT 2). */
export function addPromotionCalls(app: FastifyInstance, deps: PromotionDeps): void {
  const tag = 'promotion'
  const incomplete = { remark: 'REMARK_MISSING' } as const
  const actor = ({ accountId }: SignedIn, { ip }: FastifyRequest): Actor => ({
    accountId,
    ipHash: deps.keys.hashAddress(ip, deps.clock.now()),
  })
  addJsonCall(
    app,
    '/api/inviter_param',
    { tag, summary: 'Get the summary of an inviter', data: InviterParam },
    ({ accountId }) => loadInviterParam(deps, accountId),
  )
  addJsonCall(
    app,
    '/api/inviter_dividends',
    { tag, summary: "List the user's shares and invitees", body: InviterDividendsBody, data: InviterDividends },
    ({ accountId }, body) => listOwnDividends(deps, accountId, body),
  )
  addJsonCall(
    app,
    '/api/inviter_chart',
    { tag, summary: 'Get invitees and shares per day', body: InviterChartBody, data: InviterChart },
    ({ accountId }, body) => loadInviterChart(deps, accountId, body),
  )
  addJsonCall(
    app,
    '/api/set_receive_address',
    { tag, summary: 'Set the payout address', body: SetReceiveAddressBody, data: ReceiveAddress },
    (who, body, request) => setReceiveAddress(deps, actor(who, request), body),
  )
  addJsonCall(
    app,
    '/api/admin_inviters',
    { tag, summary: 'List inviters, largest amount owed first', body: AdminInvitersBody, data: AdminInviters },
    (_who, body) => loadInviters(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_inviter_detail',
    {
      tag,
      summary: 'Get the amount owed to an inviter, with its rows',
      body: AdminInviterDetailBody,
      data: AdminInviterDetail,
    },
    (_who, body) => loadInviterDetail(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_settle',
    { tag, summary: 'Record a payout', body: AdminSettleBody, data: Settled, incomplete },
    (who, body, request) => settleShares(deps, actor(who, request), body),
  )
  addJsonCall(
    app,
    '/api/admin_settlement',
    { tag, summary: 'Get a payout by its ID', body: AdminSettlementBody, data: AdminSettlement },
    (_who, body) => loadSettlement(deps, body.settlement_id),
  )
  addJsonCall(
    app,
    '/api/admin_send_reminder',
    { tag, summary: 'Remind an inviter by mail', body: AdminSendReminderBody, data: SentReminder },
    (who, body, request) => sendReminder(deps, actor(who, request), body.inviter_id),
  )
  addJsonCall(
    app,
    '/api/admin_set_ratio',
    {
      tag,
      summary: 'Set or remove the ratio override of an inviter',
      body: AdminSetRatioBody,
      data: RatioSet,
      incomplete,
    },
    (who, body, request) => setRatio(deps, actor(who, request), body),
  )
}
