import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { connectNatsBus, INSTRUMENTS_TOPIC, tapeTopic } from '../../src/platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../src/platform/bus/index.ts'
import { decodeMessage, encodeMessage, subjectOf } from '../../src/platform/bus/wire.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { freePort, hasNatsServer, NatsServer } from './nats-server.ts'
import { until } from '../until.ts'

const SYMBOL = 'BINANCE:BTCUSDT.P'
const log = createLog('silent')

describe('encoding of messages', () => {
  test('restores any message, with and without a frame', () => {
    const meta = fc.dictionary(
      fc.string().filter((key) => key !== 'frame' && key !== '__proto__'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(meta, fc.option(fc.uint8Array({ minLength: 1 })), (rest, frame) => {
        const message = frame === null ? rest : { ...rest, frame }
        const read = decodeMessage(encodeMessage(message))
        expect(JSON.stringify(read)).toBe(JSON.stringify(message))
      }),
    )
  })

  test('carries the frame as the same bytes', () => {
    const frame = new Uint8Array([1, 2, 3])
    const bytes = encodeMessage({ kind: 'trades', frame })
    expect(bytes.subarray(-3)).toEqual(frame)
    expect(decodeMessage(bytes)).toEqual({ kind: 'trades', frame })
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['another version', new Uint8Array([2, 0, 0, 0, 0])],
    ['a length beyond the end', new Uint8Array([1, 9, 0, 0, 0, 123, 125])],
  ])('rejects %s', (_, bytes) => {
    expect(() => decodeMessage(bytes)).toThrow(RangeError)
  })

  test.each([
    ['DEMO:BTCUSD', 'p.tape%3ADEMO%3ABTCUSD'],
    ['BINANCE:BTCUSDT.P', 'p.tape%3ABINANCE%3ABTCUSDT%2EP'],
    ['X:*> ', 'p.tape%3AX%3A%2A%3E%20'],
  ])('the subject of %s has two tokens without wildcards', (symbol, subject) => {
    expect(subjectOf('p', tapeTopic(symbol))).toBe(subject)
  })
})

describe.skipIf(!hasNatsServer)('bus over NATS', () => {
  const buses: Bus[] = []
  const servers: NatsServer[] = []
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()))
    await Promise.all(servers.splice(0).map((server) => server.stop()))
  })

  async function startServer(): Promise<NatsServer> {
    const server = new NatsServer(await freePort())
    servers.push(server)
    await server.start()
    return server
  }

  function open(server: NatsServer, prefix = 'test'): Bus {
    const bus = connectNatsBus({ servers: [server.url], prefix: async () => prefix, name: 'test', log, pollMs: 20 })
    buses.push(bus)
    return bus
  }

  const connected = (...all: readonly Bus[]) =>
    vi.waitFor(() => expect(all.every((bus) => bus.isConnected)).toBe(true), { timeout: 10_000 })

  /** Waits until the server knows the subscriptions made before: it handles those of a connection in order. */
  const linked = async (from: Bus, to: Bus): Promise<void> => {
    const probes = record(to, 'probe')
    await until(() => {
      from.publish('probe', { kind: 'probe' })
      expect(probes.events.length).toBeGreaterThan(0)
    })
    probes.stop()
  }

  /** Messages received by a bus; `resync` is counted separately. */
  function record(bus: Bus, topic = tapeTopic(SYMBOL)) {
    const received = { events: [] as unknown[], resyncs: 0 }
    const stop = bus.subscribe<TapeEvent>(topic, (event) => {
      if (event.kind === 'resync') received.resyncs++
      else received.events.push(event)
    })
    return Object.assign(received, { stop })
  }

  const trades = (seq: number): TapeEvent => ({
    kind: 'trades',
    symbol: SYMBOL,
    firstSeq: seq,
    lastSeq: seq,
    watermark: seq,
    newestTs: seq,
    frame: new Uint8Array([seq & 255, 7]),
  })

  it('delivers every message to every node once, in order, the own ones at once', async () => {
    const server = await startServer()
    const [one, two] = [open(server), open(server)]
    await connected(one, two)
    const [atOne, atTwo] = [record(one), record(two)]
    await linked(one, two)
    const sent = Array.from({ length: 500 }, (_, i) => trades(i + 1))
    for (const event of sent) one.publish(tapeTopic(SYMBOL), event)
    expect(atOne.events).toEqual(sent)
    await until(() => expect(atTwo.events).toEqual(sent))
  })

  it('delivers local messages to this process only', async () => {
    const server = await startServer()
    const [one, two] = [open(server), open(server)]
    await connected(one, two)
    const [atOne, atTwo] = [record(one), record(two)]
    await linked(one, two)
    one.deliver(tapeTopic(SYMBOL), trades(2))
    one.publish(tapeTopic(SYMBOL), trades(3))
    expect(atOne.events).toEqual([trades(2), trades(3)])
    await until(() => expect(atTwo.events).toEqual([trades(3)]))
  })

  it('keeps installations with different prefixes apart', async () => {
    const server = await startServer()
    const [one, two, other] = [open(server), open(server), open(server, 'other')]
    await connected(one, two, other)
    const [atTwo, atOther] = [record(two, INSTRUMENTS_TOPIC), record(other, INSTRUMENTS_TOPIC)]
    await until(() => {
      one.publish(INSTRUMENTS_TOPIC, SYMBOL)
      expect(atTwo.events.length).toBeGreaterThan(0)
    })
    expect(atOther.events).toEqual([])
  })

  it('sends resync to subscribed markets while NATS is down, and once after it is back', async () => {
    const server = await startServer()
    const [one, two] = [open(server), open(server)]
    await connected(one, two)
    const atTwo = record(two)
    await server.stop()
    await vi.waitFor(() => expect(two.isConnected).toBe(false), { timeout: 10_000 })
    one.publish(tapeTopic(SYMBOL), trades(1))
    const before = atTwo.resyncs
    await until(() => expect(atTwo.resyncs).toBeGreaterThan(before + 2))
    await server.start()
    await connected(one, two)
    const after = atTwo.resyncs
    await until(() => {
      one.publish(tapeTopic(SYMBOL), trades(2))
      expect(atTwo.events.at(-1)).toEqual(trades(2))
    })
    expect(atTwo.events).not.toContainEqual(trades(1))
    expect(atTwo.resyncs).toBe(after)
  })

  it.each([
    ['of another version of the encoding', new Uint8Array([2, 0, 0, 0, 0])],
    ['about an event of an unknown kind', encodeMessage({ kind: 'quotes', symbol: SYMBOL, lastSeq: 9 })],
    ['that is damaged', new Uint8Array([1, 9, 0, 0, 0, 123, 125])],
  ])('counts a message %s and sends resync to its market', async (_, bytes) => {
    const server = await startServer()
    const bus = open(server)
    await connected(bus)
    const [atBus, other] = [record(bus), record(bus, tapeTopic('OTHER'))]
    const newer = await connect({ servers: server.url })
    try {
      await until(() => {
        newer.publish(subjectOf('test', tapeTopic(SYMBOL)), bytes)
        newer.publish(subjectOf('test', 'nodes:rates'), bytes.subarray(0, 3))
        expect(atBus.resyncs).toBeGreaterThan(0)
      })
      expect(bus.unreadableCount).toBeGreaterThan(0)
      newer.publish(subjectOf('test', tapeTopic(SYMBOL)), encodeMessage(trades(1)))
      await until(() => expect(atBus.events).toEqual([trades(1)]))
      const { resyncs } = atBus
      await sleep(100)
      expect([atBus.resyncs, other.resyncs]).toEqual([resyncs, 0])
    } finally {
      await newer.close()
    }
  })

  it('works locally before NATS answers, and connects once it does', async () => {
    const server = new NatsServer(await freePort())
    servers.push(server)
    const [one, two] = [open(server), open(server)]
    const [atOne, atTwo] = [record(one), record(two)]
    one.publish(tapeTopic(SYMBOL), trades(1))
    expect(atOne.events).toEqual([trades(1)])
    await until(() => expect(atTwo.resyncs).toBeGreaterThan(0))
    await server.start()
    await connected(one, two)
    await until(() => {
      one.publish(tapeTopic(SYMBOL), trades(2))
      expect(atTwo.events.at(-1)).toEqual(trades(2))
    })
  }, 30_000)

  it('notices a frozen server', async () => {
    const server = await startServer()
    const bus = open(server)
    await connected(bus)
    server.signal('SIGSTOP')
    await vi.waitFor(() => expect(bus.isConnected).toBe(false), { timeout: 15_000 })
    server.signal('SIGCONT')
    await connected(bus)
  }, 40_000)

  it('receives nothing after the subscription ended', async () => {
    const server = await startServer()
    const [one, two] = [open(server), open(server)]
    await connected(one, two)
    const ended = record(two)
    ended.stop()
    ended.stop()
    const later = record(two, INSTRUMENTS_TOPIC)
    await until(() => {
      one.publish(tapeTopic(SYMBOL), trades(1))
      one.publish(INSTRUMENTS_TOPIC, SYMBOL)
      expect(later.events.length).toBeGreaterThan(0)
    })
    expect(ended.events).toEqual([])
  })
})
