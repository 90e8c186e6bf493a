import { callIdentity } from '../shared/http/call.ts'
import { MarketStream, type Socket } from './market-stream.ts'

function openSocket(): Socket {
  const address = new URL('/api/stream', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address)
  const close = socket.close.bind(socket)
  // Browsers report a connection that is closed while it is being established as an error of the page.
  socket.close = () => {
    if (socket.readyState !== WebSocket.CONNECTING) close()
    else socket.addEventListener('open', () => close(), { once: true })
  }
  return socket as unknown as Socket
}

const TIMERS = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: (act: () => void, ms: number) => window.setTimeout(act, ms),
  clearTimer: (timer: number) => window.clearTimeout(timer),
}

/** A connection to the stream for a part of the page that needs no market worker. Returns it with its `close`. */
export function openPageStream(events: ConstructorParameters<typeof MarketStream>[1]): {
  readonly send: MarketStream['send']
  close(): void
} {
  let isClosed = false
  const stream = new MarketStream(
    { ...TIMERS, open: openSocket },
    {
      ...events,
      connection(state, retryAt) {
        // The next connection uses the newest token.
        if (state === 'offline') queueMicrotask(() => isClosed || stream.start(callIdentity()))
        events.connection(state, retryAt)
      },
    },
    callIdentity(),
  )
  stream.start(callIdentity())
  const reconnect = () => stream.reconnectNow()
  window.addEventListener('online', reconnect)
  return {
    send: (message) => stream.send(message),
    close() {
      window.removeEventListener('online', reconnect)
      isClosed = true
      stream.stop()
    },
  }
}
