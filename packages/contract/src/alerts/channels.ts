import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, IsoTime, Nullable } from '../schemas.ts'
import { ALERT_CHANNELS, ALERT_KINDS, MAX_PUSH_LABEL_LENGTH } from '../limits.ts'

const strict = { additionalProperties: false }
const Base64Url = (maxLength: number) => Type.String({ minLength: 16, maxLength, pattern: '^[A-Za-z0-9_-]+={0,2}$' })
const HttpsUrl = Type.String({ maxLength: 2000, pattern: '^https://', description: 'https, a public host' })

/** Data of POST /alert_channels: the notification channels of this account. */
export const AlertChannels = Type.Object({
  mail: Type.String({ description: 'email address of the account' }),
  webhook: Nullable(Type.Object({ url: HttpsUrl, created_at: IsoTime })),
  pushes: Type.Array(
    Type.Object({
      id: Type.Integer(),
      label: Type.String({ description: 'name reported by the browser' }),
      endpoint: HttpsUrl,
      created_at: IsoTime,
      last_sent_at: Nullable(IsoTime),
    }),
  ),
})
export type AlertChannels = Static<typeof AlertChannels>

/** Body of POST /save_webhook: replaces the previous webhook and generates a new secret. */
export const SaveWebhookBody = Type.Object({ url: HttpsUrl }, strict)
export type SaveWebhookBody = Static<typeof SaveWebhookBody>
export const SavedWebhook = Type.Object({
  url: HttpsUrl,
  secret: Type.String({ description: 'shown only once; signs every message (docs/alerts.md)' }),
})
export type SavedWebhook = Static<typeof SavedWebhook>

/** Data of POST /push_key: `applicationServerKey` of the browser's subscription. */
export const PushKey = Type.Object({ key: Base64Url(100) })
export type PushKey = Static<typeof PushKey>

/**
 * Body of POST /save_push: the output of `PushSubscription.toJSON()`. Saving it again does not duplicate it; it belongs
 * to the account that saved it last.
 */
export const SavePushBody = Type.Object(
  {
    endpoint: HttpsUrl,
    keys: Type.Object({ p256dh: Base64Url(100), auth: Base64Url(40) }, strict),
    label: Type.Optional(Type.String({ maxLength: MAX_PUSH_LABEL_LENGTH })),
  },
  strict,
)
export type SavePushBody = Static<typeof SavePushBody>
export const SavedPush = Type.Object({ id: Type.Integer() })
export type SavedPush = Static<typeof SavedPush>

/** Body of POST /delete_push: exactly one of the two. */
export const DeletePushBody = Type.Object(
  { id: Type.Optional(Type.Integer()), endpoint: Type.Optional(HttpsUrl) },
  strict,
)
export type DeletePushBody = Static<typeof DeletePushBody>

/** Body of POST /test_alert: sends a test through this channel immediately; emails are sent with the next batch. */
export const TestAlertBody = Type.Object({ channel: Choice(ALERT_CHANNELS) }, strict)
export type TestAlertBody = Static<typeof TestAlertBody>
/** `sent`: number of recipients that accepted it (browsers; all open pages count as one). */
export const TestedAlert = Type.Object({ sent: Type.Integer({ minimum: 0 }), failed: Type.Integer({ minimum: 0 }) })
export type TestedAlert = Static<typeof TestedAlert>

/** Payload of a push message, as JSON text; texts are in the language of the account. */
export const PushPayload = Type.Object({
  id: Type.Integer({ description: 'ID of the event, 0 for a test' }),
  kind: Choice([...ALERT_KINDS, 'test']),
  title: Type.String(),
  body: Type.String(),
  url: Type.String({ description: 'path of the chart at the bar' }),
  tag: Type.String({ description: 'the same for every delivery attempt' }),
})
export type PushPayload = Static<typeof PushPayload>
