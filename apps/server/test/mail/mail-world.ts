import { createClock } from '../../src/platform/clock/index.ts'
import type { Clock } from '../../src/platform/clock/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createComposer, createMailOutbox, createMailQueue, openSmtp } from '../../src/platform/mail/index.ts'
import type { Mail, MailQueue } from '../../src/platform/mail/index.ts'
import type { Outbox } from '../../src/platform/jobs/index.ts'
import { sendDue } from '../send-due.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { startSmtpInbox } from './smtp-inbox.ts'
import type { SmtpInbox } from './smtp-inbox.ts'

export const MAIL_KEY = 'a key for the mails of tests, long enough'

export interface MailWorld {
  readonly database: TestDatabase
  readonly inbox: SmtpInbox
  readonly clock: Clock
  readonly queue: MailQueue
  /** Moves the server's clock forward. */
  pass(ms: number): void
  outbox(smtpUrl?: string): Outbox
  /** A process that sends mails only when triggered. */
  sender(smtpUrl?: string): { sendDue(): Promise<number> }
  rows(): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function mailWorld(): Promise<MailWorld> {
  const database = await testDatabase()
  const inbox = await startSmtpInbox()
  const clock = createClock()
  const keys = createKeys([MAIL_KEY])
  let offset = 0
  const outbox = (smtpUrl = inbox.url): Outbox =>
    createMailOutbox({
      pool: database.pool,
      clock,
      log: createLog('silent'),
      host: 'flow.example',
      composer: createComposer({ keys, productName: 'Flowprint', businessTz: 'Asia/Shanghai' }),
      transport: openSmtp(smtpUrl, 'Flowprint <no-reply@flow.example>'),
    })
  return {
    database,
    inbox,
    clock,
    queue: createMailQueue({ keys, clock, keep: false }),
    pass(ms) {
      offset += ms
      clock.setOffset(offset)
    },
    outbox,
    sender(smtpUrl) {
      const own = outbox(smtpUrl)
      return { sendDue: () => sendDue(own, database.pool) }
    },
    async rows() {
      return (await database.pool.query('select * from mail_outbox order by id')).rows
    },
    async close() {
      await inbox.close()
      await database.drop()
    },
  }
}

export const LINK = 'https://flow.example/active?token=abcDEF123_-abcDEF123_-abcDEF123_-abcDEF123'

export function activation(given: Partial<Mail<'activate'>> = {}): Mail<'activate'> {
  return {
    template: 'activate',
    to: 'li@example.com',
    language: 'zh',
    params: { link: LINK, minutes: 30 },
    dedupeKey: 'activate-1',
    ...given,
  }
}
