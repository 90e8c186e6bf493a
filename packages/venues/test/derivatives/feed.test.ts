import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MarketListing } from '@flowprint/venues'
import { derivativesTraitsOf, openDerivativesFeed } from '@flowprint/venues'
import type { DerivativesFeed, DerivativesTuning } from '@flowprint/venues'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

/** A venue on loopback: confirms every request as `answer` says, and serves `body` by REST. */
class Venue {
  readonly asked: string[] = []
  readonly paths: string[] = []
  readonly sockets: WebSocket[] = []
  body = '{}'
  answer: (request: Record<string, unknown>) => object | null = () => null
  readonly #server = createServer((request, response) => {
    this.paths.push(request.url ?? '')
    response.end(this.body)
  })
  readonly #ws = new WebSocketServer({ server: this.#server })

  async start(): Promise<string> {
    this.#ws.on('connection', (socket, request) => {
      this.paths.push(request.url ?? '')
      this.sockets.push(socket)
      socket.on('message', (data) => {
        const text = String(data)
        if (!text.startsWith('{')) return
        this.asked.push(text)
        const answer = this.answer(JSON.parse(text) as Record<string, unknown>)
        if (answer !== null) socket.send(JSON.stringify(answer))
      })
    })
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  send(message: object): void {
    this.sockets.at(-1)?.send(JSON.stringify(message))
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate()
    this.#ws.close()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const TUNING: Partial<DerivativesTuning> = { heartbeatMs: 30, backoffBaseMs: 5, backoffCapMs: 20, pollMs: 40 }

function listing(fields: Partial<MarketListing>): MarketListing {
  return {
    symbol: 'BINANCE:BTCUSDT.P',
    venue: 'BINANCE',
    kind: 'perpetual',
    label: 'BTC/USDT',
    marketId: 'BTCUSDT',
    ccxtSymbol: 'BTC/USDT:USDT',
    tickSize: '0.10',
    lotSize: '0.001',
    qtyUnit: 'base',
    contractSize: null,
    ids: 'fills',
    ...fields,
  }
}

const BYBIT = { venue: 'BYBIT', symbol: 'BYBIT:BTCUSDT.P', ids: 'none' } as const

const cleanup: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step()
})

interface Stage {
  readonly venue: Venue
  readonly feed: DerivativesFeed
  readonly events: string[]
}

async function open(
  name: string,
  section: string,
  answer: Venue['answer'],
  tuning: Partial<DerivativesTuning> = {},
  path = '',
): Promise<Stage> {
  const venue = new Venue()
  venue.answer = answer
  const host = await venue.start()
  cleanup.push(() => venue.stop())
  const events: string[] = []
  const feed = openDerivativesFeed(name, {
    urls: { [section]: { ws: `ws://${host}${path}`, rest: `http://${host}` } },
    tuning: { ...TUNING, ...tuning },
    listener: {
      subscribed: (symbol) => events.push(`subscribed ${symbol}`),
      lost: (symbol, reason) => events.push(`lost ${symbol}: ${reason}`),
      liquidation: ({ symbol, ts, side, priceTicks, lots, completeness }) =>
        events.push(`${symbol} ${ts} ${side} ${priceTicks} x ${lots}, ${completeness}`),
      stat: (stat) => events.push(JSON.stringify(stat)),
      fault: (symbol, what) => events.push(`fault ${symbol}: ${what}`),
    },
  })
  cleanup.push(() => feed.close())
  return { venue, feed, events }
}

const confirmBybit: Venue['answer'] = ({ op, req_id }) =>
  op === 'subscribe' ? { success: true, op, req_id } : { op: 'pong' }

const liquidation = (symbol: string, fields: object = {}): object => ({
  topic: `allLiquidation.${symbol}`,
  type: 'snapshot',
  ts: 1_791_565_601_482,
  data: [{ T: 1_791_565_600_992, s: symbol, S: 'Buy', v: '0.038', p: '82396.90', ...fields }],
})

const settled = { timeout: 5_000, interval: 5 }

