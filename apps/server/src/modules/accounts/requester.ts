import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Language } from '@flowprint/i18n'
import { AppError, languageOf } from '../../platform/http/index.ts'
import type { SignedIn } from '../../platform/http/index.ts'

/** Origin of a request. */
export interface Requester {
  readonly ip: string
  readonly ua: string
  readonly language: Language
  /** Records the account that the request tries to access; for the security log only. */
  readonly tries: (accountId: number) => void
}

const MAX_USER_AGENT_LENGTH = 300

export const requesterOf = (request: FastifyRequest): Requester => ({
  ip: request.ip,
  ua: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
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

/** Token of an Authorization header, with or without the scheme; '' if there is none. */
export const readToken = (authorization: string | undefined): string =>
  (authorization ?? '').replace(/^Bearer\s+/i, '').trim()

/** 256 random bits as text for an address or a header. */
export const randomText = (): string => randomBytes(32).toString('base64url')

/** Hash for storage: the text is random, so a fast hash without salt is enough. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
