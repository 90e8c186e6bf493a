import { currentLanguage } from '../i18n/language.ts'
import { readText, STORAGE_KEYS } from '../local-store.ts'
import { requestData, type CallIdentity, type CallOptions } from './request.ts'

/** Who this browser is to the server, read anew for every call. */
export function callIdentity(): CallIdentity {
  return { language: currentLanguage(), token: readText(STORAGE_KEYS.token) }
}

/** A JSON call in the name of this browser. */
export function call(path: string, options?: CallOptions): Promise<unknown> {
  return requestData(path, callIdentity(), options)
}
