import type { Pool } from 'pg'
import type { Clock } from '../clock/index.ts'
import { messageOf } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { startOutboxSender } from '../outbox/index.ts'
import type { OutboxSender } from '../outbox/index.ts'
import type { Composer } from './compose-mail.ts'
import { closeMail, postponeMail, leaseMail } from './mail-rows.ts'
import type { LeasedMail } from './mail-rows.ts'
import { decideRetry, MAX_ATTEMPTS } from './retry.ts'
import type { SmtpTransport } from './smtp-transport.ts'

export interface MailSenderOptions {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly composer: Composer
  readonly transport: SmtpTransport
  /** Right-hand side of every Message-ID. */
  readonly host: string
  /** Polling interval of the outbox in ms; Infinity = only on request. */
  readonly pollMs?: number
}

/** Max concurrent connections to the mail server. */
const PARALLEL = 4
/** Max characters kept of a server's error. */
const ERROR_LENGTH = 500

/** Sends the mails of the outbox; a mail sent twice has the same Message-ID. */
export function startMailSender(options: MailSenderOptions): OutboxSender {
  const { pool, clock, log, pollMs } = options
  return startOutboxSender({
    lease: () => leaseMail(pool, clock.now()),
    attempt: (mail) => attempt(mail, options),
    parallel: PARALLEL,
    log,
    failureMessage: 'due mails could not be loaded, will retry',
    pollMs,
  })
}

async function attempt(
  mail: LeasedMail,
  { pool, clock, log, composer, transport, host }: MailSenderOptions,
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
    const verdict = decideRetry(mail.attempts, error, clock.now(), mail.expiresAt)
    if ('giveUp' in verdict) return giveUp(`${verdict.giveUp}: ${reason}`)
    log.warn({ ...about, reason }, 'a mail could not be sent')
    return postponeMail(pool, mail, verdict.retryAt, reason)
  }
  await closeMail(pool, mail, 'sent', clock.now(), null)
  log.info(about, 'a mail was sent')
}
