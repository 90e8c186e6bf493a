import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Amount, Choice, IsoTime, NetworkType, Nullable, NullableTime, Remark, ShareLevel } from '../schemas.ts'
import { MAX_PAGE_CUR, PAYMENT_SETTINGS, SETTING_KEYS } from '../limits.ts'

const LocalText = Type.Object({ zh: Type.String({ maxLength: 2000 }), en: Type.String({ maxLength: 2000 }) })

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

const SettingEntry = Type.Object({
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

export const SettingsBody = Type.Object({
  status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_CUR, default: 1 })),
})
export type SettingsBody = Static<typeof SettingsBody>

export const SettingRow = Type.Object({
  code: Type.String(),
  name: Type.String(),
  value: Type.String(),
  status: Type.Integer(),
})
export type SettingRow = Static<typeof SettingRow>

/** `price` is the current price, for display; the amount to pay is quoted when ordering. Null or empty: not set. */
export const SiteConfig = Type.Object({
  product_name: Type.String(),
  trial_days: Nullable(Type.Integer()),
  original_price: Nullable(Type.String()),
  price: Nullable(Type.String()),
  discount_start: Nullable(Type.String()),
  discount_end: Nullable(Type.String()),
  share_levels: Type.Array(Type.Object({ level: Type.Integer(), min_paying: Type.Integer(), ratio: Type.String() })),
  contact: Nullable(Type.String()),
  medias: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), url: Type.String() })),
  renewal_text: Nullable(LocalText),
  donation_address: Nullable(Type.Object({ network_type: NetworkType, address: Type.String() })),
  languages: Type.Array(Choice(['zh', 'en'])),
  themes: Type.Array(Choice(['light', 'dark'])),
  password_min: Type.Integer(),
})
export type SiteConfig = Static<typeof SiteConfig>

export const Settings = Type.Object({
  list: Type.Array(SettingRow),
  total: Type.Integer(),
  page_cur: Type.Integer(),
  page_size: Type.Integer(),
  config: SiteConfig,
})
export type Settings = Static<typeof Settings>
