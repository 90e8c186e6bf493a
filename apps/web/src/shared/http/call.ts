/**
 * Makes the JSON calls of the pages.
 *
 *   const data = await call('/reset_name', { method: 'POST', body }) as ResetName
 *
 * Every failure throws a CallFailure after the application handled it (react-to-failure.ts): session, permission and
 * activation failures are handled there, all others show one toast. A form that shows errors at its fields passes `say:
 * false` and uses `sayFailure` for errors that belong to no field (shared/ui/form does both).
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

/** Token and language of this browser, read for every call. */
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
  // Without a token, nothing can have expired.
  if (identity.token === null && needsToken(path)) throw new CallFailure('signedOut', '', '')
  try {
    return await requestData(path, identity, options)
  } catch (error) {
    // The token was replaced in the meantime (another tab or a running answer): this failure does not concern the new
    // one.
    const now = callIdentity()
    const replaced = now.token !== null && now.token !== identity.token
    if (replaced && error instanceof CallFailure && error.kind === 'sessionExpired')
      return requestData(path, now, options)
    throw error
  }
}
