import { randomBytes } from 'node:crypto'
import { ASK, BID, decodeDepthFrame } from '@flowprint/orderflow'
import type { Book } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { bookOf, MemoryDepth } from './memory-depth.ts'
import type { LevelChange } from './memory-depth.ts'
import { LTC, MemoryTape } from './memory-tape.ts'
import { StreamClient } from './stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)
const SYMBOL = LTC.symbol
const LEVELS: readonly LevelChange[] = [
  [BID, 8000, 5],
  [BID, 7999, 7],
  [ASK, 8001, 3],
]
let server: AppUnderTest
let url: string
let delayMs = 0
let clients: StreamClient[] = []

beforeEach(async () => {
  delayMs = 0
  server = await appUnderTest({
    accessOf: () => ({ user: '7', delayMs }),
    env: { TEST_RECHECK_SECONDS: '1' },
    streamTickMs: 20,
  })
  url = await server.listen()
  server.setNow(T + 1_000)
  server.depth.start(T, LEVELS)
})
afterEach(async () => {
  for (const client of clients.splice(0)) {
    expect(client.faults).toEqual([])
    client.close()
  }
  await server.app.close()
})

async function open(): Promise<StreamClient> {
  const client = await StreamClient.open(url)
  clients.push(client)
  return client
}

async function subscribe(options: object = {}): Promise<StreamClient> {
  const client = await open()
  client.send({ op: 'subscribe_depth', symbol: SYMBOL, ...options })
  return client
}

const seqsOf = (client: StreamClient): number[] => client.depthFrames.map(({ seq }) => seq)
const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i)
const levelsOf = (book: Book | null) => {
  const snapshot = book?.snapshot(0)
  return snapshot && [snapshot.bidTicks, snapshot.bidLots, snapshot.askTicks, snapshot.askLots]
}

