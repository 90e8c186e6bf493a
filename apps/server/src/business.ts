import type { Pool } from 'pg'
import { createTronNode } from './modules/membership/index.ts'
import type { MembershipDeps } from './modules/membership/index.ts'
import { earnedShare, registerBusinessEventHandlers, shareOfPayment } from './modules/promotion/index.ts'
import type { PromotionDeps } from './modules/promotion/index.ts'
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

export interface Business {
  readonly events: BusinessEvents
  readonly membership: MembershipDeps
  readonly promotion: PromotionDeps
}

/** Wires membership and promotion together. The only place that registers business event handlers. */
export function createBusiness({ env, pool, keys, clock }: BusinessParts): Business {
  const events = new BusinessEvents()
  const mail = createMailQueue({ keys, clock, keep: env.smtpUrl === null })
  registerBusinessEventHandlers(events, { mail, appUrl: env.appUrl })
  const membership: MembershipDeps = {
    pool,
    clock,
    keys,
    events,
    mail,
    limits: createKeyedLimits({ pool, keys, clock, factor: env.rateLimitFactor }),
    rateLimitFactor: env.rateLimitFactor,
    node: createTronNode({ url: env.tronApiUrl, key: env.tronApiKey, now: () => clock.now() }),
    shares: shareOfPayment,
    earned: earnedShare,
    appUrl: env.appUrl,
  }
  const promotion: PromotionDeps = { pool, clock, keys, mail, appUrl: env.appUrl, businessTz: env.businessTz }
  return { events, membership, promotion }
}
