// Many WebSocket clients of one symbol in a separate process. Messages to the parent: `ready`, `frame` when every client
// has one, and the report. Messages from the parent: when each frame was sent (process.hrtime, the same clock in every
// process of a machine), then `end`.
import { Histogram } from './ingest/lag.ts'
import { WebSocket } from 'ws'

export interface CrowdReport {
  /** From sent to received, over all clients and frames, ms. */
  readonly p50: number
  readonly p99: number
}

const [url, countText, symbol, warmUpText] = process.argv.slice(2)
const count = Number(countText)
const warmUp = Number(warmUpText)
/** Maximum number of connections being opened at once. */
const BATCH_SIZE = 50
const NS_PER_MS = 1e6

const lags = new Histogram()
const receivedNs = new Float64Array(count)
let received = 0
let frames = 0
let sentNs: number | null = null

const nanoseconds = ([seconds, rest]: [number, number]): number => seconds * 1e9 + rest

function connect(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('close', (code) => {
      console.log(`bench: a client was closed with ${code}`)
      process.exit(1)
    })
    socket.on('open', () => {
      socket.send(JSON.stringify({ op: 'hello', authorization: '', language: 'en', version: 1 }))
      socket.send(JSON.stringify({ op: 'subscribe', symbol }))
    })
    socket.on('message', (data: Buffer, binary) => {
      if (binary) {
        receivedNs[received++] = nanoseconds(process.hrtime())
        finishFrame()
        return
      }
      if (data.includes('"subscribed"')) resolve()
    })
  })
}

/** A frame is counted when all clients have it and the time of its sending is known. */
function finishFrame(): void {
  if (received < count || sentNs === null) return
  if (frames++ >= warmUp) for (const at of receivedNs) lags.add((at - sentNs) / NS_PER_MS)
  received = 0
  sentNs = null
  process.send?.('frame')
}

process.on('message', (message: 'end' | [number, number]) => {
  if (message === 'end') {
    process.send?.({ p50: lags.percentile(50), p99: lags.percentile(99) } satisfies CrowdReport)
    return
  }
  sentNs = nanoseconds(message)
  finishFrame()
})

for (let done = 0; done < count; done += BATCH_SIZE) {
  await Promise.all(Array.from({ length: Math.min(BATCH_SIZE, count - done) }, connect))
}
process.send?.('ready')
