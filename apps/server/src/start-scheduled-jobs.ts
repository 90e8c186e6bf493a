import type { Pool } from 'pg'
import { removeAddresses } from './platform/audit/index.ts'
import { listAdministrators } from './modules/accounts/index.ts'
import { checkBooksDaily } from './modules/books/index.ts'
import { sendExpiryReminders, sendReviewDigest } from './modules/membership/index.ts'
import type { Clock } from './platform/clock/index.ts'
import type { Env } from './platform/env/index.ts'
import { createKeyedLimits } from './platform/http/index.ts'
import type { Keys } from './platform/keys/index.ts'
import type { Log } from './platform/log/index.ts'
import { createComposer, createMailQueue, deleteMailsBefore, openSmtp, startMailSender } from './platform/mail/index.ts'
import { scheduleJobs } from './platform/jobs/index.ts'

export interface ScheduledJobsOptions {
  readonly env: Env
  readonly pool: Pool
  /** For queries over whole tables. Default: `pool`. */
  readonly jobs?: Pool
  readonly keys: Keys
  readonly clock: Clock
  readonly log: Log
}

/** Retention of finished mails and of request addresses. */
const RETENTION_MS = 90 * 86_400_000

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Logs faults at once; the admin overview shows them until a check passes. */
async function checkDaily({ pool, clock, log }: Pick<ScheduledJobsOptions, 'pool' | 'clock' | 'log'>): Promise<void> {
  const books = await checkBooksDaily(pool, clock.now())
  if (books !== null && books.faults.length > 0)
    log.error({ faults: books.faults }, 'the books are wrong: npm run check-books')
}

/** Starts the mail sender and the periodic cleanup jobs. Returns a function that stops both. */
export function startScheduledJobs({
  env,
  pool,
  jobs = pool,
  keys,
  clock,
  log,
}: ScheduledJobsOptions): () => Promise<void> {
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
  const stopJobs = scheduleJobs(
    [
      {
        name: 'membership expiry reminders',
        everyMs: HOUR,
        run: () => sendExpiryReminders({ pool, clock, mail, appUrl: env.appUrl }),
      },
      {
        name: 'review digest',
        everyMs: MINUTE,
        run: () => sendReviewDigest({ pool, clock, mail, appUrl: env.appUrl, listAdministrators }),
      },
      { name: 'books check', everyMs: HOUR, run: () => checkDaily({ pool: jobs, clock, log }) },
      { name: 'rate limit cleanup', run: () => limits.sweep() },
      { name: 'mail cleanup', run: () => deleteMailsBefore(pool, clock.now() - RETENTION_MS) },
      { name: 'address cleanup', run: () => removeAddresses(pool, clock.now() - RETENTION_MS) },
    ],
    log,
  )
  return async () => {
    await stopJobs()
    await sender?.stop()
  }
}
