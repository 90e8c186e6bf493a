import type { Pool } from 'pg'
import { createTronNode } from './modules/membership/index.ts'
import type { MembershipDeps } from './modules/membership/index.ts'
import type { Clock } from './platform/clock/index.ts'
import type { Env } from './platform/env/index.ts'
import { BusinessEvents } from './platform/events/index.ts'
import { createKeyedLimits } from './platform/http/index.ts'
import type { Keys } from './platform/keys/index.ts'
import { createMailQueue } from './platform/mail/index.ts'

export interface BusinessParts {
  readonly env: Env
  readonly pool: Pool
  readonly keys: Keys
  readonly clock: Clock
}

/** Membership and what hangs on it, put together: who hears of which fact stands here and nowhere else. */
export function createBusiness({ env, pool, keys, clock }: BusinessParts): { readonly events: BusinessEvents; readonly membership: MembershipDeps } {
  const events = new BusinessEvents()
  const membership: MembershipDeps = {
    pool, clock, keys, events,
    mail: createMailQueue({ keys, clock, keep: env.smtpUrl === null }),
    limits: createKeyedLimits({ pool, keys, clock, factor: env.rateLimitFactor }),
    node: createTronNode({ url: env.tronApiUrl, key: env.tronApiKey, now: () => clock.now() }),
    shares: async () => null,
    appUrl: env.appUrl,
  }
  return { events, membership }
}
