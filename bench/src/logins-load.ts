// A stream client and a load generator that logs in without waiting for responses; sends `ready`, then its report at
// `end`.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { decodeFrame } from '@flowprint/orderflow'
import { WebSocket } from 'ws'

export interface LoadReport {
  /** Received frames: last sequence number of the log, and time (fractional ms since the epoch). */
  readonly arrived: readonly { readonly lastSeq: number; readonly at: number }[]
  readonly done: number
  readonly refused: number
  readonly failed: number
  /** Duration of each login that returned a token. */
  readonly loginMs: readonly number[]
}

const [url, token, symbol, perSecond, seconds, people, password] = process.argv.slice(2)
const arrived: { lastSeq: number; at: number }[] = []
const loginMs: number[] = []
const counts = { done: 0, refused: 0, failed: 0 }

const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { perMessageDeflate: false })
const subscribed = new Promise<void>((resolve) => {
  socket.on('message', (data: Buffer, binary) => {
    if (binary) arrived.push({ at: performance.timeOrigin + performance.now(), lastSeq: decodeFrame(data).lastSeq })
    else if (data.includes('"subscribed"')) resolve()
  })
})
await once(socket, 'open')
socket.send(JSON.stringify({ op: 'hello', authorization: token, language: 'en', version: 1 }))
socket.send(JSON.stringify({ op: 'subscribe', symbol }))
await subscribed
process.send?.('ready')

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const offered = Number(perSecond) * Number(seconds)
const logins: Promise<void>[] = []
const started = performance.now()
const timer = setInterval(() => {
  // Based on the clock, so that a late timer catches up.
  const due = Math.min(offered, Math.floor(((performance.now() - started) / 1000) * Number(perSecond)))
  while (logins.length < due) logins.push(logIn(logins.length))
}, 5)

async function logIn(i: number): Promise<void> {
  const body = JSON.stringify({ email: `person-${i % Number(people)}@example.com`, password })
  const began = performance.now()
  const asked = request(`${url}/api/login`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': `198.19.${i >> 8}.${i & 255}`,
    },
  })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const chunk of answer) text += chunk
  if (answer.statusCode === 429) counts.refused++
  else if (text.includes('"token"')) {
    counts.done++
    loginMs.push(performance.now() - began)
  } else counts.failed++
}

await once(process, 'message')
clearInterval(timer)
await Promise.all(logins)
process.send?.({ arrived, loginMs, ...counts } satisfies LoadReport)
