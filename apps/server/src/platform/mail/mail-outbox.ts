import type { Pool } from 'pg'
import type { Clock } from '../clock/index.ts'
import { messageOf } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { Composer } from './compose-mail.ts'
import { closeMail, enqueueDueMails, leaseMail, MAIL_TASK, postponeMail } from './mail-rows.ts'
import type { LeasedMail } from './mail-rows.ts'
import { decideRetry, MAX_ATTEMPTS } from './retry.ts'
import type { SmtpTransport } from './smtp-transport.ts'

export interface MailOutboxOptions {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly composer: Composer
  readonly transport: SmtpTransport
  /** Right-hand side of every Message-ID. */
  readonly host: string
}

/** Max concurrent connections to the mail server. */
const PARALLEL = 4
/** Max characters kept of a server's error. */
const ERROR_LENGTH = 500

/** The outbox of mails; a mail sent twice has the same Message-ID. */
export function createMailOutbox(options: MailOutboxOptions): Outbox {
  const { pool, clock } = options
  return {
    task: MAIL_TASK,
    concurrency: PARALLEL,
    enqueueDue: () => enqueueDueMails(pool, clock.now()),
    async attempt(id) {
      const mail = await leaseMail(pool, id, clock.now())
      if (mail === null) return false
      await attempt(mail, options)
      return true
    },
  }
}

async function attempt(
  mail: LeasedMail,
  { pool, clock, log, composer, transport, host }: MailOutboxOptions,
): Promise<void> {
  const about = { mail: mail.id, template: mail.template, attempt: mail.attempts }
  const giveUp = async (reason: string): Promise<void> => {
    log.error({ ...about, reason }, 'a mail was given up')
    await closeMail(pool, mail, 'dead', clock.now(), reason)
  }
  if (mail.attempts > MAX_ATTEMPTS) return giveUp('interrupted in its last attempt')
  if (mail.expiresAt !== null && mail.expiresAt <= clock.now()) return giveUp('its link is dead')

  let text: ReturnType<Composer['compose']>
  try {
    text = composer.compose(mail)
  } catch (error) {
    return giveUp(`cannot be written: ${messageOf(error)}`)
  }
  try {
    await transport.send({
      ...text,
      to: mail.to,
      messageId: `<${mail.messageId}@${host}>`,
      date: new Date(clock.now()),
    })
  } catch (error) {
    const reason = messageOf(error).slice(0, ERROR_LENGTH)
    const now = clock.now()
    const verdict = decideRetry(mail.attempts, error, now, mail.expiresAt)
    if ('giveUp' in verdict) return giveUp(`${verdict.giveUp}: ${reason}`)
    log.warn({ ...about, reason }, 'a mail could not be sent')
    return postponeMail(pool, mail, now, verdict.retryAt, reason)
  }
  await closeMail(pool, mail, 'sent', clock.now(), null)
  log.info(about, 'a mail was sent')
}
