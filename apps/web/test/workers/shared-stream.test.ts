import type { ClientMessage, ServerMessage } from '@flowprint/contract'
import {
  barsEqual,
  concatBars,
  decodeFrame,
  encodeFrame,
  filterTrades,
  MINUTE_MS,
  sliceBars,
  type Bars,
} from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChartHost } from '../../src/workers/chart-host.ts'
import type { FromMarketWorker, ViewRequest } from '../../src/workers/protocol.ts'
import { StreamHub, type StreamPort } from '../../src/workers/stream-hub.ts'
import { openSideFeeds } from '../../src/workers/side-feeds.ts'
import type { Trade } from '../order-flow/bars.ts'
import { REQUEST } from './client-under-test.ts'
import { FakeMarket, SYMBOL } from './fake-market.ts'

const START = 30 * MINUTE_MS
const CYCLES: Readonly<Record<string, number>> = { '1m': MINUTE_MS, '5m': 5 * MINUTE_MS, '15m': 15 * MINUTE_MS }
const ME = { language: 'zh', token: null }

const history = (): Trade[] =>
  Array.from({ length: 90 }, (_, i) => [i * 20_000, 8000 + ((i * 7) % 23), 1 + ((i * 29) % 97), (i * 13) % 5 < 3])

interface Entry {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly item: Uint8Array | ServerMessage
}

/**
 * A worker with several charts on one connection, a manual clock, and the server's side: one log, which each
 * subscription continues after its position; another one for the same symbol replaces it.
 */