describe('openDerivativesFeed', () => {
  test('converts liquidations of followed markets to ticks and lots', async () => {
    const { venue, feed, events } = await open('BYBIT', 'linear', confirmBybit)
    feed.follow(listing(BYBIT))
    await vi.waitFor(() => expect(events).toEqual(['subscribed BYBIT:BTCUSDT.P']), settled)
    venue.send(liquidation('ETHUSDT'))
    venue.send(liquidation('BTCUSDT'))
    await vi.waitFor(() => expect(events).toHaveLength(2), settled)
    expect(events[1]).toBe('BYBIT:BTCUSDT.P 1791565600992 sell 823969 x 38, all')
    expect(JSON.parse(venue.asked[0])).toMatchObject({ args: ['allLiquidation.BTCUSDT', 'tickers.BTCUSDT'] })
    expect(feed.health()).toMatchObject({ connections: 1, symbols: 1, subscribed: 1, liquidations: 1, faults: 0 })
  })

  test('passes on statistics with the digits of the venue', async () => {
    const { venue, feed, events } = await open('BYBIT', 'linear', confirmBybit)
    feed.follow(listing(BYBIT))
    await vi.waitFor(() => expect(events).toHaveLength(1), settled)
    venue.send({ topic: 'tickers.BTCUSDT', type: 'delta', ts: 7, data: { symbol: 'BTCUSDT', markPrice: '80687.20' } })
    await vi.waitFor(() => expect(events).toHaveLength(2), settled)
    expect(JSON.parse(events[1])).toEqual({ symbol: 'BYBIT:BTCUSDT.P', ts: 7, markPrice: '80687.20' })
  })

  test('rejects a liquidation whose price or quantity is not a multiple, and goes on', async () => {
    const { venue, feed, events } = await open('BYBIT', 'linear', confirmBybit)
    feed.follow(listing(BYBIT))
    await vi.waitFor(() => expect(events).toHaveLength(1), settled)
    venue.send(liquidation('BTCUSDT', { p: '82396.95' }))
    venue.send(liquidation('BTCUSDT', { v: '0' }))
    venue.send({ topic: 'allLiquidation.BTCUSDT', data: [{}] })
    venue.send(liquidation('BTCUSDT'))
    await vi.waitFor(() => expect(events).toHaveLength(5), settled)
    expect(events[1]).toMatch(/^fault BYBIT:BTCUSDT\.P: "82396\.95" is not a multiple/)
    expect(events[2]).toMatch(/^fault BYBIT:BTCUSDT\.P: a liquidation of 0 at 82396\.90/)
    expect(events[3]).toMatch(/^fault null: a liquidation without its symbol/)
    expect(events[4]).toMatch(/ sell 823969 x 38, all$/)
    expect(feed.health()).toMatchObject({ faults: 3, liquidations: 1 })
  })

  test('reports the loss of a connection and subscribes again', async () => {
    const { venue, feed, events } = await open('BYBIT', 'linear', confirmBybit)
    feed.follow(listing(BYBIT))
    await vi.waitFor(() => expect(events).toHaveLength(1), settled)
    venue.sockets[0].terminate()
    await vi.waitFor(() => expect(events).toHaveLength(3), settled)
    expect(events[1]).toMatch(/^lost BYBIT:BTCUSDT\.P: closed by the venue/)
    expect(events[2]).toBe('subscribed BYBIT:BTCUSDT.P')
    expect(feed.health().reconnects).toBe(1)
  })

  test('drops a silent connection', async () => {
    const { feed, events } = await open(
      'BYBIT',
      'linear',
      (request) => (request['op'] === 'ping' ? null : confirmBybit(request)),
      {
        silentAfterMs: 150,
      },
    )
    feed.follow(listing(BYBIT))
    await vi.waitFor(() => expect(events[1]).toMatch(/^lost .*: silent/), settled)
  })

  test('drops a connection whose subscription is not confirmed', async () => {
    const { venue, feed, events } = await open('BYBIT', 'linear', ({ op }) => (op === 'ping' ? { op: 'pong' } : null), {
      confirmWithinMs: 60,
    })
    feed.follow(listing(BYBIT))
    await vi.waitFor(() => expect(venue.sockets.length).toBeGreaterThan(1), settled)
    expect(events).toEqual([])
  })

  test('reports a refused subscription and tries it again later', async () => {
    let isRefused = true
    const answer: Venue['answer'] = (request) =>
      isRefused && request['op'] === 'subscribe'
        ? { success: false, ret_msg: 'Invalid topic', op: 'subscribe', req_id: request['req_id'] }
        : confirmBybit(request)
    const { feed, events } = await open('BYBIT', 'linear', answer, { refusedRetryMs: 60 })
    feed.follow(listing(BYBIT))
    await vi.waitFor(
      () => expect(events[0]).toMatch(/^fault BYBIT:BTCUSDT\.P: the subscription was refused: Invalid/),
      settled,
    )
    isRefused = false
    await vi.waitFor(() => expect(events.at(-1)).toBe('subscribed BYBIT:BTCUSDT.P'), settled)
  })

  test('polls open interest of Binance, on the route of market data', async () => {
    const answer: Venue['answer'] = ({ id }) => ({ result: null, id })
    const { venue, feed, events } = await open('BINANCE', 'usdm', answer, {}, '/ws')
    venue.body = '{"symbol":"BTCUSDT","openInterest":"109039.496","time":1787866530443}'
    feed.follow(listing({}))
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(2), settled)
    expect(events[0]).toBe('subscribed BINANCE:BTCUSDT.P')
    expect(JSON.parse(events[2])).toEqual({
      symbol: 'BINANCE:BTCUSDT.P',
      ts: 1_787_866_530_443,
      openInterest: '109039.496',
    })
    expect(venue.paths.slice(0, 2)).toEqual(['/market/ws', '/fapi/v1/openInterest?symbol=BTCUSDT'])
    expect(JSON.parse(venue.asked[0])).toMatchObject({ params: ['btcusdt@forceOrder', 'btcusdt@markPrice@1s'] })
  })

  test('subscribes the liquidations of all swaps of OKX once per connection', async () => {
    const answer: Venue['answer'] = ({ args }) => ({ event: 'subscribe', arg: (args as object[]).at(-1) })
    const { venue, feed, events } = await open('OKX', 'swap', answer)
    const swap = {
      venue: 'OKX',
      symbol: 'OKX:BTCUSDT.P',
      marketId: 'BTC-USDT-SWAP',
      lotSize: '0.01',
      qtyUnit: 'contract',
    } as const
    feed.follow(listing(swap))
    await vi.waitFor(() => expect(events).toEqual(['subscribed OKX:BTCUSDT.P']), settled)
    const details = [{ bkPx: '82655.7', posSide: 'long', side: 'sell', sz: '8.55', ts: '1791565600771' }]
    const arg = { channel: 'liquidation-orders', instType: 'SWAP' }
    venue.send({
      arg,
      data: [
        { instId: 'CELO-USDT-SWAP', details },
        { instId: 'BTC-USDT-SWAP', details },
      ],
    })
    await vi.waitFor(() => expect(events).toHaveLength(2), settled)
    expect(events[1]).toBe('OKX:BTCUSDT.P 1791565600771 sell 826557 x 855, lower bound')
    expect(JSON.parse(venue.asked[0])).toEqual({ op: 'subscribe', args: [arg] })
    expect(venue.paths).toEqual(['/public'])
  })

  test('unsubscribes an unfollowed market and closes a connection without markets', async () => {
    const { venue, feed, events } = await open('BYBIT', 'linear', confirmBybit)
    feed.follow(listing(BYBIT))
    feed.follow(listing({ ...BYBIT, symbol: 'BYBIT:ETHUSDT.P', marketId: 'ETHUSDT', ccxtSymbol: 'ETH/USDT:USDT' }))
    await vi.waitFor(() => expect(events).toHaveLength(2), settled)
    feed.unfollow('BYBIT:ETHUSDT.P')
    venue.send(liquidation('ETHUSDT'))
    venue.send(liquidation('BTCUSDT'))
    await vi.waitFor(() => expect(events).toHaveLength(3), settled)
    expect(events[2]).toMatch(/^BYBIT:BTCUSDT\.P /)
    expect(venue.asked.some((text) => text.includes('"unsubscribe"') && text.includes('ETHUSDT'))).toBe(true)
    feed.unfollow('BYBIT:BTCUSDT.P')
    expect(feed.health()).toMatchObject({ connections: 0, symbols: 0 })
  })

  test('spot markets and venues without derivatives are refused', () => {
    const spot = listing({ ...BYBIT, kind: 'spot', ccxtSymbol: 'BTC/USDT' })
    expect(derivativesTraitsOf(spot)).toBeNull()
    expect(derivativesTraitsOf(listing(BYBIT))).toMatchObject({ section: 'linear', liquidations: 'all' })
    expect(() => openDerivativesFeed('KRAKEN', { listener: {} as never })).toThrow('KRAKEN publishes derivatives data')
    const feed = openDerivativesFeed('BYBIT', { listener: {} as never })
    expect(() => feed.follow(spot)).toThrow('BYBIT publishes derivatives data of BYBIT:BTCUSDT.P')
  })
})
