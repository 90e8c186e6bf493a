import { createHmac } from 'node:crypto'
import type { Post } from '../../../platform/outbound/index.ts'
import type { Webhook } from '../repository/channel-rows.ts'
import { outcomeOf } from './retry.ts'
import type { Outcome } from './retry.ts'

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of "<seconds>.<body>" with the secret as it was shown. */
export function signatureOf(secret: string, seconds: number, body: string): string {
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
