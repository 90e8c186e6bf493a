import type { FastifyRequest } from 'fastify'
import type { Language } from '@flowprint/i18n'
import { AppError, languageOf } from '../../platform/http/index.ts'
import type { SignedIn } from '../../platform/http/index.ts'
import { readToken } from './rules/read-token.ts'

/** From where a call comes. */
export interface Requester {
  readonly ip: string
  readonly ua: string
  readonly language: Language
  /** Names the account that is tried, for the log alone. */
  readonly tries: (accountId: number) => void
}

const UA_MAX = 300

export const requesterOf = (request: FastifyRequest): Requester => ({
  ip: request.ip,
  ua: (request.headers['user-agent'] ?? '').slice(0, UA_MAX),
  language: languageOf(request),
  tries: (accountId) => {
    request.tried = String(accountId)
  },
})

/** Who made a call that only signed-in users may make, with the token they showed. */
export interface SignedInRequester extends SignedIn {
  readonly token: string
  readonly ip: string
}

export function signedInOf(request: FastifyRequest): SignedInRequester {
  const { signedIn } = request.access
  if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
  return { ...signedIn, token: readToken(request.headers.authorization), ip: request.ip }
}
