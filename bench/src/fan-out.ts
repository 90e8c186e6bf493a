import { once } from 'node:events'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TapeStore } from '../../apps/server/src/market/store/index.ts'
import { connectNatsBus, tapeTopic } from '../../apps/server/src/platform/bus/index.ts'
import type { Bus } from '../../apps/server/src/platform/bus/index.ts'
import { createLog } from '../../apps/server/src/platform/log/index.ts'
import { freePort, hasNatsServer, NatsServer } from '../../apps/server/test/platform/nats-server.ts'
import { member, openBenchApp } from './bench-app.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import type { CrowdReport } from './fan-out-clients.ts'
import { plainRow, type BenchRow } from './harness.ts'
import { bareServer, ensureMarket, frameOf } from './relay.ts'
import type { TradesEvent } from './relay.ts'
import { openBenchStore, removeBenchStore, type BenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

/** The largest is what descriptors (20,000) and outgoing ports (28,000) of one machine carry with some to spare. */
const CROWDS = [1_000, 5_000, 15_000]
const FRAMES = 30
const WARM_UP = 5
const GAP_MS = 60
const WAIT_MS = 120_000
const NO_NATS = 'bench: fanOut through NATS is not run: install nats-server (Debian package)'

/** One way of sending frames to clients. */
interface Way {
  readonly url: string
  readonly send: (frame: TradesEvent) => void
  readonly close: () => Promise<void>
}

export interface FanOut {
  /** From the commit event to a client, over all clients and frames, ms. */
  readonly p50: number
  readonly p99: number
  /** Processor time of this process, which serves, for one frame to all clients, ms. */
  readonly cpuMs: number
  /** Memory of this process for each client, KiB. */
  readonly kibPerClient: number
}

/**
 * One symbol's frames to crowds of clients: a bare send loop, published in the same process, and published by another
 * node through NATS. The clients are a process on the same machine and take part of its cores.
 */
export function benchFanOut(): Promise<BenchRow[]> {
  return withFanOut(async ({ bare, own, natsUrl }) => {
    if (natsUrl === null) console.log(NO_NATS)
    const rows: BenchRow[] = []
    for (const count of CROWDS) {
      try {
        const floor = await bare(count)
        rows.push(...compare(count, 'in process', await own(count, null), floor))
        if (natsUrl !== null) rows.push(...compare(count, 'through NATS', await own(count, natsUrl), floor))
      } catch (error) {
        if (count === CROWDS[0]) throw error
        console.log(`bench: fanOut to ${count} clients is not run: ${String(error)}`)
        break
      }
    }
    return rows
  })
}

interface FanOutWays {
  bare(count: number): Promise<FanOut>
  own(count: number, natsUrl: string | null): Promise<FanOut>
  /** null without a NATS server. */
  readonly natsUrl: string | null
}

export function withFanOut<Result>(work: (ways: FanOutWays) => Promise<Result>): Promise<Result> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const nats = new NatsServer(await freePort())
    if (hasNatsServer) await nats.start()
    try {
      const instrument = await ensureMarket(bench.store)
      const trades = new BtcTape(5).next(4)
      const frames = Array.from({ length: FRAMES + WARM_UP }, (_, i) => frameOf(instrument, trades, i))
      const run = async (way: Way, count: number): Promise<FanOut> => {
        try {
          return await broadcast(way, frames, count)
        } finally {
          await way.close()
        }
      }
      return await work({
        natsUrl: hasNatsServer ? nats.url : null,
        bare: async (count) => run(await bareWay(), count),
        own: async (count, natsUrl) => run(await ownWay(bench, dataDir, natsUrl), count),
      })
    } finally {
      await nats.stop()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

function compare(count: number, way: string, ours: FanOut, bare: FanOut): BenchRow[] {
  const peer = 'a bare loop of ws sends'
  const us = (one: FanOut): string => `${((one.cpuMs * 1000) / count).toFixed(1)} µs a client`
  return [
    plainRow(
      'fanOut',
      `a frame of 20 trades to ${count} clients, ${way}: received by a client, 99th percentile (median ${ours.p50.toFixed(0)} ms)`,
      `${peer} (median ${bare.p50.toFixed(0)} ms)`,
      ours.p99,
      bare.p99,
    ),
    plainRow(
      'fanOut',
      `the same, ${count} clients, ${way}: processor time of the server (${us(ours)})`,
      `${peer} (${us(bare)})`,
      ours.cpuMs,
      bare.cpuMs,
    ),
  ]
}

async function bareWay(): Promise<Way> {
  const { url, broadcast: send, close } = await bareServer()
  return { url, send: ({ frame }) => send(frame), close }
}

/** `natsUrl`: frames are published on the bus of another node. */
async function ownWay(bench: BenchStore, dataDir: string, natsUrl: string | null): Promise<Way> {
  const node = (name: string): Bus =>
    connectNatsBus({ servers: [natsUrl as string], prefix: async () => 'bench', name, log: createLog('silent') })
  const [bus, publisher] = natsUrl === null ? [bench.bus, bench.bus] : [node('web'), node('ingest')]
  // Each way has its own log of the market, which begins with the first frame.
  const store: TapeStore = bench.fresh()
  const env = { RATE_LIMIT_FACTOR: '100000', MAX_LOOP_DELAY_MS: '0', MARKETS: '', DATA_DIR: dataDir }
  const { app, url } = await openBenchApp(bench, env, { accessOf: member, bus, store })
  while (!bus.isConnected || !publisher.isConnected) await sleep(10)
  return {
    url: `${url.replace('http', 'ws')}/api/stream`,
    send: (frame) => publisher.publish(tapeTopic(BTC.symbol), frame),
    async close() {
      await app.close()
      if (natsUrl !== null) await Promise.all([bus.close(), publisher.close()])
      await store.close()
    },
  }
}

async function broadcast({ url, send }: Way, frames: readonly TradesEvent[], count: number): Promise<FanOut> {
  const memoryBefore = process.memoryUsage().rss
  const crowd = fork(join(import.meta.dirname, 'fan-out-clients.ts'), [url, String(count), BTC.symbol, String(WARM_UP)])
  const ended = once(crowd, 'exit').then(() => {
    throw new Error('the clients disconnected')
  })
  ended.catch(() => {})
  const next = async <Message>(): Promise<Message> => {
    const waiting = new AbortController()
    const tooLong = sleep(WAIT_MS, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`the clients did not answer within ${WAIT_MS / 1000} s`)
    })
    tooLong.catch(() => {})
    const message = once(crowd, 'message', { signal: waiting.signal })
    message.catch(() => {})
    try {
      return (await Promise.race([message, ended, tooLong]))[0] as Message
    } finally {
      waiting.abort()
    }
  }
  try {
    await next()
    const kibPerClient = (process.memoryUsage().rss - memoryBefore) / 1024 / count
    let before = process.cpuUsage()
    for (const [i, frame] of frames.entries()) {
      if (i === WARM_UP) before = process.cpuUsage()
      await sleep(GAP_MS)
      const arrived = next()
      const sentAt = process.hrtime()
      send(frame)
      crowd.send(sentAt)
      await arrived
    }
    const { user, system } = process.cpuUsage(before)
    crowd.send('end')
    const { p50, p99 } = await next<CrowdReport>()
    return { p50, p99, cpuMs: (user + system) / 1000 / FRAMES, kibPerClient }
  } finally {
    crowd.kill()
    await ended.catch(() => {})
  }
}
