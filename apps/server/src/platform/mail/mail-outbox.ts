import { createTransport } from 'nodemailer'
import type { MailText } from '@flowprint/i18n/mail'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import type { Clock } from '../clock/index.ts'
import { messageOf } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import type { Outbox } from '../jobs/index.ts'
import { inChildSpan } from '../tracing/index.ts'
import type { Composer } from './compose-mail.ts'
import { closeMail, enqueueDueMails, leaseMail, MAIL_TASK, postponeMail } from './mail-queue.ts'
import type { LeasedMail } from './mail-queue.ts'

export interface SmtpMessage extends MailText {
  readonly to: string
  /** With angle brackets; the same in every attempt. */
  readonly messageId: string
  readonly date: Date
}

export interface SmtpTransport {
  /** Resolves when the server has accepted the message; rejects otherwise, after a minute at the latest. */
  send(message: SmtpMessage): Promise<void>
}

/** Max duration of an attempt, however slowly the server answers. */
const ATTEMPT_MS = 60_000
const SILENCE_MS = 20_000
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** One connection per mail. TLS is required except to this machine. */
export function openSmtp(smtpUrl: string, from: string): SmtpTransport {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !LOCAL.has(url.hostname),
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    socketCloseTimeout: 0,
    // All content is ours; nothing is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, replyTo, messageId, date }) {
      await transport.sendMail({
        from,
        // An address passed as an object is never parsed as a list.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { ...replyTo } }),
        subject,
        text,
        html,
        messageId,
        date,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: AbortSignal.timeout(ATTEMPT_MS),
      })
    },
  }
}

/** Delay after the first, second, … failed attempt; after one more failure the mail is given up. */
const DELAYS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 720 * MINUTE_MS]

/** Max attempts per mail. */
export const MAX_ATTEMPTS = DELAYS.length + 1

export type Verdict = { readonly retryAt: number } | { readonly giveUp: string }

/**
 * Decides what follows the `attempts`-th failed attempt. Permanent rejections of recipient or message (5yz) are not
 * retried; rejected credentials or connection failures are our problem and may pass.
 */
export function decideRetry(attempts: number, error: unknown, now: number, expiresAt: number | null): Verdict {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const refused =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
  if (refused) return { giveUp: 'refused for good' }
  if (attempts >= MAX_ATTEMPTS) return { giveUp: `${attempts} attempts` }
  const retryAt = now + DELAYS[attempts - 1]
  return expiresAt !== null && retryAt >= expiresAt
    ? { giveUp: 'its link would be dead by the next attempt' }
    : { retryAt }
}

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
    const message = { ...text, to: mail.to, messageId: `<${mail.messageId}@${host}>`, date: new Date(clock.now()) }
    const attributes = { 'flowprint.mail': mail.id, 'flowprint.template': mail.template }
    await inChildSpan(
      'send mail',
      () => ({ kind: 'client', attributes }),
      () => transport.send(message),
    )
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
