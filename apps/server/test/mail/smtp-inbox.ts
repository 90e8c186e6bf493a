import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMessage } from './read-message.ts'
import type { ReadMessage } from './read-message.ts'

export interface Received extends ReadMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/** Behaviour of the server for a message: accept, reject with a code, or never answer. */
export type Behaviour = 'accept' | number | 'silence'

export interface SmtpInbox {
  readonly url: string
  /** Accepted messages, in order. */
  readonly accepted: readonly Received[]
  /** Attempts to deliver a message, accepted or not. */
  readonly attempts: number
  /** Takes effect with the next message; `recipient` rejects at RCPT instead of after the text. */
  behave(behaviour: Behaviour, at?: 'message' | 'recipient'): void
  /** Resolves when a message has arrived completely and waits for its answer. */
  waiting(): Promise<void>
  close(): Promise<void>
}

/** A real SMTP server on loopback. */
export async function startSmtpInbox(): Promise<SmtpInbox> {
  const accepted: Received[] = []
  let behaviour: Behaviour = 'accept'
  let place = 'message'
  let attempts = 0
  let held = Promise.withResolvers<void>()

  const refusal = (code: number): Error => Object.assign(new Error('rejected by the test'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo(_address, _session, done) {
      if (place !== 'recipient' || typeof behaviour !== 'number') return done()
      attempts++
      done(refusal(behaviour))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        attempts++
        const raw = Buffer.concat(chunks).toString('utf8')
        if (behaviour === 'silence') return held.resolve()
        if (typeof behaviour === 'number') return done(refusal(behaviour))
        const from = session.envelope.mailFrom
        accepted.push({
          ...readMessage(raw),
          raw,
          from: from === false ? '' : from.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    get attempts() {
      return attempts
    },
    behave(next, at = 'message') {
      behaviour = next
      place = at
      held = Promise.withResolvers()
    },
    waiting: () => held.promise,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
