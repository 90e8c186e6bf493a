import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, IsoTime, Nullable, SymbolText } from '../schemas.ts'
import { ALERT_CHANNELS, ALERT_NAME_MAX, ALERT_REPEATS, ALERT_SOUNDS, MAX_ALERTS, MAX_COOLDOWN } from './limits.ts'
import { AlertRule } from './rule.ts'

const parts = {
  symbol: SymbolText,
  name: Type.String({ maxLength: ALERT_NAME_MAX, description: 'may be empty: the page then shows the rule' }),
  rule: AlertRule,
  repeat: Choice(ALERT_REPEATS),
  cooldown: Type.Integer({
    minimum: 0,
    maximum: MAX_COOLDOWN,
    description: 'cooldown in seconds of market time',
  }),
  expires_at: Nullable(IsoTime),
  channels: Type.Array(Choice(ALERT_CHANNELS), {
    maxItems: ALERT_CHANNELS.length,
    uniqueItems: true,
    description: 'empty: only recorded in the history',
  }),
  sound: Choice(ALERT_SOUNDS),
} as const

/**
 * Body of POST /save_alert: creates an alert without `id`; with `id` updates the one with this `version`, or fails with
 * STALE_VERSION.
 */
export const SaveAlertBody = Type.Object(
  {
    id: Type.Optional(Type.Integer({ minimum: 1 })),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'required with id' })),
    ...parts,
    enabled: Type.Boolean({ description: 'false: paused. true: restarts an alert that is done or paused' }),
  },
  { additionalProperties: false },
)
export type SaveAlertBody = Static<typeof SaveAlertBody>

/** active: waiting · paused: by its owner · done: fired once · expired: past its expiry time. */
export const ALERT_STATES = ['active', 'paused', 'done', 'expired'] as const
export type AlertState = (typeof ALERT_STATES)[number]

export const Alert = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  ...parts,
  state: Choice(ALERT_STATES),
  fired: Type.Integer({ minimum: 0, description: 'how often it fired since its creation' }),
  last_fired_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
})
export type Alert = Static<typeof Alert>

/** Body of POST /alerts. */
export const AlertsBody = Type.Object({ symbol: Type.Optional(SymbolText) }, { additionalProperties: false })
export type AlertsBody = Static<typeof AlertsBody>

/** Newest first. */
export const Alerts = Type.Object({
  list: Type.Array(Alert),
  max: Type.Integer({ default: MAX_ALERTS, description: 'maximum number of alerts per account' }),
})
export type Alerts = Static<typeof Alerts>

/** Body of POST /delete_alert; the history is kept. */
export const DeleteAlertBody = Type.Object({ id: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
export type DeleteAlertBody = Static<typeof DeleteAlertBody>
