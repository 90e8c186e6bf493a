import { ruleOf } from '@flowprint/contract'
import type { RouteRule } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { withTimeout } from '../async/index.ts'
import { databaseTrouble } from '../database/index.ts'
import { AppError } from './app-error.ts'

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
