import type { Pool } from 'pg'
import { accountCleanup, listAdministrators } from './modules/accounts/index.ts'
import { createAlertOutbox, deleteOldEvents } from './modules/alerts/index.ts'
import { checkBooksDaily } from './modules/books/index.ts'
import { sendExpiryReminders, sendReviewDigest } from './modules/membership/index.ts'
import { removeAddresses } from './platform/audit/index.ts'
import type { Clock } from './platform/clock/index.ts'
import type { Env } from './platform/env/index.ts'
import { createKeyedLimits } from './platform/http/index.ts'
import { DAILY, deleteDeadJobs, EVERY_MINUTE, EVERY_TEN_MINUTES, HOURLY, scheduleJobs } from './platform/jobs/index.ts'
import type { ScheduledJob } from './platform/jobs/index.ts'
import type { Keys } from './platform/keys/index.ts'
import type { Log } from './platform/log/index.ts'
import {
  createComposer,
  createMailOutbox,
  createMailQueue,
  deleteMailsBefore,
  openSmtp,
} from './platform/mail/index.ts'
import { createPoster } from './platform/outbound/index.ts'
import { recoverOutbox, startOutbox } from './platform/outbox/index.ts'
import type { Outbox } from './platform/outbox/index.ts'

export interface JobsOptions {
  readonly env: Env
  readonly pool: Pool
  /** For the queue itself. Default: `pool`. */
  readonly queue?: Pool
  /** For queries over whole tables. Default: `pool`. */
  readonly jobs?: Pool
  readonly keys: Keys
  readonly clock: Clock
  readonly log: Log
  /** Scheduled jobs of the market. */
  readonly marketJobs?: readonly ScheduledJob[]
}

/** Retention of finished mails and of request addresses. */
const RETENTION_MS = 90 * 86_400_000

/** Logs faults at once; the admin overview shows them until a check passes. */
async function checkDaily({ pool, clock, log }: Pick<JobsOptions, 'pool' | 'clock' | 'log'>): Promise<void> {
  const books = await checkBooksDaily(pool, clock.now())
  if (books !== null && books.faults.length > 0)
    log.error({ faults: books.faults }, 'the books are wrong: npm run check-books')
}

/** Starts all background work of the job queue. Returns a function that stops it. */
export function startJobs({
  env,
  pool,
  queue = pool,
  jobs = pool,
  keys,
  clock,
  log,
  marketJobs = [],
}: JobsOptions): () => Promise<void> {
  const limits = createKeyedLimits({ pool, keys, clock, factor: env.rateLimitFactor })
  const mail = createMailQueue({ keys, clock, keep: env.smtpUrl === null })
  const { appUrl } = env
  const outboxes: Outbox[] = [createAlertOutbox({ pool, keys, clock, log, mail, post: createPoster(), appUrl })]
  if (env.smtpUrl !== null) {
    const mails = createMailOutbox({
      pool,
      clock,
      log,
      composer: createComposer({ keys, ...env }),
      transport: openSmtp(env.smtpUrl, env.mailFrom),
      host: new URL(appUrl).hostname,
    })
    outboxes.push(mails)
  }
  const scheduled: ScheduledJob[] = [
    ...outboxes.map(recoverOutbox),
    { name: 'expiry_reminders', cron: HOURLY, run: () => sendExpiryReminders({ pool, clock, mail, appUrl }) },
    {
      name: 'review_digest',
      cron: EVERY_MINUTE,
      run: () => sendReviewDigest({ pool, clock, mail, appUrl, listAdministrators }),
    },
    { name: 'books_check', cron: HOURLY, run: () => checkDaily({ pool: jobs, clock, log }) },
    { name: 'rate_limit_cleanup', cron: EVERY_TEN_MINUTES, run: () => limits.sweep() },
    {
      name: 'mail_cleanup',
      cron: EVERY_TEN_MINUTES,
      run: () => deleteMailsBefore(pool, clock.now() - RETENTION_MS),
    },
    {
      name: 'address_cleanup',
      cron: EVERY_TEN_MINUTES,
      run: () => removeAddresses(pool, clock.now() - RETENTION_MS),
    },
    { name: 'dead_job_cleanup', cron: DAILY, run: () => deleteDeadJobs(queue) },
    accountCleanup({ pool, clock, log }),
    deleteOldEvents({ pool, clock }),
    ...marketJobs,
  ]
  const workers = [
    ...outboxes.map((outbox) => startOutbox(outbox, queue, log)),
    scheduleJobs({ pool: queue, jobs: scheduled, log }),
  ]
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}
