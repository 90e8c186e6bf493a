import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  Amount,
  DividendStatus,
  IsoTime,
  NetworkType,
  Nullable,
  NullableTime,
  ObjectId,
  Page,
  PAGE,
  Pasted,
  Ratio,
  Remark,
  Search,
  ShareLevel,
} from '../schemas.ts'
import { MAX_PASTED_LENGTH } from '../limits.ts'

export const InviterParam = Type.Object({
  level: Type.Integer(),
  ratio: Ratio,
  next_level: Nullable(Type.Integer()),
  next_min_paying: Nullable(Type.Integer()),
  invite_code: Nullable(Type.String({ description: 'null: the role was removed; amounts owed remain payable' })),
  invite_link: Nullable(Type.String()),
  network_type: NetworkType,
  receive_address: Nullable(Type.String()),
  address_usable_at: NullableTime,
  invited_total: Type.Integer({ description: 'activated invitees' }),
  invited_week: Type.Integer({ description: 'since Monday, in the business time zone' }),
  paying_total: Type.Integer(),
  pending_count: Type.Integer(),
  pending_amount: Amount,
  available_amount: Amount,
  settled_amount: Amount,
  min_payout: Amount,
  share_levels: Type.Array(ShareLevel),
})
export type InviterParam = Static<typeof InviterParam>

/** One row per invitee and order; an invitee without an order is unpaid. */
export const DividendRow = Type.Object({
  id: Nullable(ObjectId),
  invitee_id: ObjectId,
  invitee_name: Type.String(),
  register_time: IsoTime,
  order_id: Nullable(ObjectId),
  paid_amount: Amount,
  share_amount: Amount,
  inviter_id: ObjectId,
  inviter_name: Type.String(),
  ratio: Ratio,
  status: DividendStatus,
  is_clawback: Type.Boolean({ description: 'deducts a settled share of an order that was reversed' }),
  available_at: NullableTime,
  mail_sent: Type.Boolean(),
  settlement_id: Nullable(Type.String()),
  settlement_time: NullableTime,
})
export type DividendRow = Static<typeof DividendRow>

export const InviterDividendsBody = Type.Object({ ...PAGE, status: Type.Optional(DividendStatus) })
export type InviterDividendsBody = Static<typeof InviterDividendsBody>

/** Names of invitees are masked. Newest first. */
export const InviterDividends = Page(DividendRow)
export type InviterDividends = Static<typeof InviterDividends>

export const SetReceiveAddressBody = Type.Object({ network_type: NetworkType, receive_address: Pasted })
export type SetReceiveAddressBody = Static<typeof SetReceiveAddressBody>

export const ReceiveAddress = Type.Object({ receive_address: Type.String(), usable_at: IsoTime })
export type ReceiveAddress = Static<typeof ReceiveAddress>

/** Days in the business time zone, both inclusive, "2026-11-20"; at most 366. */
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
export const InviterChartBody = Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) })
export type InviterChartBody = Static<typeof InviterChartBody>

/** Every day of the range, in order. */
export const InviterChart = Type.Object({
  list: Type.Array(Type.Object({ day: Day, invited: Type.Integer(), pending_amount: Amount, settled_amount: Amount })),
})
export type InviterChart = Static<typeof InviterChart>

export const AdminInvitersBody = Type.Object({
  ...PAGE,
  keyword: Type.Optional(Type.String({ maxLength: 200, description: 'username or ID' })),
})
export type AdminInvitersBody = Static<typeof AdminInvitersBody>

const AdminInviter = Type.Object({
  id: ObjectId,
  username: Type.String(),
  email: Nullable(Type.String()),
  is_inviter: Type.Boolean({ description: 'false: the role was removed, but an amount is still owed' }),
  level: Type.Integer(),
  ratio: Ratio,
  invited_total: Type.Integer(),
  invited_week: Type.Integer(),
  pending_count: Type.Integer({ description: 'orders whose share awaits settlement' }),
  pending_amount: Amount,
  receive_address_set: Type.Boolean(),
})
type AdminInviter = Static<typeof AdminInviter>

/** Sorted by the amount owed, largest first. */
export const AdminInviters = Page(AdminInviter)
export type AdminInviters = Static<typeof AdminInviters>

export const AdminInviterDetailBody = Type.Object({
  id: ObjectId,
  ...PAGE,
  status: Type.Optional(DividendStatus),
  settlement_id: Type.Optional(Search),
})
export type AdminInviterDetailBody = Static<typeof AdminInviterDetailBody>

export const AdminInviterDetail = Type.Object({
  inviter: Type.Object({
    id: ObjectId,
    username: Type.String(),
    email: Nullable(Type.String()),
    is_inviter: Type.Boolean(),
    level: Type.Integer(),
    ratio: Ratio,
    ratio_override: Nullable(Ratio),
    network_type: NetworkType,
    receive_address: Nullable(Type.String()),
    address_usable_at: NullableTime,
    address_shared: Type.Boolean({ description: 'another inviter uses, or used, the same address' }),
    next_reminder_at: NullableTime,
  }),
  summary: Type.Object({
    pending_count: Type.Integer(),
    settlement_amount: Amount,
    held_amount: Amount,
    settled_amount: Amount,
    min_payout: Amount,
  }),
  ...Page(DividendRow).properties,
})
export type AdminInviterDetail = Static<typeof AdminInviterDetail>

export const AdminSettleBody = Type.Object({
  inviter_id: ObjectId,
  settlement_amount: Pasted,
  settlement_id: Pasted,
  network_type: NetworkType,
  receive_address: Type.String({
    maxLength: MAX_PASTED_LENGTH,
    description: "the address that was paid; rejected when it is no longer the inviter's address",
  }),
  remark: Remark,
  dividend_ids: Type.Optional(
    Type.Array(ObjectId, {
      minItems: 1,
      maxItems: 1000,
      description: 'only these shares; when absent, all available ones',
    }),
  ),
})
export type AdminSettleBody = Static<typeof AdminSettleBody>

export const Settled = Type.Object({
  settlement_id: Type.String(),
  settlement_time: IsoTime,
  amount: Amount,
  count: Type.Integer(),
})
export type Settled = Static<typeof Settled>

export const AdminSettlementBody = Type.Object({ settlement_id: Search })
export type AdminSettlementBody = Static<typeof AdminSettlementBody>

export const AdminSettlement = Type.Object({
  settlement_id: Type.String(),
  network_type: NetworkType,
  inviter_id: ObjectId,
  inviter_name: Type.String(),
  receive_address: Type.String(),
  amount: Amount,
  settlement_time: IsoTime,
  operator: Nullable(Type.String()),
  explorer_url: Type.String(),
  list: Type.Array(DividendRow),
})
export type AdminSettlement = Static<typeof AdminSettlement>

/** Overrides the level's ratio for an inviter's future shares; null: use the level's ratio. */
export const AdminSetRatioBody = Type.Object({ inviter_id: ObjectId, ratio: Nullable(Ratio), remark: Remark })
export type AdminSetRatioBody = Static<typeof AdminSetRatioBody>

export const RatioSet = Type.Object({ inviter_id: ObjectId, level: Type.Integer(), ratio: Ratio })
export type RatioSet = Static<typeof RatioSet>

export const AdminSendReminderBody = Type.Object({ inviter_id: ObjectId })
export type AdminSendReminderBody = Static<typeof AdminSendReminderBody>

export const SentReminder = Type.Object({
  mail_sent: Type.Boolean({ description: 'accepted by the mail server; false: still in the outbox' }),
  next_allowed_at: IsoTime,
})
export type SentReminder = Static<typeof SentReminder>
