import { Type } from 'typebox'
import type { Static } from 'typebox'
import { LocalText } from './business/admin-settings.ts'
import { NetworkType } from './business/parts.ts'
import { Choice, Nullable } from './schemas.ts'
import { PAGE_CUR_MAX } from './business/limits.ts'

export const SettingsBody = Type.Object({
  status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_CUR_MAX, default: 1 })),
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
