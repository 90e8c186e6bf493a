import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/index.ts'
import type { ContentDeps, Editor } from '../content-deps.ts'

/** The administrator of a request; the address is hashed. */
export function editorOf({ access, ip }: FastifyRequest, { keys, clock }: Pick<ContentDeps, 'keys' | 'clock'>): Editor {
  const { signedIn } = access
  if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
  return { accountId: signedIn.accountId, ipHash: keys.hashAddress(ip, clock.now()) }
}
