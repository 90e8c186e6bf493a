import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { isApiRoute } from './limits.ts'
import { AppError } from './app-error.ts'

/**
 * Content security policy of every page. Scripts only from our files, trusted types for HTML sinks. Inline styles are
 * allowed: the component library writes style elements for its scroll lock.
 */
const PAGE_POLICY: Record<string, readonly string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['flowprint', 'default'],
}

/** /api/docs is third-party: its scripts set HTML without trusted types. */
export const DOCS_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** Features that no page uses; denied to injected scripts too. */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ')

const YEAR_SECONDS = 365 * 24 * 3600

/** `overTls`: the public address is known to be served over TLS. */
export async function addSecurityHeaders(app: FastifyInstance, overTls: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: mutable(PAGE_POLICY) },
    // Elsewhere, as on localhost, HSTS would block other ports.
    strictTransportSecurity: overTls ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Page addresses may contain the one-time token of a mail link.
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    // Answers are private to the caller; cacheable files (of the docs) set their own header.
    if (isApiRoute(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

function mutable(policy: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(policy).map(([name, values]) => [name, [...values]]))
}

const METHODS = 'GET, POST, OPTIONS'
const HEADERS = 'authorization, content-type, language, idempotency-key, if-none-match, seen-seq'

/** Allows pages of the given origins to make calls. Without origins (the default) no CORS headers are sent. */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin
    // A preflight matches no route; access is checked by the call itself.
    const isPreflight = request.method === 'OPTIONS' && request.is404
    if (origin === undefined || !(isPreflight || isApiRoute(request))) return
    reply.header('vary', 'origin')
    if (!origins.includes(origin)) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'next-cursor, retry-after, etag, last-seq')
    // Answers must also be loadable cross-origin.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (isPreflight) {
      reply.header('access-control-allow-methods', METHODS).header('access-control-allow-headers', HEADERS)
      await reply.header('access-control-max-age', '600').code(204).send()
    }
  })
}

/**
 * Browsers send the page's origin with a WebSocket and do not enforce same-origin: allow only our pages and those of
 * CORS_ORIGINS. Non-browser clients send no origin.
 */
export function guardUpgrades(
  app: FastifyInstance,
  options: { readonly appUrl: string; readonly corsOrigins: readonly string[] },
): void {
  const allowed = new Set([options.appUrl, ...options.corsOrigins])
  app.addHook('onRequest', async (request) => {
    const { origin, upgrade, host } = request.headers
    if (upgrade === undefined || origin === undefined || allowed.has(origin)) return
    // Reached under another name or port than APP_URL, as in development: accept pages of the same host.
    if (URL.canParse(origin) && new URL(origin).host === host) return
    throw new AppError('FORBIDDEN')
  })
  // The HTTP server no longer owns an upgraded connection: a refused one must be closed here.
  app.addHook('onSend', async (request, reply) => {
    if (request.headers.upgrade === undefined) return
    reply.header('connection', 'close')
    reply.raw.once('finish', () => request.raw.socket.destroySoon())
  })
}

/** Connections whose reader accepts no data for this long are closed. */
const WRITE_TIMEOUT_MS = 30_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Override before the answer is sent. */
    writeTimeoutMs: number
  }
}

/** A reader must accept at least this much in this time while more waits: about 1 KiB a second. */
const MIN_WRITTEN_BYTES = 32 * 1024
const MIN_WRITTEN_MS = 30_000

/**
 * Closes connections whose reader stops reading, or reads so slowly that the response would never end. Node resets the
 * timeout when the response is finished.
 */
export function addWriteTimeout(app: FastifyInstance, minWrittenMs = MIN_WRITTEN_MS): void {
  app.decorateRequest('writeTimeoutMs', WRITE_TIMEOUT_MS)
  app.addHook('onSend', async (request, reply, payload) => {
    const { socket } = request.raw
    // Streams have their own pings; the socket of an injected request has no timeout.
    if (request.headers.upgrade !== undefined || typeof (socket as { setTimeout?: unknown }).setTimeout !== 'function')
      return
    socket.setTimeout(request.writeTimeoutMs)
    if (!(payload instanceof Readable)) return
    let read = readBytes(socket)
    let wasWaiting = false
    const timer = setInterval(() => {
      const now = readBytes(socket)
      const isWaiting = socket.writableLength > 0
      // A response that is produced slowly is not the reader's fault.
      if (wasWaiting && isWaiting && now - read < MIN_WRITTEN_BYTES) socket.destroy()
      read = now
      wasWaiting = isWaiting
    }, minWrittenMs).unref()
    reply.raw.once('close', () => clearInterval(timer))
  })
}

/** Bytes that the operating system has taken; Node's count includes those that wait. */
const readBytes = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength
