import { createHmac, createECDH, createHash } from 'node:crypto'
import { HOUR_MS, SECOND_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import type { PushPayload } from '@flowprint/contract'
import webPush from 'web-push'
import type { Post } from '../../../platform/outbound/index.ts'
import type { Webhook, PushAddress } from '../queries/channel-rows.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { db } from '../../../platform/database/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'

/** Delay after the first, second, … failed attempt: alerts age quickly. */
const DELAYS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS]
/** Events older than this are not delivered any more. */
export const TOO_OLD_MS = 2 * HOUR_MS

/** Result of an attempt. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** No target, or above the daily limit. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** A retry would fail the same way. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number | null }

/** Time of the next attempt, or null to give up. */
export function decideRetry(
  attempts: number,
  createdAt: number,
  now: number,
  retryAfterMs: number | null,
): number | null {
  if (attempts > DELAYS.length) return null
  const at = now + Math.max(DELAYS[attempts - 1], retryAfterMs ?? 0)
  return at - createdAt > TOO_OLD_MS ? null : at
}

/** Outcome of an HTTP status: accepted, rejected permanently, or to be retried. */
export function outcomeOf(status: number, retryAfterMs: number | null): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = `status ${status}`
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'failed', reason, retryAfterMs }
  return { kind: 'refused', reason }
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of "<seconds>.<body>" with the secret as it was shown. */
function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Sends a signed message (docs/alerts.md). `id` is the same in every attempt. Throws OutboundError. */
export async function sendWebhook(
  { post, now }: { readonly post: Post; readonly now: number },
  { url, secret }: Webhook,
  message: { readonly id: string; readonly body: string },
): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'flowprint-alerts/1',
    'alert-id': message.id,
    'alert-signature': signatureOf(secret, Math.floor(now / 1000), message.body),
  }
  const { status, retryAfterMs } = await post({ url, headers, body: message.body })
  return outcomeOf(status, retryAfterMs)
}

/** Key pair that identifies this installation to push services (VAPID, RFC 8292): base64url. */
export interface PushIdentity {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Created once by the first process that needs it and stored encrypted under APP_KEY: another key would end every
 * subscription.
 */
export async function loadPushIdentity({
  pool,
  keys,
  clock,
}: {
  readonly pool: Pool
  readonly keys: Keys
  readonly clock: Clock
}): Promise<PushIdentity> {
  const known = await find(pool, keys)
  if (known !== null) return known
  const made = createECDH('prime256v1')
  made.generateKeys()
  const privateKey = Buffer.concat([Buffer.alloc(32), made.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  const publicKey = made.getPublicKey().toString('base64url')
  const sealed = keys.seal('push', publicKey, privateKey)
  await db(pool)
    .insertInto('push_identity')
    .values({ public_key: publicKey, private_key: sealed, created_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find(pool, keys)) as PushIdentity
}

/** Throws when it was sealed with an unknown key. */
async function find(pool: Pool, keys: Keys): Promise<PushIdentity | null> {
  const row = await db(pool).selectFrom('push_identity').select(['public_key', 'private_key']).executeTakeFirst()
  if (row === undefined) return null
  const { public_key: publicKey, private_key: sealed } = row
  return { publicKey, privateKey: keys.open('push', publicKey, sealed) }
}

/** How long a push service stores a message for an offline browser, in seconds. */
const TTL_S = 3600

export type PushOutcome = Outcome | { readonly kind: 'gone' }

/** The same for every attempt of an event: the push service replaces an undelivered message (RFC 8030, 5.4). */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/** Encrypts for the browser (RFC 8291), signs as this installation and sends. Throws OutboundError. */
export async function sendPush(
  { post, identity, subject }: { readonly post: Post; readonly identity: PushIdentity; readonly subject: string },
  address: PushAddress,
  payload: PushPayload,
): Promise<PushOutcome> {
  let request: ReturnType<typeof webPush.generateRequestDetails>
  try {
    request = webPush.generateRequestDetails(
      { endpoint: address.endpoint, keys: { ...address.keys } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject, publicKey: identity.publicKey, privateKey: identity.privateKey },
        TTL: TTL_S,
        urgency: 'high',
        topic: topicOf(payload.tag),
        contentEncoding: 'aes128gcm',
      },
    )
  } catch (error) {
    // Invalid keys.
    return { kind: 'refused', reason: error instanceof Error ? error.message : 'cannot be encrypted' }
  }
  const headers = request.headers as Record<string, string | number>
  const { status, retryAfterMs } = await post({
    url: address.endpoint,
    headers,
    body: request.body as unknown as Buffer,
  })
  // The subscription was revoked in the browser.
  return status === 404 || status === 410 ? { kind: 'gone' } : outcomeOf(status, retryAfterMs)
}
