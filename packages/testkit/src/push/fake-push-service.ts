import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { ECDH } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
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
    const fault = next.shift()
    if (fault === 'silence') return
    if (typeof fault === 'number') return end(response, fault)
    const status = take(request, Buffer.concat(parts))
    if (fault === 'hang up') response.destroy()
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

/** A browser's half of a subscription. */
interface BrowserKeys {
  readonly ecdh: ECDH
  readonly auth: Buffer
}

/**
 * Decrypts the body of a push like a browser (RFC 8291 over RFC 8188, aes128gcm).
 *
 * Throws  if it was not encrypted for these keys, or was modified.
 */
function openPush(body: Buffer, { ecdh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body[20]
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (keyLength !== 65 || record.length > recordSize) throw new Error('expected one aes128gcm record with a P-256 key')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const opener = createDecipheriv('aes-128-gcm', key, nonce)
  opener.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opener.update(record.subarray(0, -16)), opener.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('invalid padding of the last record')
  return padded.subarray(0, end).toString('utf8')
}

const MAX_TTL_S = 86_400

/**
 * Verifies the sender of a push by its Authorization header (VAPID, RFC 8292).
 *
 * Output  the sender's public key, base64url, and its `sub`.
 * Throws  if the signature does not match the key, is for another push service, has expired or is valid for too long.
 */
function readVapid(
  authorization: string,
  audience: string,
  nowMs: number,
): { readonly key: string; readonly subject: string } {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (token === undefined) throw new Error(`not a VAPID header: ${authorization}`)
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (alg !== 'ES256' || !isSigned) throw new Error('the signature does not match the key')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (aud !== audience) throw new Error(`wrong audience: expected ${audience}, had ${aud}`)
  if (exp * 1000 <= nowMs || exp * 1000 > nowMs + MAX_TTL_S * 1000)
    throw new Error('token is expired or valid for more than a day')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error(`invalid contact ${sub}`)
  return { key, subject: sub }
}
