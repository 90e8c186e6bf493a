import type { SettingKey } from '@flowprint/contract'

/** How a setting is edited. */
export type Kind =
  | { readonly kind: 'amount' | 'flag' | 'text' | 'address' | 'discount' | 'levels' | 'medias' | 'local' }
  | { readonly kind: 'whole'; readonly min: number; readonly max: number; readonly unit: 'days' | 'hours' }

const days = (max: number): Kind => ({ kind: 'whole', min: 0, max, unit: 'days' })

export const KINDS: Readonly<Record<SettingKey, Kind>> = {
  original_price: { kind: 'amount' },
  discount: { kind: 'discount' },
  trial_days: days(366),
  grace_days: days(60),
  receive_address: { kind: 'address' },
  payment_tolerance: { kind: 'amount' },
  share_levels: { kind: 'levels' },
  renewals_earn: { kind: 'flag' },
  hold_days: days(366),
  min_payout: { kind: 'amount' },
  address_cooling_hours: { kind: 'whole', min: 0, max: 720, unit: 'hours' },
  contact: { kind: 'text' },
  medias: { kind: 'medias' },
  renewal_text: { kind: 'local' },
  donation_address: { kind: 'address' },
}

/** Groups of settings on the page. */
export const GROUPS = {
  price: ['original_price', 'discount', 'trial_days', 'grace_days'],
  payment: ['receive_address', 'payment_tolerance'],
  promotion: ['share_levels', 'renewals_earn', 'hold_days', 'min_payout', 'address_cooling_hours'],
  site: ['contact', 'medias', 'renewal_text', 'donation_address'],
} as const satisfies Record<string, readonly SettingKey[]>
