import { setTimeout as sleep } from 'node:timers/promises'
import { ruleOf } from '@flowprint/contract'
import type { RouteRule } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { databaseTrouble } from '../database/index.ts'
import { AppError } from './app-error.ts'

/** Who is asking: what a call or the first message of a stream carries. */
export interface Caller {
  /** The Authorization header, or the `authorization` of the stream's hello; '' when absent. */
  readonly authorization: string
  readonly ip: string
  /** The session an open stream belongs to: its token may have been replaced since the hello. */
  readonly sessionId?: number
}

/** Who is signed in, as the database says at this moment. */
export interface SignedIn {
  readonly accountId: number
  readonly sessionId: number
  readonly roles: readonly ('admin' | 'inviter')[]
  /** Was an inviter, and something is still owed: the calls of inviters stay open. */
  readonly isOwed?: boolean
  /** Confirmed with password or code not long ago. */
  readonly steppedUp: boolean
  /** An administrator in production without an authenticator: may do nothing else before. */
  readonly mustSetUpOtp: boolean
}

/** What a caller may see. */
export interface Access {
  /** Id of the account, or null for a visitor. */
  readonly user: string | null
  /** The market is shown this late (CONTRACT stream rule 7); 0 = at once. */
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
  // The machine's own calls ask for their secret themselves; nobody gets there as a user.
  if (rule.who === 'M') throw new AppError('FORBIDDEN')
  if (rule.stepUp === true && !steppedUp) throw new AppError('STEP_UP_REQUIRED')
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
    const caller = { authorization: request.headers.authorization ?? '', ip: request.ip }
    const access = rule.who === 'P' ? await publicAccess(accessOf, caller, rule) : await accessOf(caller)
    // Before the decision: a refusal is logged with who was refused.
    if (access !== null) request.access = access
    assertMayCall(rule, access)
  })
}

/** A public call waits no longer for the session of its caller. */
const SESSION_MS = 1_000

/** Public calls do not fail because a session has ended, nor because it cannot be looked up: the caller is then a visitor. */
async function publicAccess(accessOf: AccessOf, caller: Caller, rule: RouteRule): Promise<Access | null> {
  const visitor = { ...caller, authorization: '' }
  if (rule.isAnonymous === true || caller.authorization === '') return accessOf(visitor)
  const timer = new AbortController()
  const late = sleep(SESSION_MS, null, { signal: timer.signal }).catch(() => null)
  try {
    const found = await Promise.race([accessOf(caller), late])
    return found ?? (await accessOf(visitor))
  } catch (error) {
    if (databaseTrouble(error) === null) throw error
    return accessOf(visitor)
  } finally {
    timer.abort()
  }
}
