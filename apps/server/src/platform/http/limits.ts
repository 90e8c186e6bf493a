import rateLimit from '@fastify/rate-limit'
import { ruleOf } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressBlock } from './address-block.ts'
import { isApiRoute } from './api-route.ts'
import { AppError } from './app-error.ts'

/** Requests per minute and address, before RATE_LIMIT_FACTOR. Routes may configure their own limit. */
const MARKET_CALLS_A_MINUTE = 1200
/** For everything except market data: people do these by hand. */
const OTHER_CALLS_A_MINUTE = 300

/** Max size of a request body; the largest today has a handful of fields. */
export const BODY_LIMIT = 64 * 1024

/** Limits of calls that are expensive or come in bursts, in requests per minute and address. */
export const CALL_LIMITS = {
  footprint: 600,
  profile: 300,
  bigTrades: 300,
  trades: 300,
  stream: 120,
  export: 30,
  picture: 600,
} as const

export async function addRateLimits(app: FastifyInstance, factor: number): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: (request) => times(isOfMarket(request) ? MARKET_CALLS_A_MINUTE : OTHER_CALLS_A_MINUTE, factor),
    timeWindow: 60_000,
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
  return { rateLimit: { max: times(CALL_LIMITS[name], factor), timeWindow: 60_000 } }
}

const times = (number: number, factor: number): number => Math.max(1, Math.round(number * factor))

const isOfMarket = (request: FastifyRequest): boolean =>
  ruleOf(request.method, request.routeOptions.url ?? '')?.mirrors === true
