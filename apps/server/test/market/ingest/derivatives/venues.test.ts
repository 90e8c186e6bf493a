// Recorders over the real feeds, against exchanges on loopback that write as the real ones do.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDerivativesFeed } from '@flowprint/venues'
import type { MarketListing, VenueName } from '@flowprint/venues'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { startDerivatives } from '../../../../src/market/ingest/derivatives/start-derivatives.ts'
import { RecorderRegistry } from '../../../../src/market/ingest/recording/recorder-registry.ts'
import type { MinuteStat } from '../../../../src/market/store/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { spec } from '../../../test-database.ts'
import { derivativesWorld } from '../../store/derivatives/derivatives-world.ts'
import type { DerivativesWorld } from '../../store/derivatives/derivatives-world.ts'
import { rowsOf } from '../../store/derivatives/model.ts'

let world: DerivativesWorld
beforeAll(async () => {
  world = await derivativesWorld()
})
afterAll(() => world.close())

type Request = Readonly<Record<string, unknown>>

interface Exchange {
  readonly venue: VenueName
  readonly marketId: string
  readonly ccxtSymbol: string
  readonly section: string
  readonly path: string
  readonly lotSize: string
  answer(request: Request): object | null
  /** A forced sell of 2.5 lots of size at 82396.9; null: the exchange publishes none. */
  liquidation(t: number): object | null
  stat(t: number): object
  readonly rest?: (t: number) => object
  readonly lots: number
  readonly isComplete: boolean
  readonly values: Omit<MinuteStat, 'minute' | 'nextFundingMs'>
}

const FUNDING = Date.UTC(2100, 0)
const EXCHANGES: readonly Exchange[] = [
  {
    venue: 'BINANCE',
    marketId: 'BTCUSDT',
    ccxtSymbol: 'BTC/USDT:USDT',
    section: 'usdm',
    path: '/ws',
    lotSize: '0.001',
    answer: ({ id }) => ({ result: null, id }),
    liquidation: (t) => ({
      e: 'forceOrder',
      E: t,
      o: {
        s: 'BTCUSDT',
        S: 'SELL',
        o: 'LIMIT',
        q: '3',
        p: '82396.90',
        ap: '82400',
        X: 'FILLED',
        l: '1',
        z: '2.500',
        T: t,
      },
    }),
    stat: (t) => ({
      e: 'markPriceUpdate',
      E: t,
      s: 'BTCUSDT',
      p: '82400.12000000',
      i: '82401.5',
      r: '0.00010000',
      T: FUNDING,
    }),
    rest: (t) => ({ symbol: 'BTCUSDT', openInterest: '109039.496', time: t }),
    lots: 2_500,
    isComplete: false,
    values: {
      openInterest: '109039.496',
      fundingRate: '0.00010000',
      markPrice: '82400.12000000',
      indexPrice: '82401.5',
    },
  },
  {
    venue: 'BYBIT',
    marketId: 'BTCUSDT',
    ccxtSymbol: 'BTC/USDT:USDT',
    section: 'linear',
    path: '',
    lotSize: '0.001',
    answer: ({ op, req_id }) => (op === 'subscribe' ? { success: true, op, req_id } : { op: 'pong' }),
    liquidation: (t) => ({
      topic: 'allLiquidation.BTCUSDT',
      type: 'snapshot',
      ts: t,
      data: [{ T: t, s: 'BTCUSDT', S: 'Buy', v: '2.500', p: '82396.90' }],
    }),
    stat: (t) => ({
      topic: 'tickers.BTCUSDT',
      type: 'snapshot',
      ts: t,
      data: {
        symbol: 'BTCUSDT',
        singleOpenInterest: '50500.1',
        fundingRate: '-0.00005',
        nextFundingTime: String(FUNDING),
        markPrice: '82400.10',
        indexPrice: '82401.00',
      },
    }),
    lots: 2_500,
    isComplete: true,
    values: { openInterest: '50500.1', fundingRate: '-0.00005', markPrice: '82400.10', indexPrice: '82401.00' },
  },
  {
    venue: 'OKX',
    marketId: 'BTC-USDT-SWAP',
    ccxtSymbol: 'BTC/USDT:USDT',
    section: 'swap',
    path: '',
    lotSize: '0.01',
    answer: ({ args }) => ({ event: 'subscribe', arg: (args as object[]).at(-1) }),
    liquidation: (t) => ({
      arg: { channel: 'liquidation-orders', instType: 'SWAP' },
      data: [
        {
          instId: 'BTC-USDT-SWAP',
          details: [{ bkPx: '82396.9', posSide: 'long', side: 'sell', sz: '2.5', ts: String(t) }],
        },
      ],
    }),
    stat: (t) => ({
      arg: { channel: 'funding-rate', instId: 'BTC-USDT-SWAP' },
      data: [{ instId: 'BTC-USDT-SWAP', fundingRate: '0.0000123', fundingTime: String(FUNDING), ts: String(t) }],
    }),
    lots: 250,
    isComplete: false,
    values: { openInterest: null, fundingRate: '0.0000123', markPrice: null, indexPrice: null },
  },
  {
    venue: 'HYPERLIQUID',
    marketId: 'BTC',
    ccxtSymbol: 'BTC/USDC:USDC',
    section: 'swap',
    path: '',
    lotSize: '0.00001',
    answer: ({ method, subscription }) =>
      method === 'subscribe'
        ? { channel: 'subscriptionResponse', data: { method, subscription } }
        : { channel: 'pong' },
    liquidation: () => null,
    stat: () => ({
      channel: 'activeAssetCtx',
      data: {
        coin: 'BTC',
        ctx: { openInterest: '27891.9', funding: '0.0000125', markPx: '82400.0', oraclePx: '82410.0' },
      },
    }),
    lots: 0,
    isComplete: false,
    values: { openInterest: '27891.9', fundingRate: '0.0000125', markPrice: '82400.0', indexPrice: '82410.0' },
  },
]

