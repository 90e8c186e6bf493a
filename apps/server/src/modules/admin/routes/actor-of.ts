import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/index.ts'
import type { Actor, AdminDeps } from '../admin-deps.ts'

/** The administrator of a request; the address is hashed. */
export function actorOf({ access, ip }: FastifyRequest, { keys, clock }: Pick<AdminDeps, 'keys' | 'clock'>): Actor {
  const { signedIn } = access
  if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
  return { accountId: signedIn.accountId, sessionId: signedIn.sessionId, ipHash: keys.hashAddress(ip, clock.now()) }
}
