import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfSigned } from '@flowprint/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { connectNatsBus, INSTRUMENTS_TOPIC, tapeTopic } from '../../src/platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../src/platform/bus/index.ts'
import { connectionOptions } from '../../src/platform/bus/nats-bus.ts'
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

describe('options of the connection', () => {
  test.each([
    ['nats://one', { servers: ['one:4222'] }],
    ['nats://one:4333,nats://two', { servers: ['one:4333', 'two:4222'] }],
    ['nats://u:3p%40@one,nats://u:3p%40@[::1]:80', { servers: ['one:4222', '[::1]:80'], user: 'u', pass: '3p@' }],
    ['nats://token@one', { servers: ['one:4222'], token: 'token' }],
    ['tls://u:p@one', { servers: ['one:4222'], user: 'u', pass: 'p', tls: {} }],
  ])('of %s', (urls, options) => {
    expect(connectionOptions(urls.split(','))).toEqual(options)
  })
})

describe.skipIf(!hasNatsServer)('bus over NATS', () => {
  const buses: Bus[] = []
  const servers: NatsServer[] = []
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()))
    await Promise.all(servers.splice(0).map((server) => server.stop()))
  })

  async function startServer(...args: readonly string[]): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), args)
    servers.push(server)
    await server.start()
    return server
  }

  function open(server: NatsServer, prefix = 'test', url = server.url): Bus {
    const bus = connectNatsBus({ servers: [url], prefix: async () => prefix, name: 'test', log, pollMs: 20 })
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

  it('logs in with the account of the address, and again when the servers have its password back', async () => {
    const account = (password: string): string[] => ['--user', 'flowprint', '--pass', password]
    const server = await startServer(...account('3secret'))
    const url = server.url.replace('//', '//flowprint:3secret@')
    const [one, two] = [open(server, 'test', url), open(server, 'test', url)]
    await connected(one, two)
    await server.stop()
    await server.start(account('another'))
    const warn = vi.spyOn(log, 'warn')
    // A client that gives up does so after two refusals.
    const refusals = () => warn.mock.calls.filter(([, text]) => text === 'NATS reported an error').length
    await vi.waitFor(() => expect(refusals()).toBeGreaterThan(5), { timeout: 20_000 })
    warn.mockRestore()
    expect(one.isConnected || two.isConnected).toBe(false)
    await server.stop()
    await server.start(account('3secret'))
    await connected(one, two)
  }, 40_000)

  it('closes without an answer of the server', async () => {
    const server = await startServer()
    const bus = open(server)
    await connected(bus)
    server.signal('SIGSTOP')
    await bus.close()
    // Sooner than its silence is noticed.
    expect(bus.isConnected).toBe(true)
  })

  it('uses TLS for tls: and never without', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowprint-nats-'))
    const { key, cert } = selfSigned(['localhost'])
    const files = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    writeFileSync(files[0], key)
    writeFileSync(files[1], cert)
    const authorities = getCACertificates('default')
    try {
      setDefaultCACertificates([...authorities, cert])
      const plain = await startServer()
      const encrypted = await startServer('--tls', '--tlskey', files[0], '--tlscert', files[1])
      const refused = open(plain, 'test', `tls://localhost:${plain.port}`)
      await connected(open(plain), open(encrypted, 'test', `tls://localhost:${encrypted.port}`))
      expect(refused.isConnected).toBe(false)
    } finally {
      setDefaultCACertificates(authorities)
      rmSync(folder, { recursive: true })
    }
  }, 30_000)

  it('logs an outage at the start once', async () => {
    const lines: string[] = []
    const server = new NatsServer(await freePort())
    const warn = vi.spyOn(log, 'warn').mockImplementation((...args: unknown[]) => void lines.push(String(args.at(-1))))
    const bus = open(server)
    const received = record(bus)
    // The second attempt follows after a second.
    await vi.waitFor(() => expect(received.resyncs).toBeGreaterThan(100), { timeout: 20_000 })
    warn.mockRestore()
    expect(lines).toEqual(['NATS is unreachable: live data of other nodes is read from the database'])
  }, 30_000)
})
