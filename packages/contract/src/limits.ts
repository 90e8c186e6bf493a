/** Values and limits of all modules, separate from the schemas so that pages can import them without TypeBox. */

/** Pattern and maximum length of a decimal that must not be negative. */
export const UNSIGNED_DECIMAL = '^(0|[1-9][0-9]*)(\\.[0-9]+)?$'
export const MAX_DECIMAL_LENGTH = 40
/** Pattern of a decimal above 0. */
export const POSITIVE_DECIMAL = '^(?!0+(\\.0+)?$)(0|[1-9][0-9]*)(\\.[0-9]+)?$'

/** Maximum markets that one connection of the stream watches. */
export const MAX_WATCHED = 200

/** Packed responses. */
export const FOOTPRINT_MIME = 'application/vnd.flowprint.footprint'
export const TRADES_MIME = 'application/vnd.flowprint.trades'
export const BIG_TRADES_MIME = 'application/vnd.flowprint.big-trades'
export const BOOK_MIME = 'application/vnd.flowprint.book'
export const DEPTH_MIME = 'application/vnd.flowprint.depth'
export const DEPTH_PARTS_MIME = 'application/vnd.flowprint.depth-parts'
export const LIQUIDATIONS_MIME = 'application/vnd.flowprint.liquidations'
export const MARKET_STATS_MIME = 'application/vnd.flowprint.market-stats'

/** What is recorded of a market's order book. */
export const DEPTH_MODES = ['off', 'columns', 'levels'] as const
export type DepthModeName = (typeof DEPTH_MODES)[number]

// Accounts.

/** Maximum length of username, first and last name, in characters. */
export const MAX_NAME_LENGTH = 150
export const MAX_EMAIL_LENGTH = 254
/** Longer passwords are rejected, never truncated. */
export const MAX_PASSWORD_LENGTH = 256
/** Lifetime of links in mails. */
export const LINK_MINUTES = 30
/** Time between requesting the deletion of an account and the deletion. Logging in cancels it. */
export const DELETION_DAYS = 14
/** Lifetime of a step-up. */
export const STEP_UP_MINUTES = 10
/** Maximum sessions of one account; a new one replaces the least recently used. */
export const MAX_SESSIONS = 10

export const ROLES = ['admin', 'inviter'] as const
export const THEMES = ['light', 'dark'] as const
export const LANGUAGE_CODES = ['zh', 'en'] as const

// Alerts.

/** Maximum alerts of one account, in any state. */
export const MAX_ALERTS = 200
/** Maximum characters of the name of an alert. */
export const MAX_ALERT_NAME_LENGTH = 80
/** Maximum cooldown of an alert in seconds. */
export const MAX_COOLDOWN = 7 * 86_400
/** Maximum push subscriptions of one account; a new one replaces the one unused longest. */
export const MAX_PUSHES = 10
/** Days of alert history. */
export const ALERT_HISTORY_DAYS = 90
/**
 * Maximum emails and webhook messages of one account in 24 hours; further ones are recorded in the history and sent
 * through the other channels.
 */
export const MAX_MAILS_A_DAY = 100
export const MAX_WEBHOOKS_A_DAY = 2000

