import { ruleOf } from '@flowprint/contract'
import type { RouteRule } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { isOperatorHere } from './loopback.ts'

/** Who is asking: what a call or the first message of a stream carries. */
export interface Caller {
  /** The Authorization header, or the `authorization` of the stream's hello; '' when absent. */
  readonly authorization: string
  readonly ip: string
}

/** What a caller may see. */
export interface Access {
  /** Id of the account, or null for a visitor. */
  readonly user: string | null
  /** The market is shown this late (CONTRACT stream rule 7); 0 = at once. */
  readonly delayMs: number
}

const STREAM_PATH = '/api/stream'

/** null: the session has ended or was revoked. */
export type AccessOf = (caller: Caller) => Access | null | Promise<Access | null>

/**
 * The one switch: there are no accounts yet, so the market calls that the table lists for signed-in users are open.
 * Once there is something to sign in to, this becomes false and nothing else changes.
 */
export const MARKET_CALLS_ARE_OPEN = true

/**
 * The switch beside it: there are no administrators yet, so their calls are for whoever sits at the machine. Once roles
 * exist, this becomes false.
 */
const ADMIN_CALLS_ARE_LOCAL = true

/** Everybody sees everything at once: the rule until memberships exist. */
export const everybody: AccessOf = () => ({ user: null, delayMs: 0 })

declare module 'fastify' {
  interface FastifyRequest {
    access: Access
  }
}

export function assertMayCall(rule: RouteRule, access: Access | null): asserts access is Access {
  if (access === null) throw new AppError('SESSION_EXPIRED')
  if (rule.who === 'P') return
  if (rule.who === 'U' && rule.mirrors === true && MARKET_CALLS_ARE_OPEN) return
  if (access.user === null) throw new AppError('UNAUTHENTICATED')
  // Roles come with accounts; until then nobody holds one.
  if (rule.who !== 'U') throw new AppError('FORBIDDEN')
}

/** Asks for the access of every call before its route does anything; a route without a rule is nobody's. */
export function addAccess(app: FastifyInstance, accessOf: AccessOf): void {
  app.decorateRequest('access')
  app.addHook('onRequest', async (request) => {
    if (request.is404) return
    const rule = ruleOf(request.method, request.routeOptions.url ?? '')
    if (rule === undefined) throw new AppError('FORBIDDEN')
    // The token of a stream stands in its first message; metrics ask for a secret of their own.
    if (rule.kind !== 'call' || rule.path === STREAM_PATH || rule.who === 'M') return
    if (rule.who === 'A' && ADMIN_CALLS_ARE_LOCAL) {
      if (!isOperatorHere(request)) throw new AppError('FORBIDDEN')
      request.access = { user: null, delayMs: 0 }
      return
    }
    const caller = { authorization: request.headers.authorization ?? '', ip: request.ip }
    let access = await accessOf(caller)
    // What everybody may call does not fail because a session has ended.
    if (access === null && rule.who === 'P') access = await accessOf({ ...caller, authorization: '' })
    assertMayCall(rule, access)
    request.access = access
  })
}
