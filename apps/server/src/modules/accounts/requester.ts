import type { FastifyRequest } from 'fastify'
import type { Language } from '@flowprint/i18n'
import { AppError, languageOf } from '../../platform/http/index.ts'
import type { SignedIn } from '../../platform/http/index.ts'
import { readToken } from './rules/read-token.ts'

/** Origin of a request. */
export interface Requester {
  readonly ip: string
  readonly ua: string
  readonly language: Language
  /** Records the account that the request tries to access; for the security log only. */
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

/** The signed-in user of a request, with the token that was sent. */
export interface SignedInRequester extends SignedIn {
  readonly token: string
  readonly ip: string
}

export function signedInOf(request: FastifyRequest): SignedInRequester {
  const { signedIn } = request.access
  if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
  return { ...signedIn, token: readToken(request.headers.authorization), ip: request.ip }
}
