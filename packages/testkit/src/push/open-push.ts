import { createDecipheriv, createPublicKey, hkdfSync, verify } from 'node:crypto'
import type { ECDH } from 'node:crypto'

/** A browser's half of a subscription. */
export interface BrowserKeys {
  readonly ecdh: ECDH
  readonly auth: Buffer
}

/**
 * Decrypts the body of a push like a browser (RFC 8291 over RFC 8188, aes128gcm).
 *
 * Throws  if it was not encrypted for these keys, or was modified.
 */
export function openPush(body: Buffer, { ecdh, auth }: BrowserKeys): string {
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

const LONGEST_S = 86_400

/**
 * Verifies the sender of a push by its Authorization header (VAPID, RFC 8292).
 *
 * Output  the sender's public key, base64url, and its `sub`.
 * Throws  if the signature does not match the key, is for another push service, has expired or is valid for too long.
 */
export function readVapid(
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
  if (exp * 1000 <= nowMs || exp * 1000 > nowMs + LONGEST_S * 1000)
    throw new Error('token is expired or valid for more than a day')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error(`invalid contact ${sub}`)
  return { key, subject: sub }
}
