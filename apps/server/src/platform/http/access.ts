import { ruleOf } from '@flowprint/contract'
import type { RouteRule } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withTimeout } from '../async/index.ts'
import { databaseTrouble } from '../database/index.ts'
import { AppError } from './app-error.ts'
import type { Clock } from '../clock/index.ts'
import type { Keys } from '../keys/index.ts'

/** The caller of a request or of a stream. */
export interface Caller {
  /** The Authorization header, or `authorization` of the stream's hello; '' when absent. */
  readonly authorization: string
  readonly ip: string
  /** The session of an open stream: its token may have been rotated since the hello. */
  readonly sessionId?: number
}

/** The signed-in account, as currently stored. */
export interface SignedIn {
  readonly accountId: number
  readonly sessionId: number
  readonly roles: readonly ('admin' | 'inviter')[]
  /** A former inviter with unpaid shares: may still use the calls of inviters. */
  readonly isOwed?: boolean
  /** Recently re-authenticated with password or code. */
  readonly steppedUp: boolean
  /** An administrator in production without an authenticator: must set one up first. */
  readonly mustSetUpOtp: boolean
}

/** Access of a caller. */
export interface Access {
  /** Id of the account, or null for a visitor. */
  readonly user: string | null
  /** Delay of market data (CONTRACT stream rule 7); 0 = real time. */
  readonly delayMs: number
  readonly signedIn?: SignedIn
}

const STREAM_PATH = '/api/stream'

/** null: the session has ended or was revoked. */
export type AccessOf = (caller: Caller) => Access | null | Promise<Access | null>

declare module 'fastify' {
  interface FastifyRequest {
    access: Access
  }
}

export function assertMayCall(rule: RouteRule, access: Access | null): asserts access is Access {
  if (access === null) throw new AppError('SESSION_EXPIRED')
  if (rule.who === 'P') return
  if (access.user === null) throw new AppError('UNAUTHENTICATED')
  const { roles = [], isOwed = false, mustSetUpOtp = false, steppedUp = false } = access.signedIn ?? {}
  if (mustSetUpOtp && rule.beforeOtp !== true) throw new AppError('OTP_SETUP_REQUIRED')
  if (rule.who === 'A' && !roles.includes('admin')) throw new AppError('FORBIDDEN')
  if (rule.who === 'I' && !roles.includes('inviter') && !isOwed) throw new AppError('FORBIDDEN')
  // Machine calls check their secret themselves; users may never make them.
  if (rule.who === 'M') throw new AppError('FORBIDDEN')
  if (rule.stepUp === true && !steppedUp) throw new AppError('STEP_UP_REQUIRED')
}

/** Resolves the caller's access before every route. Routes without a rule are denied. */
export function addAccess(app: FastifyInstance, accessOf: AccessOf): void {
  app.decorateRequest('access')
  app.addHook('onRequest', async (request) => {
    if (request.is404) return
    const rule = ruleOf(request.method, request.routeOptions.url ?? '')
    if (rule === undefined) throw new AppError('FORBIDDEN')
    // Streams send their token in the first message; metrics check a separate secret.
    if (rule.kind !== 'call' || rule.path === STREAM_PATH || rule.who === 'M') return
    const caller = { authorization: request.headers.authorization ?? '', ip: request.ip }
    const access = rule.who === 'P' ? await publicAccess(accessOf, caller, rule) : await accessOf(caller)
    // Set before the decision, so that a refusal is logged with the account.
    if (access !== null) request.access = access
    assertMayCall(rule, access)
  })
}

/** Max time a public call waits for the session of its caller. */
const SESSION_MS = 1_000

/** Public calls do not fail when a session has ended or cannot be loaded: the caller is treated as a visitor. */
async function publicAccess(accessOf: AccessOf, caller: Caller, rule: RouteRule): Promise<Access | null> {
  const visitor = { ...caller, authorization: '' }
  if (rule.isAnonymous === true || caller.authorization === '') return accessOf(visitor)
  try {
    const found = await withTimeout(accessOf(caller), SESSION_MS, () => null)
    return found ?? (await accessOf(visitor))
  } catch (error) {
    if (databaseTrouble(error) === null) throw error
    return accessOf(visitor)
  }
}

/** The acting account, for the audit log. The address is stored as a hash. */
export const actorOf = (
  { user, request }: { readonly user: SignedIn; readonly request: FastifyRequest },
  { keys, clock }: { readonly keys: Keys; readonly clock: Clock },
) => ({
  accountId: user.accountId,
  sessionId: user.sessionId,
  ipHash: keys.hashAddress(request.ip, clock.now()),
})

export interface RegisteredRoute {
  readonly method: string
  readonly path: string
}

/**
 * Default deny: throws for a route that the who-may-call table does not list. Returns the list of registered routes,
 * filled as plugins register them.
 */
export function watchRoutes(app: FastifyInstance): readonly RegisteredRoute[] {
  const routes: RegisteredRoute[] = []
  app.addHook('onRoute', (route) => {
    for (const method of Array.isArray(route.method) ? route.method : [route.method]) {
      if (ruleOf(method, route.url) === undefined) {
        throw new Error(`Invariant: ${method} ${route.url} is not in the who-may-call table of packages/contract`)
      }
      routes.push({ method, path: route.url })
    }
  })
  return routes
}

/** Scheme and authority of a request target in absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * The request target as a path. An absolute target is reduced to its path. A path with malformed percent-encoding is
 * escaped: the router would otherwise answer it before any hook adds headers; escaped, it is simply not found.
 */
export function readableUrl(target: string): string {
  const url = target.startsWith('/') ? target : slashed(target.replace(ORIGIN, ''))
  const [path] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

const slashed = (url: string): string => (url.startsWith('/') || url === '*' ? url : `/${url}`)