/** page: every open page of the account · push: Web Push, also when no page is open. */
export const ALERT_CHANNELS = ['page', 'push', 'mail', 'webhook'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** Sounds played by the page. */
export const ALERT_SOUNDS = ['none', 'bell', 'chime', 'knock', 'siren'] as const
export type AlertSound = (typeof ALERT_SOUNDS)[number]

/** once: fires once, then is done · bar: at most once per bar · event: every time. */
export const ALERT_REPEATS = ['once', 'bar', 'event'] as const
export type AlertRepeat = (typeof ALERT_REPEATS)[number]

/** Kinds on one market, set on its chart. */
export const CHART_ALERT_KINDS = [
  'price',
  'drawing',
  'zone',
  'stack',
  'effort',
  'delta',
  'volume',
  'big_trade',
  'wall',
  'book_imbalance',
  'resting',
  'liquidation',
] as const
export type ChartAlertKind = (typeof CHART_ALERT_KINDS)[number]

export const ALERT_KINDS = [...CHART_ALERT_KINDS, 'scanner'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Symbol of alerts on every followed market. */
export const ALL_MARKETS = '*'

/** Kinds that need a recorded order book. */
export const BOOK_ALERT_KINDS = ['wall', 'book_imbalance', 'resting'] as const

/** Minimum and maximum seconds of a book imbalance. */
export const ALERT_SECONDS = { min: 1, max: 3600 } as const

/** Minimum and maximum seconds over which liquidations are added up. */
export const LIQUIDATION_SECONDS = { min: 60, max: 900 } as const

/** Minimum and maximum rows of a stacked imbalance. */
export const ALERT_ROWS = { min: 2, max: 100 } as const
/** Maximum characters of the name of a browser with a push subscription. */
export const MAX_PUSH_LABEL_LENGTH = 120

// Payments, promotion and the back office.

export const NETWORKS = ['TRC20'] as const
export const ORDER_STATUSES = ['pending', 'passed', 'refused'] as const
export const DIVIDEND_STATUSES = ['unpaid', 'pending', 'settled'] as const
export const CHECK_STATES = ['none', 'checking', 'not_found', 'unconfirmed', 'match', 'mismatch', 'error'] as const

/** Maximum length of remarks and search text. */
export const MAX_REMARK_LENGTH = 500
export const MAX_SEARCH_LENGTH = 200
/** Maximum length of a pasted transaction ID or address, including explorer links. */
export const MAX_PASTED_LENGTH = 200
/** Maximum days of one grant of membership. */
export const MAX_GRANT_DAYS = 3660
/** Maximum page number of a list. */
export const MAX_PAGE_CUR = 1_000_000
/** Maximum total counted in lists across all users. */
export const MAX_COUNTED = 1000

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

// Content.

/** Maximum characters of the title of a page or article. */
export const MAX_CONTENT_TITLE_LENGTH = 120
/** Maximum characters of the summary, shown under the title, in lists and in search engines. */
export const MAX_CONTENT_SUMMARY_LENGTH = 300
/** Maximum bytes of the Markdown in UTF-8. */
export const MARKDOWN_MAX_BYTES = 100_000
/** Maximum bytes of an uploaded picture. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024
/** Maximum pixels of either side of an uploaded picture. */
export const PICTURE_MAX_SIDE = 8192
/** Maximum characters of a message to the operator, without surrounding spaces. */
export const MIN_CONTACT_TEXT_LENGTH = 10
export const MAX_CONTACT_TEXT_LENGTH = 5000
export const MAX_CONTACT_NAME_LENGTH = 100

export const CONTENT_KINDS = ['page', 'media'] as const
/** Pattern of the key of a page or article. */
export const CONTENT_KEY = '^[a-z0-9-]{1,64}$'

// Workspace.

/** Maximum drawings on one symbol. */
export const MAX_DRAWINGS = 500
/** Maximum drawings of one account on all symbols. */
export const MAX_DRAWINGS_IN_ALL = 5000
/** Maximum symbols with drawings of one account. */
export const MAX_DRAWN_SYMBOLS = 200
/** 9999-12-31, ms: allows lines drawn into the future. */
export const LAST_DRAWING_TIME = 253402300799999
/** Maximum characters of the text of a drawing. */
export const MAX_DRAWING_TEXT_LENGTH = 200
/** Equal to the maximum subscriptions of one connection. */
export const MAX_WATCHLIST = 200
export const MAX_LAYOUTS = 50
/** Maximum characters of the name of a layout. */
export const MAX_LAYOUT_NAME_LENGTH = 60

/** Maximum workspaces of one account. */
export const MAX_WORKSPACES = 20
/** Maximum earlier documents of one workspace; a new one replaces the oldest. */
export const MAX_WORKSPACE_VERSIONS = 10
/** Maximum characters of the name of a workspace or of one of its tabs. */
export const MAX_WORKSPACE_NAME_LENGTH = 60
/** Maximum characters of a workspace as JSON. */
export const MAX_WORKSPACE_LENGTH = 65_536
export const MAX_WORKSPACE_TABS = 8
/** Maximum charts of a tab. */
export const MAX_TAB_CHARTS = 6
/** Maximum cells of a tab, with its charts. */
export const MAX_TAB_CELLS = 12
/** Maximum splits inside each other. */
export const MAX_SPLIT_DEPTH = 4
/** Size of a whole split: its parts are in 1/100 %. */
export const SPLIT_SIZE = 10_000
/** Minimum size of a part of a split. */
export const MIN_PART_SIZE = 500

// Moments.

/** Maximum moments of one account. */
export const MAX_MOMENTS = 200
/** Maximum drawings of a moment. */
export const MAX_MOMENT_DRAWINGS = 200
/** Maximum characters of the note of a moment. */
export const MAX_MOMENT_NOTE_LENGTH = 500
/** Maximum trades of one millisecond that a cutoff counts. */
export const MAX_MOMENT_TRADES = 1_000_000
/** 128 random bits in base64url. */
export const MOMENT_ID = '^[A-Za-z0-9_-]{22}$'
