import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFrame, sliceTrades, type Trades } from '@flowprint/orderflow'
import { WebSocketServer } from 'ws'
import type { Instrument, TapeStore } from '../../apps/server/src/market/store/index.ts'
import { tapeTopic } from '../../apps/server/src/platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../apps/server/src/platform/bus/index.ts'
import { member, openBenchApp } from './bench-app.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { median, percentile, withinRow, plainRow, type BenchRow } from './harness.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const CLIENTS = 1_000
const FRAMES = 60
const WARM_UP = 10
/** Trades per frame: a busy market at 20 frames a second. */
const TRADES = 20
/** Slightly more than the contract's interval, so that no frame waits for the previous one. */
const GAP_MS = 60

/**
 * One symbol's frames to a thousand clients, from the commit event to the last client, compared with a bare send loop.
 */
export function benchRelay(): Promise<BenchRow[]> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    try {
      const trades = new BtcTape(5).next(4)
      const instrument = await ensureMarket(bench.store)
      const frames = Array.from({ length: FRAMES + WARM_UP }, (_, i) => frameOf(instrument, trades, i))
      const { app, url } = await openBenchApp(
        bench,
        { RATE_LIMIT_FACTOR: '1000', MARKETS: '', DATA_DIR: dataDir },
        { accessOf: member },
      )
      const ours = await relay(`${url.replace('http', 'ws')}/api/stream`, frames, (frame) => publish(bench.bus, frame))
      await app.close()

      const bare = await bareServer()
      const floor = await relay(bare.url, frames, (frame) => bare.broadcast(frame.frame))
      await bare.close()
      const work = `a frame of ${TRADES} trades to ${CLIENTS} clients: from the commit's event to the last client`
      const peer = 'a bare loop of ws sends'
      return [
        withinRow(
          'relay',
          `${work} (${Math.round(1000 / median(ours))} frames/s)`,
          peer,
          median(ours),
          median(floor),
          1.5,
        ),
        plainRow('relay', 'the same, 99th percentile', peer, percentile(ours, 99), percentile(floor, 99)),
      ]
    } finally {
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

/** The market of the frames. */
export const ensureMarket = (store: TapeStore): Promise<Instrument> =>
  store.ensureInstrument({
    symbol: BTC.symbol,
    exchange: 'BINANCE',
    kind: 'spot',
    label: 'BTC/USDT',
    tickSize: BTC.tickSize,
    lotSize: BTC.lotSize,
    side: 'given',
    qtyUnit: 'base',
    ids: 'fills',
    live: true,
    simulated: false,
  })

export type TradesEvent = Extract<TapeEvent, { kind: 'trades' }>

export function frameOf(instrument: { tape: string; version: number }, trades: Trades, i: number): TradesEvent {
  const run = sliceTrades(trades, i * TRADES, (i + 1) * TRADES)
  const firstSeq = i * TRADES + 1
  const lastSeq = firstSeq + TRADES - 1
  const newestTs = run.ts[TRADES - 1]
  const frame = encodeFrame({
    symbol: BTC.symbol,
    tape: instrument.tape,
    instrumentVersion: instrument.version,
    firstSeq,
    lastSeq,
    watermark: newestTs,
    trades: run,
  })
  return { kind: 'trades', symbol: BTC.symbol, firstSeq, lastSeq, watermark: newestTs, newestTs, frame }
}

function publish(bus: Bus, event: TradesEvent): void {
  bus.publish(tapeTopic(BTC.symbol), event)
}

/** Time of each frame until every client has it; the first ones warm up. */
async function relay(
  url: string,
  frames: readonly TradesEvent[],
  send: (frame: TradesEvent) => void,
): Promise<number[]> {
  const crowd = fork(join(import.meta.dirname, 'relay-clients.ts'), [url, String(CLIENTS), BTC.symbol])
  try {
    await nextMessage(crowd)
    const times: number[] = []
    for (const [i, frame] of frames.entries()) {
      await sleep(GAP_MS)
      const arrived = nextMessage(crowd)
      const started = performance.now()
      send(frame)
      await arrived
      if (i >= WARM_UP) times.push(performance.now() - started)
    }
    return times
  } finally {
    crowd.removeAllListeners()
    crowd.kill()
  }
}

async function nextMessage(crowd: ChildProcess): Promise<void> {
  const failed = new AbortController()
  const gone = once(crowd, 'exit', { signal: failed.signal }).then(
    () => {
      throw new Error('bench: the clients disconnected')
    },
    () => undefined,
  )
  await Promise.race([once(crowd, 'message'), gone])
  failed.abort()
}

/** The same bytes sent by the same library and nothing else. */
export async function bareServer(): Promise<{
  url: string
  broadcast(bytes: Uint8Array): void
  close(): Promise<void>
}> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => {
      if (data.includes('subscribe')) socket.send(JSON.stringify({ op: 'subscribed' }))
    })
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broadcast(bytes) {
      for (const socket of server.clients) socket.send(bytes)
    },
    async close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