function hostUnderTest() {
  const market = new FakeMarket(history(), MINUTE_MS, START - 1000)
  const log: Entry[] = []
  const sent: ClientMessage[] = []
  const posted: FromMarketWorker[] = []
  const shown = new Map<number, { readonly view: number; readonly bars: Bars }>()
  const timers = new Map<number, () => void>()
  let lastTimer = 0
  /** The server's position; null: not subscribed. */
  let position: number | null = null
  let isConnected = true
  /** Messages that have not arrived yet, in order. */
  let onTheWay: ClientMessage[] = []
  const views = new Map<number, number>()
  /** Of each chart, by age: the log entries of the live trades since its history. */
  const received: { seqs: number[] }[] = []
  const cycles = new Map<number, string>()

  const host = new ChartHost({
    openSideFeeds: (tools) => {
      const feeds = openSideFeeds(tools)
      const { timeAndSales } = feeds
      const heard = { seqs: [] as number[] }
      received.push(heard)
      const { seed, add } = { seed: timeAndSales.seed.bind(timeAndSales), add: timeAndSales.add.bind(timeAndSales) }
      return {
        ...feeds,
        timeAndSales: Object.assign(timeAndSales, {
          seed: (start: Parameters<typeof seed>[0]) => {
            heard.seqs = []
            seed(start)
          },
          add: (trades: Parameters<typeof add>[0]) => {
            heard.seqs.push(...(trades.seq ?? []))
            add(trades)
          },
        }),
      }
    },
    // Not tested here: no chart replays.
    openReplay: () => ({
      isActive: false,
      asOf: undefined,
      restart: () => undefined,
      stop: () => undefined,
      move: () => undefined,
      startPractice: () => undefined,
      older: (answer) => answer,
    }),
    calls: {
      loadGaps: async () => [],
      loadBook: () => Promise.reject(new Error('No book')),
      loadDepth: () => Promise.reject(new Error('No book')),
      loadStoredFrom: () => Promise.reject(new Error('No book')),
      loadTraded: () => Promise.reject(new Error('No profile')),
      loadLiquidations: () => Promise.reject(new Error('No derivatives data')),
      loadLargest: () => Promise.reject(new Error('No derivatives data')),
      loadOpenInterest: () => Promise.reject(new Error('No derivatives data')),
      loadFunding: () => Promise.reject(new Error('No derivatives data')),
      loadTrades: async (_request, window) => market.trades(window),
      loadBigTrades: async (_request, window) => market.bigTrades(window),
      loadPage: async ({ cycle }, window) => {
        const answer = market.withCycle(CYCLES[cycle]).answer(window)
        return { ...answer, meta: { ...answer.meta, cycle } }
      },
    },
    stream: {
      start: () => undefined,
      reconnectNow: () => undefined,
      send: (message) => {
        if (!isConnected) return
        sent.push(message)
        onTheWay.push(message)
      },
    },
    post: (original, transfer) => {
      const message = structuredClone(original, { transfer })
      posted.push(message)
      if (message.chart === undefined || !('view' in message)) return
      const { chart, view } = message
      if (view !== views.get(chart)) return
      const bars = shown.get(chart)?.bars
      if (message.type === 'reset') shown.set(chart, { view, bars: message.bars })
      else if (message.type === 'prepend' && bars) shown.set(chart, { view, bars: concatBars([message.bars, bars]) })
      else if (message.type === 'update' && bars)
        shown.set(chart, { view, bars: concatBars([sliceBars(bars, 0, message.from), message.bars]) })
    },
    now: () => 1000,
    random: () => 0,
    setTimer: (act) => {
      timers.set((lastTimer += 1), act)
      return lastTimer
    },
    clearTimer: (timer) => void timers.delete(timer),
  })

  /** Sends what follows the subscription's position, cutting the first frame like the server. */
  const follow = (isLost = false) => {
    if (position === null || !isConnected) return
    for (const { firstSeq, lastSeq, item } of log) {
      if (lastSeq <= position) continue
      const after = position
      position = lastSeq
      if (isLost) continue
      if (item instanceof Uint8Array) host.frame(firstSeq > after ? item : cut(item, after))
      else host.message(item)
    }
  }

  /** The server receives the next messages. */
  const answer = (count = Infinity) => {
    for (const message of onTheWay.splice(0, count)) {
      if (message.op === 'unsubscribe') position = null
      if (message.op !== 'subscribe') continue
      position = message.from_seq ?? market.lastSeq
      const { tape, lastSeq } = market
      host.message({ op: 'subscribed', symbol: SYMBOL, last_seq: lastSeq, tape, instrument_version: 1 })
      host.message({ op: 'status', symbol: SYMBOL, state: 'live', lag_ms: 1 })
      follow()
    }
  }

  /** Runs everything due: answers, timers, and the page's acknowledgements. */
  const settle = async () => {
    for (let round = 0; round < 6; round++) {
      await new Promise((resolve) => setImmediate(resolve))
      answer()
      for (const [timer, act] of [...timers]) {
        timers.delete(timer)
        act()
      }
      for (const [chart, view] of views) host.receive({ type: 'taken', chart, view })
    }
  }

  return {
    host,
    market,
    sent,
    posted,
    settle,
    answer,
    views,
    /** Charts that are open. */
    charts: () => [...views.keys()],
    open(chart: number, cycle: string, part: Partial<ViewRequest> = {}) {
      const view = (views.get(chart) ?? 0) + 1
      views.set(chart, view)
      cycles.set(chart, cycle)
      shown.delete(chart)
      host.receive({ type: 'open', chart, view, request: { ...REQUEST, cycle, ...part }, identity: ME })
    },
    close(chart: number) {
      views.delete(chart)
      shown.delete(chart)
      host.receive({ type: 'close', chart })
    },
    trade(trades: readonly Trade[], now: number, isLost = false) {
      const firstSeq = market.lastSeq + 1
      const item = market.trade(trades, now)
      log.push({ firstSeq, lastSeq: market.lastSeq, item })
      follow(isLost)
    },
    revise(minute: number, isLost = false) {
      const from = minute * MINUTE_MS
      const item = market.revise([[from + 7, 7990, 3, false]], from, from + MINUTE_MS)
      log.push({ firstSeq: item.seq, lastSeq: item.seq, item })
      follow(isLost)
    },
    tick(now: number) {
      market.watermark = now
      if (position !== null && isConnected) host.message({ op: 'clock', symbol: SYMBOL, watermark: now })
    },
    disconnect() {
      isConnected = false
      position = null
      onTheWay = []
    },
    reconnect() {
      position = null
      onTheWay = []
      isConnected = true
      host.ready()
    },
    /** Whether a chart shows exactly the last bars of the whole tape. */
    agrees(chart: number): boolean {
      const page = shown.get(chart)?.bars
      if (!page) return false
      const whole = market.withCycle(CYCLES[cycles.get(chart) ?? '']).bars()
      return barsEqual(stateless(page), stateless(sliceBars(whole, whole.length - page.length)))
    },
    /** Charts that received a trade twice, or out of order. */
    repeated: () => received.filter(({ seqs }) => seqs.some((seq, i) => i > 0 && seq <= seqs[i - 1])),
    received,
    subscriptions: () => sent.filter(({ op }) => op === 'subscribe'),
    of: <Type extends FromMarketWorker['type']>(type: Type) =>
      posted.filter((message): message is Extract<FromMarketWorker, { type: Type }> => message.type === type),
  }
}

