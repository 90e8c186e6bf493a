import type { Pool } from 'pg'
import { forgetAddresses } from './platform/audit/index.ts'
import { listAdministrators } from './modules/accounts/index.ts'
import { checkBooksDaily } from './modules/books/index.ts'
import { remindOfEnd, sendReviewDigest } from './modules/membership/index.ts'
import type { Clock } from './platform/clock/index.ts'
import type { Env } from './platform/env/index.ts'
import { createKeyedLimits } from './platform/http/index.ts'
import type { Keys } from './platform/keys/index.ts'
import type { Log } from './platform/log/index.ts'
import { createComposer, createMailQueue, deleteMailsBefore, openSmtp, startMailSender } from './platform/mail/index.ts'
import { scheduleUpkeep } from './platform/upkeep/index.ts'

export interface UpkeepOptions {
  readonly env: Env
  readonly pool: Pool
  /** For queries over whole tables. Default: `pool`. */
  readonly jobs?: Pool
  readonly keys: Keys
  readonly clock: Clock
  readonly log: Log
}

/** Retention of finished mails and of request addresses. */
const KEPT_MS = 90 * 86_400_000

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Logs faults at once; the admin overview shows them until a check passes. */
async function checkDaily({ pool, clock, log }: Pick<UpkeepOptions, 'pool' | 'clock' | 'log'>): Promise<void> {
  const books = await checkBooksDaily(pool, clock.now())
  if (books !== null && books.faults.length > 0)
    log.error({ faults: books.faults }, 'the books are wrong: npm run check-books')
}

/** Starts the mail sender and the periodic cleanup jobs. Returns a function that stops both. */
export function startUpkeep({ env, pool, jobs = pool, keys, clock, log }: UpkeepOptions): () => Promise<void> {
  const sender =
    env.smtpUrl === null
      ? null
      : startMailSender({
          pool,
          clock,
          log,
          composer: createComposer({ keys, ...env }),
          transport: openSmtp(env.smtpUrl, env.mailFrom),
          host: new URL(env.appUrl).hostname,
        })
  const limits = createKeyedLimits({ pool, keys, clock, factor: env.rateLimitFactor })
  const mail = createMailQueue({ keys, clock, keep: env.smtpUrl === null })
  const endChores = scheduleUpkeep(
    [
      { name: 'reminders of ends', everyMs: HOUR, do: () => remindOfEnd({ pool, clock, mail, appUrl: env.appUrl }) },
      {
        name: 'digest for reviewers',
        everyMs: MINUTE,
        do: () => sendReviewDigest({ pool, clock, mail, appUrl: env.appUrl, listAdministrators }),
      },
      { name: 'check of the books', everyMs: HOUR, do: () => checkDaily({ pool: jobs, clock, log }) },
      { name: 'limits', do: () => limits.sweep() },
      { name: 'old mails', do: () => deleteMailsBefore(pool, clock.now() - KEPT_MS) },
      { name: 'old addresses', do: () => forgetAddresses(pool, clock.now() - KEPT_MS) },
    ],
    log,
  )
  return async () => {
    await endChores()
    await sender?.stop()
  }
}
