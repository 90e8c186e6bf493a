import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock/index.ts'
import type { Keys } from '../keys/index.ts'
import type { SignedIn } from './access.ts'

/** The acting account, for the audit log. The address is stored as a hash. */
export const actorOf = (
  { user, request }: { readonly user: SignedIn; readonly request: FastifyRequest },
  { keys, clock }: { readonly keys: Keys; readonly clock: Clock },
) => ({
  accountId: user.accountId,
  sessionId: user.sessionId,
  ipHash: keys.hashAddress(request.ip, clock.now()),
})