function stateless(bars: Bars): Bars {
  return { ...bars, state: bars.state.map(() => 1), revision: bars.revision.map(() => 0) }
}

function cut(bytes: Uint8Array, seq: number): Uint8Array {
  const frame = decodeFrame(bytes)
  const seqs = frame.trades.seq as Float64Array
  const trades = filterTrades(
    frame.trades,
    Array.from(seqs, (value) => (value > seq ? 1 : 0)),
  )
  return encodeFrame({ ...frame, firstSeq: seq + 1, trades })
}

describe('two charts of one symbol', () => {
  it('share one subscription, from the position of the one that is further back', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    await test.settle()
    test.trade([[START, 8010, 5, true]], START + 100)
    test.open(2, '5m')
    // Its history ends before the next frame, which the first chart receives at once.
    await new Promise((resolve) => setImmediate(resolve))
    test.trade([[START + 200, 8011, 6, false]], START + 300)
    await test.settle()
    expect([test.agrees(1), test.agrees(2)]).toEqual([true, true])
    expect(test.subscriptions()).toHaveLength(1)
    expect(test.of('feed').map(({ chart, state }) => [chart, state])).toEqual([
      [1, 'live'],
      [2, 'live'],
    ])
  })

  it('receive what was sent before the second one joined, each entry once', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    await test.settle()
    test.open(2, '5m')
    // Sent while the second chart's history is on its way.
    test.trade([[START, 8010, 5, true]], START + 100)
    test.trade([[START + 150, 8012, 5, true]], START + 200)
    await test.settle()
    expect(test.subscriptions().map((message) => 'from_seq' in message && message.from_seq)).toEqual([1, 1])
    expect(test.received.map(({ seqs }) => seqs)).toEqual([
      [2, 3],
      [2, 3],
    ])
    expect([test.agrees(1), test.agrees(2)]).toEqual([true, true])
  })

  it('keep the other running when one is closed, and unsubscribe with the last', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    test.open(2, '15m')
    await test.settle()
    test.close(1)
    test.trade([[START, 8010, 5, true]], START + 100)
    await test.settle()
    expect(test.agrees(2)).toBe(true)
    expect(test.sent.some(({ op }) => op === 'unsubscribe')).toBe(false)
    const before = test.posted.length
    test.close(2)
    expect(test.sent.at(-1)).toEqual({ op: 'unsubscribe', symbol: SYMBOL })
    await test.settle()
    test.trade([[START + 200, 8010, 5, true]], START + 300)
    await test.settle()
    expect(test.posted.length).toBe(before)
  })

  it('subscribe once after a reconnect, from the earliest position', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    test.open(2, '5m')
    await test.settle()
    test.disconnect()
    test.trade([[START, 8010, 5, true]], START + 100)
    test.open(3, '15m')
    await test.settle()
    const before = test.subscriptions().length
    test.reconnect()
    expect(test.subscriptions().slice(before)).toEqual([
      { op: 'subscribe', symbol: SYMBOL, from_seq: 1, tape: 'tape-1' },
    ])
    await test.settle()
    expect([1, 2, 3].map(test.agrees)).toEqual([true, true, true])
  })

  it('reload together when the server ends the subscription', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    test.open(2, '5m')
    await test.settle()
    test.market.tape = 'tape-2'
    test.market.stored.push([3 * MINUTE_MS, 8200, 9, true])
    test.host.message({ op: 'resync', symbol: SYMBOL, reason: 'tape' })
    await test.settle()
    expect([test.agrees(1), test.agrees(2)]).toEqual([true, true])
  })
})

