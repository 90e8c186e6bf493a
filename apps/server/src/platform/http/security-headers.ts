import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { isApiRoute } from './api-route.ts'

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
