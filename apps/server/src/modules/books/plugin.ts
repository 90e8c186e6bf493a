import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import { HOURLY } from '../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { checkBooksDaily } from './commands/check-books.ts'

export { checkBooksNow } from './commands/check-books.ts'

export interface BooksDeps {
  /** For queries over whole tables. */
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
}

/** Checks the books once a day. Faults are logged at once; the admin overview shows them until a check passes. */
export const bookJobs = ({ pool, clock, log }: BooksDeps): readonly ScheduledJob[] => [
  {
    name: 'books_check',
    cron: HOURLY,
    async run() {
      const books = await checkBooksDaily(pool, clock.now())
      if (books !== null && books.faults.length > 0)
        log.error({ faults: books.faults }, 'the books are wrong: npm run check-books')
    },
  },
]