describe('subscription', () => {
  test('confirms with the position, sends the state, then every frame as it was committed', async () => {
    const client = await subscribe()
    expect(await client.message('depth_subscribed')).toEqual({
      op: 'depth_subscribed',
      symbol: SYMBOL,
      last_seq: 1,
      tape: LTC.tape,
      instrument_version: 1,
    })
    expect(await client.message('depth_status')).toEqual({ op: 'depth_status', symbol: SYMBOL, state: 'proven' })
    server.depth.change(T + 100, [[BID, 8000, 0]])
    server.depth.change(T + 200, [[ASK, 8002, 9]])
    await client.until(() => client.depthFrames.length === 2)
    expect(client.packed.map((bytes) => [...bytes])).toEqual(server.depth.log.slice(1).map(({ bytes }) => [...bytes]))
  })

  test('continues after from_seq, from the ring or from the log', async () => {
    for (let i = 1; i <= 5; i++) server.depth.change(T + i, [[BID, 7000 + i, i]])
    // The channel starts at the end of the log: everything before comes from the database.
    const fromLog = await subscribe({ from_seq: 2 })
    await fromLog.until(() => fromLog.depthFrames.length === 4)
    expect(seqsOf(fromLog)).toEqual(upTo(6, 3))
    const { reads } = server.depth
    expect(reads).toBeGreaterThan(0)
    for (let i = 6; i <= 9; i++) server.depth.change(T + i, [[BID, 7000 + i, i]])
    const fromRing = await subscribe({ from_seq: 8 })
    await fromRing.until(() => fromRing.depthFrames.length === 2)
    expect(seqsOf(fromRing)).toEqual([9, 10])
    expect(server.depth.reads).toBe(reads)
  })

  test('loads the frames that the bus lost', async () => {
    const client = await subscribe()
    await client.message('depth_subscribed')
    server.depth.mute = true
    for (let i = 1; i <= 700; i++) server.depth.change(T + i, [[BID, 7000 + (i % 50), i]])
    server.depth.mute = false
    server.depth.change(T + 800, [[ASK, 8003, 1]])
    await client.until(() => client.depthFrames.length === 701)
    expect(seqsOf(client)).toEqual(upTo(702, 2))
  })

  test('follows a log whose bus is silent', async () => {
    const client = await subscribe()
    await client.message('depth_subscribed')
    server.depth.mute = true
    server.depth.change(T + 1, [[BID, 7000, 1]])
    await client.until(() => client.depthFrames.length === 1)
    expect(seqsOf(client)).toEqual([2])
  })

  test.each([
    ['log', 'the log does not reach back', { from_seq: 1 }],
    ['ahead', 'the position was never reached', { from_seq: 4_000 }],
    ['tape', 'the tape was replaced', { from_seq: 3, tape: 'another' }],
    ['version', 'the instrument has another version', { from_seq: 3, instrument_version: 2 }],
  ])('sends depth_resync %s when %s', async (reason, _when, options) => {
    for (let i = 1; i <= 9; i++) server.depth.change(T + i, [[BID, 7000, i]])
    server.depth.evicted = 5
    server.depth.log.splice(0, 5)
    const client = await subscribe(options)
    expect(await client.message('depth_resync')).toEqual({ op: 'depth_resync', symbol: SYMBOL, reason })
    server.depth.change(T + 50, [[BID, 7000, 77]])
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(client.depthFrames).toEqual([])
  })

  test('ends with unsubscribe_depth, and leaves the trades of the symbol alone', async () => {
    const client = await subscribe()
    server.tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
    client.send({ op: 'subscribe', symbol: SYMBOL })
    await client.message('subscribed')
    client.send({ op: 'unsubscribe_depth', symbol: SYMBOL })
    expect(await client.message('depth_unsubscribed')).toEqual({ op: 'depth_unsubscribed', symbol: SYMBOL })
    server.depth.change(T + 1, [[BID, 7000, 1]])
    server.tape.commit([{ ts: T + 1, price: 8000, qty: 1, buy: true }], T + 1)
    await client.until(() => client.frames.length > 0)
    expect(client.depthFrames).toEqual([])
  })

  test('sends a state when it changes, and lost when its recorder stops committing', async () => {
    const client = await subscribe()
    await client.message('depth_status', ({ state }) => state === 'proven')
    server.depth.status('shed')
    await client.message('depth_status', ({ state }) => state === 'shed')
    server.depth.status('proven')
    await client.until(() => client.messages.filter(({ op }) => op === 'depth_status').length === 3)
    server.setNow(T + 60_000)
    await client.message('depth_status', ({ state }) => state === 'lost')
    expect(client.messages.filter(({ op }) => op === 'depth_status')).toMatchObject(
      ['proven', 'shed', 'proven', 'lost'].map((state) => ({ state })),
    )
  })

  test('reports a book that was never recorded as off, and sends the frames of its first run', async () => {
    server.depth.log = []
    const client = await subscribe()
    expect(await client.message('depth_subscribed')).toMatchObject({ last_seq: 0 })
    expect(await client.message('depth_status')).toMatchObject({ state: 'off' })
    server.depth.start(T + 500, LEVELS)
    await client.until(() => client.depthFrames.length === 1)
    expect(client.depthFrames[0]).toMatchObject({ kind: 'start', seq: 1 })
  })

  test('rejects an unknown symbol with the nearest ones', async () => {
    const client = await open()
    client.send({ op: 'subscribe_depth', symbol: 'BINANCE:LTCUSD' })
    expect(await client.message('error')).toMatchObject({
      code: 404,
      data: { error: 'UNKNOWN_SYMBOL', nearest: [SYMBOL] },
    })
  })
})

describe('readers with a delay', () => {
  const DELAY = 600_000

  test('get no frame before the cut has passed all of it, then each once and in order', async () => {
    delayMs = DELAY
    for (let i = 1; i <= 20; i++) server.depth.change(T + i * 1_000, [[BID, 7000 + i, i]])
    server.setNow(T + DELAY + 5_500)
    const client = await subscribe()
    // Cut T + 5 s: the frames that end by then are the start and the changes at 1 to 4 s.
    expect(await client.message('depth_subscribed')).toMatchObject({ last_seq: 5 })
    for (const second of [7, 8, 12, 30]) {
      server.setNow(T + DELAY + second * 1_000)
      const released = server.depth.log.filter(({ until }) => until <= T + second * 1_000).length
      await client.until(() => client.depthFrames.length === released - 5)
      expect(Math.max(...client.depthFrames.map(({ until }) => until))).toBeLessThanOrEqual(T + second * 1_000)
    }
    expect(seqsOf(client)).toEqual(upTo(21, 6))
  })

  test('cannot resume ahead of their cut', async () => {
    delayMs = DELAY
    for (let i = 1; i <= 20; i++) server.depth.change(T + i * 1_000, [[BID, 7000 + i, i]])
    server.setNow(T + DELAY + 5_500)
    const client = await subscribe({ from_seq: 15 })
    expect(await client.message('depth_resync')).toMatchObject({ reason: 'ahead' })
  })

  test('are told to reload when their access changes', async () => {
    const client = await subscribe()
    await client.message('depth_subscribed')
    delayMs = DELAY
    server.setNow(T + 30_000)
    expect(await client.message('depth_resync')).toMatchObject({ reason: 'access' })
    server.depth.change(T + 100, [[BID, 8000, 0]])
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(client.depthFrames).toEqual([])
  })
})

