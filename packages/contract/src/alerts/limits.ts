/** Alert limits, separate from the schemas so that pages can import them without TypeBox. */

/** Maximum alerts of one account, in any state. */
export const MAX_ALERTS = 200
/** Maximum characters of the name of an alert. */
export const ALERT_NAME_MAX = 80
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

export const ALERT_KINDS = ['price', 'drawing', 'zone', 'stack', 'effort', 'delta', 'volume', 'big_trade'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Minimum and maximum rows of a stacked imbalance. */
export const ALERT_ROWS = { min: 2, max: 100 } as const
/** Maximum characters of the name of a browser with a push subscription. */
export const PUSH_LABEL_MAX = 120