describe('what concerns the page', () => {
  it('arrives once, whatever the number of charts', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    test.open(2, '5m')
    await test.settle()
    const event = { id: '1' } as never
    test.host.message({ op: 'welcome', version: 1, server_time: 1500 })
    test.host.message({ op: 'alert', event })
    test.host.message({ op: 'summary', list: [] })
    test.host.connection('open', null)
    expect(test.of('alert')).toEqual([{ type: 'alert', event, chart: 1 }])
    expect(test.of('summaries')).toEqual([{ type: 'summaries', list: [], chart: 1 }])
    expect(test.of('offset')).toEqual([{ type: 'offset', offsetMs: 500 }])
    expect(test.of('connection')).toEqual([{ type: 'connection', state: 'open', retryAt: null }])
    // The next chart receives alerts when the oldest is closed.
    test.close(1)
    test.host.message({ op: 'alert', event })
    expect(test.of('alert').at(-1)).toEqual({ type: 'alert', event, chart: 2 })
  })

  it('is known to a chart that joins later', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    test.host.connection('open', null)
    test.host.message({ op: 'pong', server_time: 900 })
    const before = test.posted.length
    test.open(2, '5m')
    expect(test.posted.slice(before)).toEqual([
      { type: 'connection', state: 'open', retryAt: null },
      { type: 'offset', offsetMs: -100 },
    ])
  })

  it('is refused once until the page asks again', async () => {
    const test = hostUnderTest()
    test.open(1, '1m')
    test.open(2, '5m')
    await test.settle()
    const error = { op: 'error', code: 401, message: 'words', data: { error: 'SESSION_EXPIRED' } } as ServerMessage
    test.host.message(error)
    test.host.message(error)
    expect(test.of('refused')).toHaveLength(1)
    const resets = test.of('reset').length
    test.host.receive({ type: 'identity', identity: { language: 'zh', token: 'another' } })
    await test.settle()
    expect(
      test
        .of('reset')
        .slice(resets)
        .map(({ chart }) => chart),
    ).toEqual([1, 2])
    test.host.message(error)
    expect(test.of('refused')).toHaveLength(2)
  })

  it('watches the markets of all charts together', () => {
    const test = hostUnderTest()
    test.host.receive({ type: 'watch', chart: 1, symbols: ['A:B', 'C:D'] })
    test.host.receive({ type: 'watch', chart: 2, symbols: ['C:D', 'E:F'] })
    test.host.receive({ type: 'close', chart: 1 })
    expect(test.sent.filter(({ op }) => op === 'watch')).toEqual([
      { op: 'watch', symbols: ['A:B', 'C:D'] },
      { op: 'watch', symbols: ['A:B', 'C:D', 'E:F'] },
      { op: 'watch', symbols: ['C:D', 'E:F'] },
    ])
  })
})

