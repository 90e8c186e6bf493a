/** Numbers of alerts, apart from the schemas so that a page may have them without TypeBox. */

/** Of one account, whatever their state. */
export const MAX_ALERTS = 200
/** Characters of the name of an alert. */
export const ALERT_NAME_MAX = 80
/** Seconds an alert may rest after it fired. */
export const MAX_COOLDOWN = 7 * 86_400
/** Browsers of one account that hear of alerts while no page is open; a new one takes the place of the one silent longest. */
export const MAX_PUSHES = 10
/** Days of history. */
export const ALERT_HISTORY_DAYS = 90
/** Mails and webhook messages of one account in 24 hours; what comes beyond stands in the history and goes the other ways. */
export const MAX_MAILS_A_DAY = 100
export const MAX_WEBHOOKS_A_DAY = 2000

/** page: every open page of the account · push: Web Push, also when no page is open. */
export const ALERT_CHANNELS = ['page', 'push', 'mail', 'webhook'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** What the page plays. */
export const ALERT_SOUNDS = ['none', 'bell', 'chime', 'knock', 'siren'] as const
export type AlertSound = (typeof ALERT_SOUNDS)[number]

/** once: fires, then is done · bar: at most once in a bar · event: each time. */
export const ALERT_REPEATS = ['once', 'bar', 'event'] as const
export type AlertRepeat = (typeof ALERT_REPEATS)[number]

export const ALERT_KINDS = ['price', 'drawing', 'zone', 'stack', 'effort', 'delta', 'volume', 'big_trade'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
