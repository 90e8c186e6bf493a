import { createTransport } from 'nodemailer'
import type { MailText } from '@flowprint/i18n/mail'

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