describe('a frame in the middle of which a history ends', () => {
  it('is cut for that chart only', () => {
    const market = new FakeMarket([], MINUTE_MS, START)
    const heard: number[][] = [[], []]
    const ports: StreamPort[] = []
    const hub = new StreamHub({ start: () => undefined, reconnectNow: () => undefined, send: () => undefined })
    for (const seqs of heard) {
      hub.add((port) => {
        ports.push(port)
        return {
          ready: () => undefined,
          message: () => undefined,
          frame: ({ firstSeq, trades }) => seqs.push(firstSeq, ...(trades.seq ?? [])),
          depthFrame: () => undefined,
        }
      })
    }
    ports.forEach((port, i) => port.send({ op: 'subscribe', symbol: SYMBOL, from_seq: 1 + i, tape: 'tape-1' }))
    hub.message({ op: 'subscribed', symbol: SYMBOL, last_seq: 1, tape: 'tape-1', instrument_version: 1 })
    const prices = [8000, 8001, 8002]
    hub.frame(
      market.trade(
        prices.map((price) => [START, price, 1, true]),
        START,
      ),
    )
    expect(heard).toEqual([
      [2, 2, 3, 4],
      [3, 3, 4],
    ])
  })
})

type Event =
  | { readonly kind: 'trade'; readonly wait: number; readonly price: number; readonly isLost: boolean }
  | { readonly kind: 'repair'; readonly minute: number; readonly isLost: boolean }
  | { readonly kind: 'open'; readonly chart: number; readonly cycle: string }
  | { readonly kind: 'close' | 'older'; readonly chart: number }
  | { readonly kind: 'answer'; readonly count: number }
  | { readonly kind: 'clock' | 'disconnect' | 'reconnect' | 'loaded' | 'pause' }

const chart = fc.integer({ min: 1, max: 3 })
const isLost = fc.constantFrom(false, false, false, true)
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('trade' as const),
        wait: fc.integer({ min: 0, max: 40_000 }),
        price: fc.integer({ min: 7950, max: 8050 }),
        isLost,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('repair' as const), minute: fc.integer({ min: 0, max: 27 }), isLost }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('open' as const),
        chart,
        cycle: fc.constantFrom(...Object.keys(CYCLES)),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'older' as const), chart }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('answer' as const), count: fc.integer({ min: 1, max: 3 }) }),
    },
    {
      weight: 7,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'clock' as const,
          'clock' as const,
          'disconnect' as const,
          'reconnect' as const,
          'loaded' as const,
          'loaded' as const,
          'pause' as const,
        ),
      }),
    },
  ),
  { minLength: 10, maxLength: 80, size: 'max' },
)

/** Runs the events; returns the charts that do not show the bars of the whole tape, or got a trade twice. */
async function wrongCharts(list: readonly Event[]): Promise<unknown[]> {
  const test = hostUnderTest()
  let now = START - 1000
  for (const event of list) {
    if (event.kind === 'trade') {
      now += event.wait
      const trades: Trade[] = [1, 2, 3].map((qty) => [now, event.price + qty, qty, event.price % 2 === 0])
      test.trade(trades, now, event.isLost)
    } else if (event.kind === 'repair') test.revise(event.minute, event.isLost)
    else if (event.kind === 'open') test.open(event.chart, event.cycle)
    else if (event.kind === 'close') test.close(event.chart)
    else if (event.kind === 'older') {
      const view = test.views.get(event.chart)
      if (view !== undefined) test.host.receive({ type: 'older', chart: event.chart, view })
    } else if (event.kind === 'answer') test.answer(event.count)
    else if (event.kind === 'clock') test.tick((now += 1000))
    else if (event.kind === 'disconnect') test.disconnect()
    else if (event.kind === 'reconnect') test.reconnect()
    else if (event.kind === 'loaded') await new Promise((resolve) => setImmediate(resolve))
    else await test.settle()
  }
  // The connection recovers eventually, and a last trade reveals what was lost.
  test.reconnect()
  await test.settle()
  test.trade([[now, 8000, 1, true]], now)
  for (let round = 0; round < 3; round++) await test.settle()
  return [...test.charts().filter((one) => !test.agrees(one)), ...test.repeated()]
}

describe('after any joins, leaves, losses, reconnects and changes of the view', () => {
  it('every chart shows the bars of the whole tape', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (list) => {
        expect(await wrongCharts(list)).toEqual([])
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})
