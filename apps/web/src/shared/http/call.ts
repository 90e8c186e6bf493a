/**
 * The one way the pages make JSON calls.
 *
 *   const data = await call('/reset_name', { method: 'POST', body }) as ResetName
 *
 * Every failure throws a CallFailure after the application reacted to it (react-to-failure.ts): session, rights and
 * activation are dealt with there, and the rest is told in one toast. A form that shows faults at its fields passes
 * `say: false` and uses `sayFailure` for what belongs to no field (shared/ui/form does both).
 */
import { currentLanguage } from '../i18n/language.ts'
import { currentToken } from '../session/token.ts'
import { CallFailure } from './envelope.ts'
import { needsToken } from './public-calls.ts'
import { reactToFailure } from './react-to-failure.ts'
import { requestData, type CallIdentity, type CallOptions } from './request.ts'

interface PageCallOptions extends CallOptions {
  /** False: the caller shows ordinary failures itself. */
  readonly say?: boolean
}

/** Who this browser is to the server, read anew for every call. */
export function callIdentity(): CallIdentity {
  return { language: currentLanguage(), token: currentToken() }
}

/** A JSON call in the name of this browser. */
export async function call(path: string, options: PageCallOptions = {}): Promise<unknown> {
  try {
    return await inTurn(path, callIdentity(), options)
  } catch (error) {
    if (error instanceof CallFailure) reactToFailure(error, options.say)
    throw error
  }
}

async function inTurn(path: string, identity: CallIdentity, options: CallOptions): Promise<unknown> {
  // A visitor is not answered "expired" for what was never there.
  if (identity.token === null && needsToken(path)) throw new CallFailure('signedOut', '', '')
  try {
    return await requestData(path, identity, options)
  } catch (error) {
    // Another tab, or an answer on its way, has replaced the token meanwhile: the old one says nothing about the new.
    const now = callIdentity()
    const replaced = now.token !== null && now.token !== identity.token
    if (replaced && error instanceof CallFailure && error.kind === 'sessionExpired')
      return requestData(path, now, options)
    throw error
  }
}
