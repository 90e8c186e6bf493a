import { Type } from 'typebox'
import type { Static } from 'typebox'
import { IsoTime, Nullable } from '../schemas.ts'
import { NullableTime } from '../accounts/fields.ts'
import { Amount, DividendStatus, NetworkType, ObjectId, Page, PAGE, Pasted, Ratio, ShareLevel } from './parts.ts'

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
