import { createHash } from 'node:crypto'
import type { PushPayload } from '@flowprint/contract'
import webPush from 'web-push'
import type { Post } from '../../../platform/outbound/index.ts'
import type { PushAddress } from '../repository/channel-rows.ts'
import type { PushIdentity } from './push-identity.ts'
import { outcomeOf } from './retry.ts'
import type { Outcome } from './retry.ts'

/** How long a push service stores a message for an offline browser, in seconds. */
const TTL_S = 3600

export type PushOutcome = Outcome | { readonly kind: 'gone' }

/** The same for every attempt of an event: the push service replaces an undelivered message (RFC 8030, 5.4). */
export const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

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