describe('limits', () => {
  test('counts the trades and the depth of a symbol once', async () => {
    const bus = createBus(() => {})
    const tape = new MemoryTape(bus)
    const store = { ...tape.asStore(), findInstrument: async (symbol: string) => ({ ...LTC, symbol }) }
    const other = await appUnderTest({ bus, store, depth: new MemoryDepth(bus).asStore() })
    const client = await StreamClient.open(await other.listen())
    for (let i = 0; i < 8; i++) client.send({ op: 'subscribe_depth', symbol: `A:${i}` })
    for (let i = 0; i < 8; i++) client.send({ op: 'subscribe', symbol: `A:${i}` })
    await client.message('subscribed', ({ symbol }) => symbol === 'A:7')
    expect(client.messages.filter(({ op }) => op === 'error')).toEqual([])
    client.send({ op: 'subscribe_depth', symbol: 'A:8' })
    expect(await client.message('error')).toMatchObject({
      data: { fields: { symbol: [{ error: 'TOO_MANY_SYMBOLS' }] } },
    })
    client.send({ op: 'unsubscribe_depth', symbol: 'A:0' })
    client.send({ op: 'unsubscribe', symbol: 'A:0' })
    client.send({ op: 'subscribe_depth', symbol: 'A:8' })
    await client.message('depth_subscribed', ({ symbol }) => symbol === 'A:8')
    client.close()
    await other.app.close()
  })

  test(
    'drops the backlog of a client that does not read, sends one depth_resync, and goes on when it reads again',
    { tags: ['long'] },
    async () => {
      const client = await subscribe()
      const other = await subscribe()
      for (const one of [client, other]) await one.message('depth_subscribed')
      client.socket.pause()
      const noise = randomBytes(4 * 100_000)
      const levels = Array.from({ length: 100_000 }, (_, i): LevelChange => [BID, i, 1 + noise.readUInt32LE(4 * i)])
      // Kernel buffers hold several MB for a paused reader.
      for (let i = 1; i <= 60; i++) {
        server.depth.start(T + i, levels)
        await other.until(() => other.depthFrames.length === i)
      }
      client.socket.resume()
      expect(await client.message('depth_resync')).toEqual({ op: 'depth_resync', symbol: SYMBOL, reason: 'slow' })
      expect(client.depthFrames.length).toBeLessThan(60)
      expect(other.messages.filter(({ op }) => op === 'depth_resync')).toEqual([])
      client.send({ op: 'subscribe_depth', symbol: SYMBOL, from_seq: server.depth.lastSeq })
      await client.message('depth_subscribed', ({ last_seq }) => last_seq > 1)
      server.depth.change(T + 100, [[BID, 7, 0]])
      await client.until(() => client.depthFrames.at(-1)?.seq === server.depth.lastSeq)
      expect(client.messages.filter(({ op }) => op === 'depth_resync').length).toBe(1)
    },
  )
})

type Step =
  | { readonly kind: 'change'; readonly levels: readonly LevelChange[]; readonly after: number }
  | { readonly kind: 'run'; readonly levels: readonly LevelChange[]; readonly after: number }
  | { readonly kind: 'end' | 'drop' | 'connect' | 'mute' | 'unmute' | 'evict' | 'status' }

const level: fc.Arbitrary<LevelChange> = fc
  .tuple(fc.boolean(), fc.nat(12), fc.nat(9))
  .map(([isBid, away, lots]): LevelChange => (isBid ? [BID, 8000 - away, lots] : [ASK, 8001 + away, lots]))
