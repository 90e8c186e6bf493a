import { describe, expect, it } from 'vitest'
import { MarketStream, readServerMessage, type Socket } from '../../src/workers/market-stream.ts'

class FakeSocket implements Socket {
  binaryType = ''
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  readonly sent: unknown[] = []
  closed = false
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closed = true
  }
  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

function streamUnderTest() {
  const sockets: FakeSocket[] = []
  const states: string[] = []
  const frames: number[] = []
  const timers = new Map<number, { act: () => void; at: number }>()
  let now = 0
  let lastTimer = 0
  let ready = 0
  const stream = new MarketStream(
    {
      open: () => {
        sockets.push(new FakeSocket())
        return sockets.at(-1)!
      },
      now: () => now,
      random: () => 0,
      setTimer: (act, ms) => {
        timers.set((lastTimer += 1), { act, at: now + ms })
        return lastTimer
      },
      clearTimer: (timer) => void timers.delete(timer),
    },
    {
      ready: () => (ready += 1),
      message: () => undefined,
      frame: (bytes) => frames.push(bytes.length),
      connection: (state) => states.push(state),
    },
    { language: 'en', token: null },
  )
  return {
    stream,
    sockets,
    states,
    frames,
    ready: () => ready,
    socket: () => sockets.at(-1)!,
    /** Advances the clock and runs due timers in order. */
    wait(ms: number) {
      const end = now + ms
      for (;;) {
        const next = [...timers].sort((a, b) => a[1].at - b[1].at)[0]
        if (!next || next[1].at > end) break
        timers.delete(next[0])
        now = next[1].at
        next[1].act()
      }
      now = end
    },
    connect() {
      stream.start({ language: 'en', token: 'secret' })
      sockets.at(-1)!.onopen?.()
      sockets.at(-1)!.receive({ op: 'welcome', version: 1, server_time: 5 })
    },
  }
}

describe('the stream', () => {
  it('sends hello with token and language, and is ready after the welcome', () => {
    const { connect, socket, ready, states } = streamUnderTest()
    connect()
    expect(socket().sent).toEqual([{ op: 'hello', authorization: 'secret', language: 'en', version: 1 }])
    expect(ready()).toBe(1)
    expect(states).toEqual(['connecting', 'open'])
  })

  it('sends nothing before the welcome', () => {
    const { stream, socket } = streamUnderTest()
    stream.start({ language: 'en', token: null })
    stream.send({ op: 'ping' })
    expect(socket().sent).toEqual([])
  })

  it('passes frames on as bytes', () => {
    const { connect, socket, frames } = streamUnderTest()
    connect()
    socket().onmessage?.({ data: new ArrayBuffer(7) })
    expect(frames).toEqual([7])
  })

  it('reconnects after a loss with backoff', () => {
    const { connect, sockets, socket, wait, states, ready } = streamUnderTest()
    connect()
    socket().onclose?.()
    wait(499)
    expect(sockets).toHaveLength(1)
    wait(1)
    expect(sockets).toHaveLength(2)
    socket().onclose?.()
    wait(999)
    expect(sockets).toHaveLength(2)
    wait(1)
    expect(sockets).toHaveLength(3)
    socket().onopen?.()
    socket().receive({ op: 'welcome', version: 1, server_time: 5 })
    expect(ready()).toBe(2)
    expect(states).toEqual(['connecting', 'open', 'offline', 'reconnecting', 'offline', 'reconnecting', 'open'])
  })

  it('pings, and treats long silence as a loss', () => {
    const { connect, sockets, wait } = streamUnderTest()
    connect()
    wait(10_000)
    expect(sockets[0].sent.at(-1)).toEqual({ op: 'ping' })
    sockets[0].receive({ op: 'pong', server_time: 1 })
    wait(29_000)
    expect(sockets[0].closed).toBe(false)
    wait(11_000)
    expect(sockets[0].closed).toBe(true)
    expect(sockets.length).toBeGreaterThan(1)
  })

  it('reconnects immediately when the network is back', () => {
    const { connect, stream, sockets, socket } = streamUnderTest()
    connect()
    socket().onclose?.()
    stream.reconnectNow()
    expect(sockets).toHaveLength(2)
    stream.reconnectNow()
    expect(sockets).toHaveLength(2)
  })

  it('ignores a closed socket', () => {
    const { connect, sockets, wait, frames } = streamUnderTest()
    connect()
    wait(40_000)
    sockets[0].onmessage?.({ data: new ArrayBuffer(3) })
    expect(frames).toEqual([])
  })
})

describe('a message of the stream', () => {
  it.each(['', '{', 'null', '[]', '"text"', '{"op":5}', '{"op":"later"}'])('%s is passed over', (text) => {
    expect(readServerMessage(text)).toBeNull()
  })

  it('is parsed', () => {
    expect(readServerMessage('{"op":"clock","symbol":"A:B","watermark":5}')).toEqual({
      op: 'clock',
      symbol: 'A:B',
      watermark: 5,
    })
  })
})
