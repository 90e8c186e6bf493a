import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Counts of mails that failed permanently since a time (ms) and of mails still queued. */
export function mailNumbers(
  client: Queryable,
  since: number,
): Promise<{ readonly failures: number; readonly waiting: number }> {
  const mails = db(client)
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.countAll<number>().as('n'))
  return db(client)
    .selectNoFrom([
      mails
        .where('status', '=', 'dead')
        .where('created_at', '>=', new Date(since))
        .$asScalar()
        .$notNull()
        .as('failures'),
      mails.where('status', 'in', ['queued', 'sending']).$asScalar().$notNull().as('waiting'),
    ])
    .executeTakeFirstOrThrow()
}
