/** Values and limits of payments and promotion, separate from the schemas so that pages can import them without TypeBox. */

export const NETWORKS = ['TRC20'] as const
export const ORDER_STATUSES = ['pending', 'passed', 'refused'] as const
export const DIVIDEND_STATUSES = ['unpaid', 'pending', 'settled'] as const
export const CHECK_STATES = ['none', 'checking', 'not_found', 'unconfirmed', 'match', 'mismatch', 'error'] as const

/** Maximum length of remarks and search text. */
export const REMARK_MAX = 500
export const SEARCH_MAX = 200
/** Maximum length of a pasted transaction ID or address, including explorer links. */
export const PASTED_MAX = 200
/** Maximum days of one grant of membership. */
export const GRANT_DAYS_MAX = 3660
/** Maximum page number of a list. */
export const PAGE_CUR_MAX = 1_000_000
/** Maximum total counted in lists across all users. */
export const COUNTED_MAX = 1000

/** Reasons for or against a payment, as stable identifiers; the page translates them. */
export const CHECK_REASONS = [
  'failed_transaction',
  'foreign_token',
  'wrong_recipient',
  'old_recipient',
  'amount_short',
  'amount_over',
  'sender_differs',
  'before_registration',
  'before_quote',
  'quote_late',
  'amount_of_other_quote',
  'several_transfers',
  'not_final',
  'unknown_transaction',
  'node_unreachable',
  'node_limited',
  'node_answer_unreadable',
] as const
/** Reasons that prove, by the network, that nothing was paid to us: the amount seen is 0. */
export const DENYING_REASONS = [
  'failed_transaction',
  'foreign_token',
  'wrong_recipient',
  'unknown_transaction',
] as const satisfies readonly (typeof CHECK_REASONS)[number][]
/** Which days a reversal removes: those of the order that are in the future, or as many as the order granted. */
export const REVERSAL_SCOPES = ['ahead', 'all'] as const
export type ReversalScope = (typeof REVERSAL_SCOPES)[number]

/** Settings managed by administrators, each with an append-only history. */
export const SETTING_KEYS = [
  'original_price',
  'discount',
  'trial_days',
  'grace_days',
  'share_levels',
  'receive_address',
  'min_payout',
  'hold_days',
  'address_cooling_hours',
  'payment_tolerance',
  'renewals_earn',
  'contact',
  'medias',
  'renewal_text',
  'donation_address',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

/** Settings that affect amounts or receiving addresses: changes are emailed to every administrator. */
export const PAYMENT_SETTINGS = [
  'receive_address',
  'original_price',
  'discount',
] as const satisfies readonly SettingKey[]

/** Lists that can be exported. */
export const EXPORT_LISTS = ['orders', 'users', 'dividends', 'audit'] as const
export type ExportList = (typeof EXPORT_LISTS)[number]