test.each(EXCHANGES)('$venue: stored values equal the messages, and a reconnection leaves a gap', async (exchange) => {
  const sockets: WebSocket[] = []
  let confirmed = 0
  const http = createServer((_, response) => response.end(JSON.stringify(exchange.rest?.(Date.now()) ?? {})))
  const server = new WebSocketServer({ server: http })
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) => {
      const text = String(data)
      const answer = text.startsWith('{') ? exchange.answer(JSON.parse(text) as Request) : null
      if (answer === null) return
      socket.send(JSON.stringify(answer))
      confirmed = sockets.length
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const symbol = `${exchange.venue}:BTC.P`
  const { marketId, ccxtSymbol, venue, lotSize } = exchange
  const instrument = await world.tape.store.ensureInstrument(
    spec(symbol, { live: true, kind: 'perpetual', tickSize: '0.1', lotSize }),
  )
  const recording = startDerivatives({
    derivatives: world.derivatives,
    store: world.tape.store,
    bus: world.tape.bus,
    clock: { now: () => Date.now(), setOffset: () => undefined },
    log: createLog('silent'),
    env: { markets: [symbol], venueUrls: {}, demo: false, recordDerivatives: true },
    changes: { load: async () => [], save: async () => {} },
    listings: {
      load: async () => [
        { symbol, venue, kind: 'perpetual', marketId, ccxtSymbol, tickSize: '0.1', lotSize } as MarketListing,
      ],
    },
    derivativesRegistry: new RecorderRegistry(),
    openFeed: (name, listener) =>
      openDerivativesFeed(name as VenueName, {
        listener,
        urls: { [exchange.section]: { ws: `ws://${host}${exchange.path}`, rest: `http://${host}` } },
        tuning: { backoffBaseMs: 300, backoffCapMs: 300, pollMs: 100 },
        random: () => 0.99,
      }),
  })
  const events = world.events(symbol)
  const sent: number[] = []
  const settled = { timeout: 15_000, interval: 20 }
  const rows = async () =>
    rowsOf(await world.derivatives.readLiquidations(instrument, { fromMs: 0, toMs: 4e12, limit: 99 }))
  const sendAll = async (): Promise<void> => {
    const socket = sockets.at(-1) as WebSocket
    const t = Date.now()
    for (const [i, message] of [exchange.liquidation(t - 1), exchange.liquidation(t), exchange.stat(t)].entries())
      if (message !== null) {
        socket.send(JSON.stringify(message))
        if (i < 2) sent.push(t - 1 + i)
      }
    if (exchange.liquidation(t) === null) sent.length = 0
    await vi.waitFor(async () => expect((await rows()).map(({ ts }) => ts)).toEqual(sent), settled)
  }
  try {
    const isRecording = (): boolean =>
      events.findLast((event) => event.kind === 'derivativesStatus')?.state === 'recording'
    await vi.waitFor(() => expect([confirmed, isRecording()]).toEqual([1, true]), settled)
    await sendAll()
    sockets[0].terminate()
    await vi.waitFor(() => expect(confirmed).toBe(2), settled)
    await vi.waitFor(() => expect(isRecording()).toBe(true), settled)
    await new Promise((resolve) => setTimeout(resolve, 400))
    await sendAll()
    if (exchange.rest !== undefined) await new Promise((resolve) => setTimeout(resolve, 300))
  } finally {
    await recording.stop()
    for (const socket of sockets) socket.terminate()
    server.close()
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
  for (const row of await rows())
    expect(row).toMatchObject({ position: 'long', priceTicks: 823_969, lots: exchange.lots })
  const covers = await world.derivatives.readCoverage(instrument, { fromMs: 0, toMs: 4e12 })
  expect(covers.map(({ isComplete }) => isComplete)).toEqual(
    sent.length === 0 ? [] : Array(2).fill(exchange.isComplete),
  )
  if (covers.length === 2) {
    expect(covers[1].from - covers[0].to).toBeGreaterThan(200)
    for (const ts of sent) expect(covers.some(({ from, to }) => ts >= from && ts < to)).toBe(true)
  }
  const stats = await world.derivatives.readStats(instrument, { fromMs: 0, toMs: 4e12 })
  expect(stats.length).toBeGreaterThan(0)
  const nextFundingMs = venue === 'HYPERLIQUID' ? null : FUNDING
  expect(stats.at(-1)).toEqual({ ...exchange.values, nextFundingMs, minute: expect.any(Number) })
})
