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
  RatioSet,
  SentReminder,
  Settled,
} from '../business/admin-dividends.ts'
import {
  InviterChart,
  InviterChartBody,
  InviterDividends,
  InviterDividendsBody,
  InviterParam,
  ReceiveAddress,
  SetReceiveAddressBody,
} from '../business/inviter.ts'
import { defineCall } from './define-call.ts'

const tag = 'promotion'

/** What inviters see and set, and how administrators settle with them (CONTRACT 2). */
export const promotionCalls = {
  inviterParam: defineCall('POST /inviter_param', {
    who: 'I',
    tag,
    summary: "Get the inviter's link, level and totals",
    data: InviterParam,
  }),
  inviterDividends: defineCall('POST /inviter_dividends', {
    who: 'I',
    tag,
    summary: "List the inviter's dividends and invitees",
    body: InviterDividendsBody,
    data: InviterDividends,
  }),
  inviterChart: defineCall('POST /inviter_chart', {
    who: 'I',
    tag,
    summary: 'Get invitees and dividends by day',
    body: InviterChartBody,
    data: InviterChart,
  }),
  setReceiveAddress: defineCall('POST /set_receive_address', {
    who: 'I',
    stepUp: true,
    tag,
    summary: 'Set the payout address',
    body: SetReceiveAddressBody,
    data: ReceiveAddress,
  }),
  adminInviters: defineCall('POST /admin_inviters', {
    who: 'A',
    tag,
    summary: 'List inviters, the largest amounts owed first',
    body: AdminInvitersBody,
    data: AdminInviters,
  }),
  adminInviterDetail: defineCall('POST /admin_inviter_detail', {
    who: 'A',
    tag,
    summary: 'List the dividends of an inviter',
    body: AdminInviterDetailBody,
    data: AdminInviterDetail,
  }),
  adminSettle: defineCall('POST /admin_settle', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'Record a payout',
    body: AdminSettleBody,
    data: Settled,
  }),
  adminSettlement: defineCall('POST /admin_settlement', {
    who: 'A',
    tag,
    summary: 'Get a payout by its ID',
    body: AdminSettlementBody,
    data: AdminSettlement,
  }),
  adminSendReminder: defineCall('POST /admin_send_reminder', {
    who: 'A',
    tag,
    summary: 'Send a reminder to an inviter by mail',
    body: AdminSendReminderBody,
    data: SentReminder,
  }),
  adminSetRatio: defineCall('POST /admin_set_ratio', {
    who: 'A',
    stepUp: true,
    tag,
    summary: "Set an inviter's individual ratio",
    body: AdminSetRatioBody,
    data: RatioSet,
  }),
}
