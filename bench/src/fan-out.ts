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
import { median, percentile, plainRow, type BenchRow } from './harness.ts'
import { bareServer, ensureMarket, frameOf, nextMessage } from './relay.ts'
import type { TradesEvent } from './relay.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

/** The largest that one process of clients may open with the usual limit of descriptors. */
const CROWDS = [1_000, 5_000, 10_000, 15_000]
const FRAMES = 30
const WARM_UP = 5
const GAP_MS = 60
/** A crowd whose frames take longer than this is more than the machine carries: half of the market's own delay. */
const CARRIED_MS = 1_000

/** One way of sending frames to clients. */
interface Way {
  readonly url: string
  readonly send: (frame: TradesEvent) => void
  readonly close: () => Promise<void>
}

interface Measured {
  readonly times: readonly number[]
  /** CPU of this process per client and frame, microseconds. */
  readonly cpuUs: number
}

/**
 * One symbol's frames to crowds of clients: published by another node through NATS, published in the same process, and a
 * bare send loop. The clients are a process on the same machine and take part of its cores.
 */
export function benchFanOut(): Promise<BenchRow[]> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const nats = new NatsServer(await freePort())
    if (hasNatsServer) await nats.start()
    const rows: BenchRow[] = []
    try {
      const instrument = await ensureMarket(bench.store)
      const trades = new BtcTape(5).next(4)
      const frames = Array.from({ length: FRAMES + WARM_UP }, (_, i) => frameOf(instrument, trades, i))
      for (const count of CROWDS) {
        const run = async (way: Way): Promise<Measured> => {
          try {
            return await broadcast(way, frames, count)
          } finally {
            await way.close()
          }
        }
        const bare = await run(await bareWay())
        const local = await run(await ownWay(bench, dataDir, null))
        rows.push(...compare(`a frame to ${count} clients, in process`, local, 'a bare loop of ws sends', bare))
        if (hasNatsServer) {
          const remote = await run(await ownWay(bench, dataDir, nats.url))
          rows.push(...compare(`a frame to ${count} clients, through NATS`, remote, 'in process', local))
        }
        if (percentile(local.times, 99) > CARRIED_MS) break
      }
      return rows
    } finally {
      await nats.stop()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

function compare(work: string, ours: Measured, peer: string, theirs: Measured): BenchRow[] {
  const cpu = `${ours.cpuUs.toFixed(1)} µs of CPU a client, peer ${theirs.cpuUs.toFixed(1)}`
  return [
    plainRow('fanOut', `${work} (${cpu})`, peer, median(ours.times), median(theirs.times)),
    plainRow('fanOut', `${work}, 99th percentile`, peer, percentile(ours.times, 99), percentile(theirs.times, 99)),
  ]
}

async function bareWay(): Promise<Way> {
  const { url, broadcast: send, close } = await bareServer()
  return { url, send: ({ frame }) => send(frame), close }
}

/** `natsUrl`: frames are published on the bus of another node. */
async function ownWay(
  bench: Awaited<ReturnType<typeof openBenchStore>>,
  dataDir: string,
  natsUrl: string | null,
): Promise<Way> {
  const node = (name: string): Bus =>
    connectNatsBus({ servers: [natsUrl as string], prefix: async () => 'bench', name, log: createLog('silent') })
  const [bus, publisher] = natsUrl === null ? [bench.bus, bench.bus] : [node('web'), node('ingest')]
  const store: TapeStore = natsUrl === null ? bench.store : bench.fresh()
  const env = { RATE_LIMIT_FACTOR: '100000', MARKETS: '', DATA_DIR: dataDir }
  const { app, url } = await openBenchApp(bench, env, { accessOf: member, bus, store })
  while (!bus.isConnected || !publisher.isConnected) await sleep(10)
  return {
    url: `${url.replace('http', 'ws')}/api/stream`,
    send: (frame) => publisher.publish(tapeTopic(BTC.symbol), frame),
    async close() {
      await app.close()
      if (natsUrl === null) return
      await Promise.all([bus.close(), publisher.close()])
      await store.close()
    },
  }
}

async function broadcast({ url, send }: Way, frames: readonly TradesEvent[], count: number): Promise<Measured> {
  const crowd = fork(join(import.meta.dirname, 'relay-clients.ts'), [url, String(count), BTC.symbol])
  try {
    await nextMessage(crowd)
    const times: number[] = []
    let before = process.cpuUsage()
    for (const [i, frame] of frames.entries()) {
      if (i === WARM_UP) before = process.cpuUsage()
      await sleep(GAP_MS)
      const arrived = nextMessage(crowd)
      const started = performance.now()
      send(frame)
      await arrived
      if (i >= WARM_UP) times.push(performance.now() - started)
    }
    const { user, system } = process.cpuUsage(before)
    return { times, cpuUs: (user + system) / FRAMES / count }
  } finally {
    crowd.removeAllListeners()
    crowd.kill()
    await once(crowd, 'exit').catch(() => undefined)
  }
}