const held = fc.array(level, { maxLength: 8 }).map((levels) => levels.filter(([, , lots]) => lots > 0))
const after = fc.nat(900)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        levels: fc.array(level, { maxLength: 5 }),
        after,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('run' as const), levels: held, after }) },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constantFrom('end', 'drop', 'connect', 'mute', 'unmute', 'evict', 'status'),
      }) as fc.Arbitrary<Step>,
    },
  ),
  { minLength: 5, maxLength: 50 },
)

/** A client as the chart's: loads the book, continues from its seq, and loads it again when it must. */
class DepthClient {
  stream: StreamClient | null = null
  #frames: ReturnType<typeof decodeDepthFrame>[] = []
  #seq = 0
  #taken = 0
  #resyncs = 0

  /** Ends the connection; what was received remains. */
  drop(): void {
    this.#take()
    this.stream?.close()
    this.stream = null
  }

  async connect(): Promise<void> {
    this.drop()
    const stream = await open()
    this.stream = stream
    this.#taken = 0
    this.#resyncs = 0
    if (this.#seq === 0) await this.#load()
    stream.send({ op: 'subscribe_depth', symbol: SYMBOL, from_seq: this.#seq, tape: LTC.tape })
  }

  /** Follows until this entry. */
  async reached(seq: number): Promise<Book | null> {
    for (;;) {
      this.#take()
      if (this.#seq >= seq) return bookOf(this.#frames)
      const { stream } = this
      if (stream === null) throw new Error('Condition: the client is connected')
      const resyncs = stream.messages.filter(({ op }) => op === 'depth_resync')
      if (resyncs.length > this.#resyncs) {
        this.#resyncs = resyncs.length
        await this.#load()
        stream.send({ op: 'subscribe_depth', symbol: SYMBOL, from_seq: this.#seq, tape: LTC.tape })
        continue
      }
      const count = stream.depthFrames.length
      await stream.until(
        () =>
          stream.depthFrames.length > count ||
          stream.messages.filter(({ op }) => op === 'depth_resync').length > this.#resyncs,
      )
    }
  }

  #take(): void {
    for (const frame of this.stream?.depthFrames.slice(this.#taken) ?? []) {
      this.#taken += 1
      // Frames of the subscription that a resync has ended.
      if (frame.seq <= this.#seq) continue
      expect(frame.seq).toBe(this.#seq + 1)
      this.#frames.push(frame)
      this.#seq = frame.seq
    }
  }

  async #load(): Promise<void> {
    const answer = await fetch(`${url}/api/book?symbol=${SYMBOL}`, {
      headers: { accept: 'application/vnd.flowprint.book' },
    })
    this.#frames = []
    if (answer.status === 404) {
      // No book now: follow from the end.
      this.#seq = server.depth.lastSeq
      return
    }
    const frame = decodeDepthFrame(new Uint8Array(await answer.arrayBuffer()))
    this.#frames.push(frame)
    this.#seq = frame.seq
  }
}

test('book and stream together are the whole book, despite drops, lost notifications and an evicted log', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      let now = T + 1_000
      const { depth } = server
      depth.mute = false
      depth.start(now, LEVELS)
      const client = new DepthClient()
      await client.connect()
      for (const step of script) {
        if (step.kind === 'change' || step.kind === 'run') {
          now += step.after
          const isRunning = depth.log.at(-1)?.frame.kind !== 'end'
          if (step.kind === 'run' || !isRunning)
            depth.start(
              now,
              step.levels.filter(([, , lots]) => lots > 0),
            )
          else depth.change(now, step.levels)
          now += 1
        } else if (step.kind === 'end') {
          if (depth.log.at(-1)?.frame.kind !== 'end') depth.end('the connection was lost')
        } else if (step.kind === 'drop') client.drop()
        else if (step.kind === 'connect') await client.connect()
        else if (step.kind === 'evict') depth.evicted = Math.max(depth.evicted, depth.lastSeq - 3)
        else if (step.kind === 'status') depth.status('proven')
        else depth.mute = step.kind === 'mute'
      }
      depth.mute = false
      if (client.stream === null) await client.connect()
      depth.start(now, LEVELS)
      depth.change(now + 1, [[BID, 7990, 4]])
      const book = await client.reached(depth.lastSeq)
      expect(levelsOf(book)).toEqual(levelsOf(depth.book))
      client.drop()
    }),
    { numRuns: 25 },
  )
})
