import { randomBytes } from 'node:crypto'
import { encodeFrame } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SendBuffer } from '../../../src/market/stream/client-limits.ts'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { tapeTopic } from '../../../src/platform/bus/index.ts'
import { LTC } from './memory-tape.ts'
import type { Trade } from './memory-tape.ts'
import { StreamClient } from './stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)
const BURST = 60_000
let server: AppUnderTest
let url: string

beforeAll(async () => {
  server = await appUnderTest()
  url = await server.listen()
  server.setNow(T)
  server.tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
})
afterAll(() => server.app.close())

describe('client that does not read', () => {
  test('loses its backlog, gets one resync, and continues when it reads again', { tags: ['long'] }, async () => {
    const client = await StreamClient.open(url)
    const other = await StreamClient.open(url)
    for (const one of [client, other]) {
      one.send({ op: 'subscribe', symbol: LTC.symbol })
      await one.message('subscribed')
    }
    client.socket.pause()
    // Kernel buffers hold several MB for a paused reader: poorly compressible trades fill them.
    const noise = randomBytes(BURST * 4)
    const trades = Array.from({ length: BURST }, (_, i): Trade => {
      return { ts: T, price: 1 + (noise.readUInt32LE(i * 4) % 2_000_000_000), qty: 1 + noise[i] * 1e12, buy: true }
    })
    server.tape.commit(trades, T)
    const bytes = server.tape.log.at(-1)
    let sent = 0
    for (let i = 0; i < 60; i++) {
      const before = other.frames.length
      repeatLast(server)
      sent += 1
      await other.until(() => other.frames.length > before)
    }
    expect(bytes?.lastSeq).toBeGreaterThan(BURST)
    client.socket.resume()
    expect(await client.message('resync')).toEqual({ op: 'resync', symbol: LTC.symbol, reason: 'slow' })
    expect(client.frames.length).toBeLessThan(sent)
    expect(other.messages.filter(({ op }) => op === 'resync')).toEqual([])

    const count = client.frames.length
    repeatLast(server)
    client.send({ op: 'subscribe', symbol: LTC.symbol })
    await client.message('subscribed', ({ last_seq }) => last_seq > 1)
    expect(client.frames.length).toBe(count)
    server.tape.commit([{ ts: T, price: 9, qty: 1, buy: true }], T)
    await client.until(() => client.frames.at(-1)?.lastSeq === server.tape.lastSeq)
    expect(client.frames.length).toBeGreaterThan(count)
    expect(client.messages.filter(({ op }) => op === 'resync').length).toBe(1)
    client.close()
    other.close()
  })
})

describe('client that never reads', () => {
  test(
    'is disconnected when its backlog was dropped three times, and others notice nothing',
    { tags: ['long'] },
    async () => {
      const app = await appUnderTest()
      const address = await app.listen()
      app.setNow(T)
      app.tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
      const client = await StreamClient.open(address)
      const other = await StreamClient.open(address)
      other.send({ op: 'subscribe', symbol: LTC.symbol })
      await other.message('subscribed')
      const slowCount = async (): Promise<number> =>
        Number(/^stream_slow_total (\d+)$/m.exec(await (await fetch(`${address}/api/metrics`)).text())?.[1])
      client.socket.pause()
      const noise = randomBytes(BURST * 4)
      const trades = Array.from({ length: BURST }, (_, i): Trade => {
        return { ts: T, price: 1 + (noise.readUInt32LE(i * 4) % 2_000_000_000), qty: 1 + noise[i] * 1e12, buy: true }
      })
      app.tape.commit(trades, T)
      let bursts = 0
      while ((await slowCount()) === 0 && bursts < 200) {
        // Resets by the server end the subscription; it sends on without reading.
        client.send({ op: 'subscribe', symbol: LTC.symbol })
        const before = other.frames.length
        repeatLast(app)
        bursts += 1
        await other.until(() => other.frames.length > before)
      }
      expect(await slowCount()).toBe(1)
      client.socket.resume()
      // 4408 when the client reads on in time, otherwise cut off.
      expect([4408, 1006]).toContain(await client.closed())
      const resyncs = client.messages.filter(({ op }) => op === 'resync')
      expect(resyncs.every((message) => 'reason' in message && message.reason === 'slow')).toBe(true)
      expect(other.messages.filter(({ op }) => op === 'resync')).toEqual([])
      other.close()
      await app.app.close()
    },
  )
})

/** The same burst again as the next log entries, without storing it. */
function repeatLast({ tape, bus }: AppUnderTest): void {
  const firstSeq = tape.lastSeq + 1
  const last = tape.log.at(-1)
  if (last === undefined) return
  const trades = { ...tape.trades(({ seq }) => seq >= last.firstSeq && seq <= last.lastSeq), seq: null }
  const lastSeq = firstSeq + trades.length - 1
  const { symbol, tape: tapeId, version } = tape.instrument
  const frame = encodeFrame({
    symbol,
    tape: tapeId,
    instrumentVersion: version,
    firstSeq,
    lastSeq,
    watermark: T,
    trades,
  })
  tape.log.push({ ...last, firstSeq, lastSeq })
  tape.stored = tape.stored.map((trade) =>
    trade.seq >= last.firstSeq ? { ...trade, seq: trade.seq - last.firstSeq + firstSeq } : trade,
  )
  bus.publish(tapeTopic(symbol), { kind: 'trades', symbol, firstSeq, lastSeq, watermark: T, newestTs: T, frame })
}

describe('client send buffer', () => {
  const sink = () => {
    const done: (() => void)[] = []
    const sent: string[] = []
    return {
      bufferedAmount: 0,
      sent,
      send(data: string | Uint8Array, _options: object, callback: () => void) {
        sent.push(String(data))
        this.bufferedAmount += data.length
        done.push(callback)
      },
      /** The socket has drained. */
      flush() {
        this.bufferedAmount = 0
        for (const callback of done.splice(0)) callback()
      },
    }
  }
  const big = (letter: string) => letter.repeat(200_000)

  test('keeps the order and sends what is buffered once the socket drains', () => {
    const socket = sink()
    const buffer = new SendBuffer(socket, 1_000_000, () => {})
    buffer.send(big('a'))
    buffer.send('b')
    buffer.send('c')
    expect(socket.sent.length).toBe(1)
    socket.flush()
    expect(socket.sent.map((text) => text[0])).toEqual(['a', 'b', 'c'])
  })

  test('drops its contents on overflow, and reports it', () => {
    const socket = sink()
    let overflows = 0
    const buffer = new SendBuffer(socket, 500_000, () => {
      overflows += 1
      buffer.sendAnyway('resync')
    })
    for (const letter of ['a', 'b', 'c', 'd', 'e']) buffer.send(big(letter))
    expect(overflows).toBe(1)
    socket.flush()
    socket.flush()
    expect(socket.sent.map((text) => text.slice(0, 6))).toEqual(['aaaaaa', 'resync', 'eeeeee'])
  })

  test('accepts a single message of any size', () => {
    const socket = sink()
    const buffer = new SendBuffer(socket, 1000, () => {
      throw new Error('overflow')
    })
    buffer.send(big('a'))
    expect(socket.sent.length).toBe(1)
  })
})
