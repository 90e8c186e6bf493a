/**
 * Makes the JSON calls of the pages; arguments and data are typed by the definition of the call (contract, calls/).
 *
 *   const { token } = await call('POST /reset_name', { body })
 *
 * Every failure throws a CallFailure after the application handled it (react-to-failure.ts): session, permission and
 * activation failures are handled there, all others show one toast. A form that shows errors at its fields passes `say:
 * false` and uses `sayFailure` for errors that belong to no field (shared/ui/form does both).
 */
import type { CallName, Calls } from '@flowprint/contract'
import { currentLanguage } from '../i18n/language.ts'
import { currentToken } from '../session/token.ts'
import { CallFailure } from './envelope.ts'
import { needsToken } from './public-calls.ts'
import { reactToFailure } from './react-to-failure.ts'
import { request, type CallIdentity, type CallRequest, type InputOf } from './request.ts'

interface PageOptions {
  /** False: the caller shows ordinary failures itself. */
  readonly say?: boolean
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
    if (error instanceof CallFailure) reactToFailure(error, input.say)
    throw error
  }
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
