// Many WebSocket clients of one symbol in a separate process: notifies the parent when all of them have a frame.
import { WebSocket } from 'ws'

const [url, countText, symbol] = process.argv.slice(2)
const count = Number(countText)
/** Maximum number of connections being opened at once. */
const BATCH_SIZE = 50

let subscribed = 0
let frames = 0

function connect(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`bench: a client was closed with ${code}`)))
    socket.on('open', () => {
      socket.send(JSON.stringify({ op: 'hello', authorization: '', language: 'en', version: 1 }))
      socket.send(JSON.stringify({ op: 'subscribe', symbol }))
    })
    socket.on('message', (data: Buffer, binary) => {
      if (binary) {
        frames += 1
        if (frames % count === 0) process.send?.('frame')
        return
      }
      const { op } = JSON.parse(data.toString()) as { op: string }
      if (op !== 'subscribed') return
      subscribed += 1
      resolve()
    })
  })
}

for (let done = 0; done < count; done += BATCH_SIZE) {
  await Promise.all(Array.from({ length: Math.min(BATCH_SIZE, count - done) }, connect))
}
process.send?.(`ready ${subscribed}`)
