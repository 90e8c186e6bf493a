import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPush, readVapid } from './open-push.ts'
import type { BrowserKeys } from './open-push.ts'
import { selfSigned } from './self-signed.ts'

/** The result of `PushSubscription.toJSON()`. */
export interface FakeSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface ReceivedPush {
  readonly endpoint: string
  /** Decrypted. */
  readonly text: string
  readonly topic: string | undefined
  readonly ttl: number
  readonly urgency: string | undefined
  /** The sender's VAPID key. */
  readonly key: string
  readonly subject: string
}

export interface FakePushService {
  /** CA certificate that senders must trust. */
  readonly ca: string
  readonly origin: string
  /** Subscribes a browser. */
  subscribe(): FakeSubscription
  /** Unsubscribes a browser. */
  unsubscribe(subscription: FakeSubscription): void
  /** Accepted pushes, in order. */
  readonly received: readonly ReceivedPush[]
  /** Protocol violations. */
  readonly refused: readonly string[]
  /** The next responses, before any validation: a status, 'silence', or 'hang up' after it was accepted. */
  answerNext(...answers: readonly (number | 'silence' | 'hang up')[]): void
  close(): Promise<void>
}

/**
 * A push service on loopback that validates what a real one and the browser validate: signature, encryption, headers.
 */
export async function startFakePushService(): Promise<FakePushService> {
  const certificate = selfSigned(['localhost'], ['127.0.0.1'])
  const browsers = new Map<string, BrowserKeys>()
  const received: ReceivedPush[] = []
  const refused: string[] = []
  const next: (number | 'silence' | 'hang up')[] = []
  const server = createServer(certificate, (request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const told = next.shift()
    if (told === 'silence') return
    if (typeof told === 'number') return end(response, told)
    const status = take(request, Buffer.concat(parts))
    if (told === 'hang up') response.destroy()
    else end(response, status)
  }

  function take({ method, url = '', headers }: IncomingMessage, body: Buffer): number {
    const browser = browsers.get(url)
    if (browser === undefined) return 410
    try {
      if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm')
        throw new Error('expected a POST with content-encoding aes128gcm')
      const topic = headers['topic']
      if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic)))
        throw new Error('invalid topic: at most 32 base64url characters')
      const ttl = Number(headers['ttl'])
      if (!Number.isInteger(ttl) || ttl < 0) throw new Error('invalid TTL: expected a number of seconds')
      const { key, subject } = readVapid(headers.authorization ?? '', origin, Date.now())
      received.push({
        endpoint: `${origin}${url}`,
        text: openPush(body, browser),
        topic: topic as string | undefined,
        ttl,
        urgency: headers['urgency'] as string | undefined,
        key,
        subject,
      })
      return 201
    } catch (error) {
      refused.push((error as Error).message)
      return 400
    }
  }

  return {
    ca: certificate.cert,
    origin,
    received,
    refused,
    subscribe() {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('base64url')}`
      browsers.set(path, { ecdh, auth })
      return {
        endpoint: `${origin}${path}`,
        keys: { p256dh: ecdh.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
      }
    },
    unsubscribe({ endpoint }) {
      browsers.delete(new URL(endpoint).pathname)
    },
    answerNext: (...answers) => void next.push(...answers),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(
    status,
    status === 429 ? { 'retry-after': '7' } : status === 302 ? { location: 'https://localhost:1/elsewhere' } : {},
  )
  response.end()
}
