import { BlockList, isIP } from 'node:net'
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import type { RequestOptions } from 'node:https'
import { messageOf } from '../errors/index.ts'

/** Why the message was not sent, or its delivery is unknown. */
export type OutboundFault = 'address' | 'resolve' | 'private' | 'connect' | 'time' | 'size'

/** Failure of a message to an address that a user chose. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string) {
    super(message)
    this.fault = fault
  }

  /** Whether a retry would fail the same way. */
  get isForGood(): boolean {
    return this.fault === 'address' || this.fault === 'private'
  }
}

/**
 * Addresses that are not hosts of the public internet: this machine, private and shared (CGNAT) networks, link-local
 * (with the metadata services of clouds), tests and documentation, multicast, reserved, and the ranges that embed an
 * IPv4 address in an IPv6 one (IANA special-purpose registries, 2025).
 */
const REFUSED = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  REFUSED.addSubnet(net, bits, 'ipv4')
}
// Of IPv6 only 2000::/3 is allocated; it contains tunnels and documentation ranges.
const GIVEN_OUT = new BlockList()
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  REFUSED.addSubnet(net, bits, 'ipv6')
// Azure serves its metadata there, though the registries call it public.
REFUSED.addAddress('168.63.129.16', 'ipv4')

/** Whether an address, as a resolver writes it, is public. False for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !REFUSED.check(address, 'ipv4')
  // A zone ("%eth0") belongs to link-local addresses only.
  if (family !== 6 || address.includes('%')) return false
  // BlockList takes ::ffff:1.2.3.4 for 1.2.3.4; mapped addresses are outside of 2000::/3 and refused as a whole.
  return GIVEN_OUT.check(address, 'ipv6') && !REFUSED.check(address, 'ipv6')
}

export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string | Uint8Array
}

export interface PostAnswer {
  readonly status: number
  /** ms to wait before a retry, from the Retry-After header; null when absent. */
  readonly retryAfterMs: number | null
}

/**
 * POSTs to addresses that users chose. Rejects with OutboundError; any status is a result, redirects are not followed.
 */
export type Post = (posting: Posting) => Promise<PostAnswer>

export interface PosterOptions {
  /** Resolves all addresses of a host; default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Which addresses are allowed. Only tests allow this machine. */
  readonly allows?: (address: string) => boolean
  /** Additional trusted certificates, for fakes in tests. */
  readonly ca?: string
  /** Timeout of a whole exchange in ms. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Max size of an answer, of which only the status is used. */
const MAX_ANSWER = 16 * 1024
const MAX_URL = 2000
const PORTS: ReadonlySet<string> = new Set(['', '443', '8443'])

/**
 * The only way to send to addresses that users chose (docs/security.md, "Messages to addresses of users"). HTTPS only;
 * the name is resolved once, all its addresses must be public, and the connection goes to the resolved address with the
 * name used for certificate and Host, which defeats DNS rebinding.
 */
export function createPoster(options: PosterOptions = {}): Post {
  const { resolve = resolveAll, allows = isPublicAddress, timeoutMs = TIMEOUT_MS } = options
  // Fakes in tests listen on other ports.
  const anyPort = options.allows !== undefined

  return async ({ url, headers, body }) => {
    const target = readAddress(url, anyPort)
    const deadline = AbortSignal.timeout(timeoutMs)
    const address = await choose(target.hostname.replace(/^\[|\]$/g, ''), deadline)
    return exchange({ target, address, headers, body, deadline })
  }

  async function choose(host: string, deadline: AbortSignal): Promise<string> {
    const found = isIP(host) === 0 ? await inTime(resolve(host), deadline) : [host]
    if (found.length === 0) throw new OutboundError('resolve', `${host} has no address`)
    // One non-public address is enough to refuse the name.
    if (!found.every(allows)) throw new OutboundError('private', `${host} is not a host of the public internet`)
    return found[0]
  }

  function exchange(given: Exchange): Promise<PostAnswer> {
    const { target, address, headers, body, deadline } = given
    const name = target.hostname.replace(/^\[|\]$/g, '')
    const family = isIP(address)
    const asked: RequestOptions = {
      method: 'POST',
      host: address,
      family,
      port: target.port === '' ? 443 : Number(target.port),
      path: `${target.pathname}${target.search}`,
      ...(isIP(name) === 0 ? { servername: name } : {}),
      headers: { ...headers, host: target.host, 'content-length': Buffer.byteLength(body), connection: 'close' },
      agent: false,
      signal: deadline,
      maxHeaderSize: MAX_ANSWER,
      // Overrides options and environment: connect to the resolved address.
      lookup: (_host, wanted, found) =>
        wanted.all === true ? found(null, [{ address, family }]) : found(null, address, family),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }
    const { promise, resolve: answer, reject } = Promise.withResolvers<PostAnswer>()
    const fail = (error: Error): void => {
      if (error instanceof OutboundError) reject(error)
      else if (deadline.aborted) reject(new OutboundError('time', `no answer within ${timeoutMs} ms`))
      else reject(new OutboundError('connect', messageOf(error)))
    }
    const sending = request(asked, (response) => {
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > MAX_ANSWER)
          sending.destroy(new OutboundError('size', `the answer has more than ${MAX_ANSWER} bytes`))
      })
      response.on('error', fail)
      response.on('end', () =>
        answer({ status: response.statusCode ?? 0, retryAfterMs: retryAfter(response.headers['retry-after']) }),
      )
    })
    sending.on('error', fail)
    sending.end(body)
    return promise
  }
}

interface Exchange {
  readonly target: URL
  readonly address: string
  readonly headers: Posting['headers']
  readonly body: Posting['body']
  readonly deadline: AbortSignal
}

/** Parses and validates an address; throws OutboundError 'address'. */
export function readAddress(url: string, anyPort = false): URL {
  const target = url.length <= MAX_URL && URL.canParse(url) ? new URL(url) : null
  if (target === null) throw new OutboundError('address', 'not an address')
  if (target.protocol !== 'https:') throw new OutboundError('address', 'only https')
  if (target.username !== '' || target.password !== '')
    throw new OutboundError('address', 'no user name in the address')
  if (!anyPort && !PORTS.has(target.port)) throw new OutboundError('address', 'only the ports 443 and 8443')
  return target
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
}

async function inTime(found: Promise<readonly string[]>, deadline: AbortSignal): Promise<readonly string[]> {
  const late = Promise.withResolvers<never>()
  const onAbort = (): void => late.reject(new OutboundError('time', 'the name was not resolved in time'))
  deadline.addEventListener('abort', onAbort)
  try {
    return await Promise.race([found, late.promise])
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('resolve', messageOf(error))
  } finally {
    deadline.removeEventListener('abort', onAbort)
  }
}

const MAX_RETRY_AFTER_S = 3600

/** Seconds or a date; anything else is ignored. */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,6}$/.test(header.trim())) return null
  return Math.min(Number(header), MAX_RETRY_AFTER_S) * 1000
}
