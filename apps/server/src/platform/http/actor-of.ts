import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock/index.ts'
import type { Keys } from '../keys/index.ts'
import type { SignedIn } from './access.ts'

/** Who acts, for the audit log: the address is stored as a hash. */
export interface Actor {
  readonly accountId: number
  readonly sessionId: number
  readonly ipHash: Buffer | null
}

export const actorOf = (
  { user, request }: { readonly user: SignedIn; readonly request: FastifyRequest },
  { keys, clock }: { readonly keys: Keys; readonly clock: Clock },
): Actor => ({
  accountId: user.accountId,
  sessionId: user.sessionId,
  ipHash: keys.hashAddress(request.ip, clock.now()),
})
