import { createTransport } from 'nodemailer'
import type { MailText } from '@flowprint/i18n/mail'

export interface SmtpMessage extends MailText {
  readonly to: string
  /** With its angle brackets; the same in every attempt. */
  readonly messageId: string
  readonly date: Date
}

export interface SmtpTransport {
  /** Resolves when the server has accepted the message; rejects otherwise, at the latest after a minute. */
  send(message: SmtpMessage): Promise<void>
}

/** No attempt takes longer, however slowly a server answers. */
const ATTEMPT_MS = 60_000
const SILENCE_MS = 20_000
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** One connection a mail. To anything but this machine only over TLS. */
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
    // Every content is ours; nothing is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, replyTo, messageId, date }) {
      await transport.sendMail({
        from,
        // As an object, an address is one address, whatever signs stand in it.
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
