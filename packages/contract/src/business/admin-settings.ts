import { Type } from 'typebox'
import type { Static } from 'typebox'
import { NullableTime } from '../accounts/fields.ts'
import { Choice, IsoTime, Nullable } from '../schemas.ts'
import { Amount, NetworkType, Ratio, Remark, ShareLevel } from './parts.ts'
import { SETTING_KEYS, PAYMENT_SETTINGS } from './limits.ts'

export const LocalText = Type.Object({ zh: Type.String({ maxLength: 2000 }), en: Type.String({ maxLength: 2000 }) })

/** Value schema of each key. */
export const SETTING_VALUES = {
  original_price: Amount,
  discount: Nullable(Type.Object({ price: Amount, start: NullableTime, end: NullableTime })),
  trial_days: Type.Integer({ minimum: 0, maximum: 366 }),
  grace_days: Type.Integer({ minimum: 0, maximum: 60 }),
  share_levels: Type.Array(ShareLevel, { minItems: 1, maxItems: 20 }),
  receive_address: Type.Object({ network_type: NetworkType, address: Nullable(Type.String({ maxLength: 64 })) }),
  min_payout: Amount,
  hold_days: Type.Integer({ minimum: 0, maximum: 366 }),
  address_cooling_hours: Type.Integer({ minimum: 0, maximum: 720 }),
  payment_tolerance: Amount,
  renewals_earn: Type.Boolean(),
  contact: Nullable(Type.String({ maxLength: 500 })),
  medias: Type.Array(
    Type.Object({
      key: Type.String({ maxLength: 64 }),
      label: Type.String({ maxLength: 64 }),
      url: Type.String({ maxLength: 500 }),
    }),
    { maxItems: 10 },
  ),
  renewal_text: Nullable(LocalText),
  /** Public, unlike `receive_address`: donations use a different address than payments. */
  donation_address: Type.Object({ network_type: NetworkType, address: Nullable(Type.String({ maxLength: 64 })) }),
} as const

export const SettingEntry = Type.Object({
  value: Type.Unknown(),
  valid_from: NullableTime,
  actor_name: Nullable(Type.String({ description: 'null: built-in default' })),
})

export const BusinessSetting = Type.Object({
  key: Choice(SETTING_KEYS),
  value: Type.Unknown({ description: 'see the schema of the key' }),
  version: Type.Integer({ minimum: 0, description: 'version of the newest entry; required when saving a change' }),
  history: Type.Array(SettingEntry, { description: 'newest first, at most 50' }),
})
export type BusinessSetting = Static<typeof BusinessSetting>

export const BusinessSettings = Type.Object({ list: Type.Array(BusinessSetting) })
export type BusinessSettings = Static<typeof BusinessSettings>

export const AdminSaveSettingsBody = Type.Object({
  key: Choice(SETTING_KEYS),
  value: Type.Unknown(),
  version: Type.Integer({ minimum: 0 }),
  remark: Remark,
})
export type AdminSaveSettingsBody = Static<typeof AdminSaveSettingsBody>

/** Counts for the badge in the menu. */
export const AdminPending = Type.Object({
  pending_orders: Type.Integer(),
  disputed_orders: Type.Integer({ description: 'of these, orders whose transaction is also claimed by another user' }),
})
export type AdminPending = Static<typeof AdminPending>

export const AdminOverview = Type.Object({
  pending_orders: Type.Integer(),
  oldest_pending_at: NullableTime,
  disputed_orders: Type.Integer(),
  pending_settlements: Type.Integer({ description: 'inviters with an available amount' }),
  pending_amount: Amount,
  missing_addresses: Type.Integer({ description: 'inviters without a receiving address' }),
  mail_failures: Type.Integer({ description: 'mails that failed permanently within the last 7 days' }),
  mail_waiting: Type.Integer(),
  members: Type.Integer({ description: 'active memberships, including trials' }),
  expiring_week: Type.Integer({ description: 'of these, memberships that end within 7 days' }),
  registered_week: Type.Integer({ description: 'users who registered within the last 7 days and are activated' }),
  revenue_month: Type.String({
    pattern: '^-?[0-9]+\\.[0-9]{6}$',
    description: 'USDT of the orders approved this month (business time zone) and not reversed',
  }),
  receive_address_set: Type.Boolean(),
  /** The newest change of the receiving address or a price; null: never changed. */
  last_payment_change: Nullable(
    Type.Object({ key: Choice(PAYMENT_SETTINGS), at: IsoTime, actor_name: Nullable(Type.String()) }),
  ),
  books_checked_at: Nullable(IsoTime),
  books_ok: Nullable(Type.Boolean()),
  feeds: Type.Array(
    Type.Object({
      symbol: Type.String(),
      state: Type.String(),
      lag_ms: Nullable(Type.Integer()),
      gaps: Type.Integer(),
    }),
  ),
})
export type AdminOverview = Static<typeof AdminOverview>

export const RatioText = Ratio
