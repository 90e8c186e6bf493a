import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import { ruleOf } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { NodeExchange } from '../exchange/index.ts'
import { createSharedStore, RATE_WINDOW_MS } from './shared-rates.ts'

/** Requests per minute and address, before RATE_LIMIT_FACTOR. Routes may configure their own limit. */
const MARKET_CALLS_A_MINUTE = 1200
/** For everything except market data: people do these by hand. */
const OTHER_CALLS_A_MINUTE = 300

/** Max size of a request body; the largest today has a handful of fields. */
export const BODY_LIMIT = 64 * 1024

/** Limits of calls that are expensive or come in bursts, in requests per minute and address. */
const CALL_LIMITS = {
  // A replay asks for trades or bars four times a second and for the book and derivatives once: six charts must fit.
  footprint: 1800,
  profile: 300,
  bigTrades: 600,
  trades: 1800,
  book: 600,
  depth: 600,
  liquidations: 600,
  marketStats: 900,
  replayTarget: 60,
  stream: 120,
  export: 30,
  picture: 600,
} as const

/** A single process counts in the plugin's own store; nodes that share a bus count together. */
export async function addRateLimits(app: FastifyInstance, factor: number, exchange: NodeExchange): Promise<void> {
  await app.register(rateLimit, {
    ...(exchange.isShared ? { store: createSharedStore(exchange) } : {}),
    global: true,
    max: (request) => times(isOfMarket(request) ? MARKET_CALLS_A_MINUTE : OTHER_CALLS_A_MINUTE, factor),
    timeWindow: RATE_WINDOW_MS,
    keyGenerator: (request) => `${isOfMarket(request) ? 'market' : 'other'} ${addressBlock(request.ip)}`,
    // Pages and files are cheap and cached; health checks come from load balancers.
    allowList: (request) =>
      !isApiRoute(request) || /^\/api\/(health|ready|docs)\b/.test(request.routeOptions.url ?? ''),
    errorResponseBuilder: (_request, context) => {
      const seconds = Math.max(1, Math.ceil(context.ttl / 1000))
      return new AppError('RATE_LIMITED', { params: { seconds }, data: { retry_after: seconds } })
    },
  })
}

/** Route option with a separate rate limit for the call. */
export function limitedTo(
  name: keyof typeof CALL_LIMITS,
  factor: number,
): { rateLimit: { max: number; timeWindow: number } } {
  return { rateLimit: { max: times(CALL_LIMITS[name], factor), timeWindow: RATE_WINDOW_MS } }
}

const times = (number: number, factor: number): number => Math.max(1, Math.round(number * factor))

const isOfMarket = (request: FastifyRequest): boolean =>
  ruleOf(request.method, request.routeOptions.url ?? '')?.mirrors === true

/**
 * Key under which an address is rate limited: the address, or for IPv6 its /64, since one household or server has that
 * many. IPv4-mapped IPv6 counts as IPv4.
 */
export function addressBlock(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head, tail] = plain.split('::')
  const left = head.split(':').filter((part) => part !== '')
  const right = (tail ?? '').split(':').filter((part) => part !== '')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const parts = [...left, ...Array<string>(missing).fill('0'), ...right]
  return `${parts
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Whether the router matched a call or a file of the API. Based on the matched route, not on the request target, which
 * can spell the same route in many ways (percent-encoded, or absolute with scheme and host).
 */
export const isApiRoute = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith('/api/') === true
