import type { CallName, Calls, PublicCallName } from '@flowprint/contract'
import { currentLanguage } from '../i18n/language.ts'
import { currentToken } from '../session/token.ts'
import { CallFailure } from './envelope.ts'
import { reactToFailure } from './failures.ts'
import { type CallIdentity, type CallRequest, type InputOf, request } from './request.ts'

/**
 * Makes the JSON calls of the pages; arguments and data are typed by the definition of the call (contract, calls/).
 *
 *   const { token } = await call('POST /reset_name', { body })
 *
 * Every failure throws a CallFailure after the application handled it (failures.ts): session, permission and
 * activation failures are handled there, all others show one toast. A form that shows errors at its fields passes `say:
 * false` and uses `showFailure` for errors that belong to no field (shared/ui/form does both).
 */

interface PageOptions {
  /** False: the caller shows ordinary failures itself. */
  readonly toast?: boolean
}

/** Token and language of this browser, read for every call. */
export function callIdentity(): CallIdentity {
  return { language: currentLanguage(), token: currentToken() }
}

/** A JSON call in the name of this browser. */
export function call<Name extends CallName>(
  name: Name,
  ...input: InputOf<Name, PageOptions>
): Promise<Calls[Name]['data']>
export async function call(name: CallName, input: CallRequest & PageOptions = {}): Promise<unknown> {
  try {
    return await callWithCurrentToken(name, callIdentity(), input)
  } catch (error) {
    if (error instanceof CallFailure) reactToFailure(error, input.toast)
    throw error
  }
}

/** A function that makes a call with a body. Its caller shows ordinary failures itself. */
export function bodyCall<Name extends CallName>(name: Name) {
  const make = call as unknown as (name: Name, input: CallRequest & PageOptions) => Promise<Calls[Name]['data']>
  return (body: Calls[Name]['body'], signal?: AbortSignal) => make(name, { body, signal, toast: false })
}

/** Sends a call, and once more when its token was replaced while it ran. */
async function callWithCurrentToken(name: CallName, identity: CallIdentity, input: CallRequest): Promise<unknown> {
  // Without a token, nothing can have expired.
  if (identity.token === null && needsToken(name)) throw new CallFailure('signedOut', '', '')
  try {
    return await request(name, identity, input)
  } catch (error) {
    // The token was replaced in the meantime (another tab or a running answer): this failure does not concern the new
    // one.
    const now = callIdentity()
    const replaced = now.token !== null && now.token !== identity.token
    if (replaced && error instanceof CallFailure && error.kind === 'sessionExpired') return request(name, now, input)
    throw error
  }
}

/** Calls without login, complete by its type: those that the contract defines with `who: 'P'`. */
const PUBLIC: Readonly<Record<PublicCallName, true>> = {
  'GET /active': true,
  'GET /active_email': true,
  'GET /content': true,
  'GET /dev/accounts': true,
  'GET /dev/outbox': true,
  'GET /health': true,
  'GET /menus': true,
  'GET /ready': true,
  'POST /active_password': true,
  'POST /contents': true,
  'POST /dev/clock': true,
  'POST /forget_password': true,
  'POST /invitation': true,
  'POST /login': true,
  'POST /properties': true,
  'POST /push_key': true,
  'POST /register': true,
  'POST /send_activation_code': true,
  'POST /send_contact': true,
  'POST /settings': true,
}

export function needsToken(name: CallName): boolean {
  return !Object.hasOwn(PUBLIC, name)
}
