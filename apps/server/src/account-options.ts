import { MINUTE_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { createPasswordHasher } from './modules/accounts/index.ts'
import type { AccountOptions, PasswordHasher } from './modules/accounts/index.ts'
import type { Clock } from './platform/clock/index.ts'
import type { Env } from './platform/env/index.ts'
import type { BusinessEvents } from './platform/events/index.ts'
import { createKeyedLimits } from './platform/http/index.ts'
import type { Keys } from './platform/keys/index.ts'
import { createMailQueue } from './platform/mail/index.ts'

export interface AccountParts {
  readonly env: Env
  readonly pool: Pool
  readonly keys: Keys
  readonly clock: Clock
  readonly hasher?: PasswordHasher
  readonly events: BusinessEvents
}

/** Dependencies of the account routes, built from the configuration. */
export function accountOptions({
  env,
  pool,
  keys,
  clock,
  events,
  hasher = createPasswordHasher(),
}: AccountParts): AccountOptions {
  return {
    pool,
    clock,
    keys,
    hasher,
    events,
    mail: createMailQueue({ keys, clock, keep: env.smtpUrl === null }),
    limits: createKeyedLimits({ pool, keys, clock, factor: env.rateLimitFactor }),
    site: {
      appUrl: env.appUrl,
      productName: env.productName,
      passwordMin: env.passwordMin,
      production: env.nodeEnv === 'production',
      freeDelayMs: env.freeDelayMinutes * MINUTE_MS,
    },
    dataDir: env.dataDir,
  }
}
