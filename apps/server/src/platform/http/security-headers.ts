import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The policy of every page. Scripts come from our own files only and HTML sinks take trusted values only.
 * Styles may stand inline: the component library writes style elements for its scroll lock.
 */
const PAGE_POLICY: Record<string, readonly string[]> = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
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

/** The page of /api/docs is not ours: its scripts set HTML without trusted types. */
export const DOCS_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

export async function addSecurityHeaders(app: FastifyInstance, production: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: mutable(PAGE_POLICY) },
    // Only where the address is known to be served over TLS; on localhost it would lock other ports out.
    strictTransportSecurity: production ? { maxAge: 180 * 24 * 3600, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

function mutable(policy: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(policy).map(([name, values]) => [name, [...values]]))
}
