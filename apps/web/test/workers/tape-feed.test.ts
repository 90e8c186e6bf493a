import { MINUTE_MS, RecentTape, type TapeQuery } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { CallFailure } from '../../src/shared/http/envelope.ts'
import type { FromWorker } from '../../src/workers/protocol.ts'
import type { Trade } from '../order-flow/bars.ts'
import { FakeMarket, SYMBOL } from './fake-market.ts'
import { REQUEST, sessionUnderTest } from './client-under-test.ts'

const MINUTES = 600
const END = MINUTES * MINUTE_MS
const QUERY: TapeQuery = { merge: true, unit: 'base', atLeast: 0 }

const trades = (): Trade[] =>
  Array.from({ length: MINUTES * 4 }, (_, i) => [
    Math.floor(i / 4) * MINUTE_MS + (i % 4) * 10_000,
    8000 + (i % 9),
    1 + ((i * 29) % 97),
    (i * 13) % 5 < 3,
  ])
const live = () => new FakeMarket(trades(), MINUTE_MS, END - 5000)

type TapeMessage = Extract<FromWorker, { type: 'tape' }>

async function opened(market: FakeMarket, query: TapeQuery | null = QUERY) {
  const test = sessionUnderTest(market)
  await test.open()
  const ask = async (asked: TapeQuery | null) => {
    test.session.receive({ type: 'tape', view: 1, query: asked })
    await test.settle()
  }
  if (query) await ask(query)
  const pages = () => test.posted.filter((message): message is TapeMessage => message.type === 'tape')
  /** The expected rows of the whole tape. */
  const expected = (asked: TapeQuery = QUERY) => {
    const whole = new RecentTape(10_000)
    whole.add(market.trades({ from: -Infinity, to: Infinity }))
    return whole.rows(asked, 200)
  }
  const shown = () =>
    pages()
      .at(-1)!
      .rows.map(({ mark: _mark, ...row }) => row)
  return { ...test, ask, pages, expected, shown }
}

describe('time and sales', () => {
  it('is inactive until requested', async () => {
    const market = live()
    const { session, pages, asked, settle } = await opened(market, null)
    session.frame(market.trade([[END - 4000, 8100, 5, true]], END - 4000))
    await settle()
    expect([pages(), asked]).toEqual([[], []])
  })

  it('loads older trades until the page is full, newest first, and reports when it is ready', async () => {
    const { shown, expected, pages, asked } = await opened(live())
    expect(shown()).toEqual(expected())
    expect(shown().length).toBe(200)
    expect(pages().at(-1)?.state).toBe('ready')
    expect(pages()[0].state).toBe('loading')
    expect(asked.length).toBeLessThan(10)
    // Windows are contiguous.
    for (let i = 1; i < asked.length; i++) expect(asked[i].to).toBe(asked[i - 1].from)
  })

  it('starts with the tail of the answer when opened before the chart', async () => {
    const market = live()
    const test = sessionUnderTest(market)
    test.session.receive({ type: 'open', view: 1, request: REQUEST, identity: { language: 'zh', token: null } })
    test.session.receive({ type: 'tape', view: 1, query: QUERY })
    await new Promise((resolve) => setImmediate(resolve))
    const first = test.posted.find((message): message is TapeMessage => message.type === 'tape')
    expect(first?.rows.length).toBe(4)
    await test.settle()
    expect(test.asked[0].to).toBe(END - MINUTE_MS)
  })

  it('adds live trades in time order without duplicates', async () => {
    const market = live()
    const { session, settle, shown, expected } = await opened(market)
    const frame = market.trade([[END - 4000, 8100, 5, true]], END - 4000)
    session.frame(frame)
    session.frame(frame)
    session.frame(
      market.trade(
        [
          [END - 4050, 8101, 7, true],
          [END - 4060, 8101, 7, true],
        ],
        END - 3000,
      ),
    )
    await settle()
    expect(shown()).toEqual(expected())
    expect(shown()[0].trades).toBe(3)
  })

  it('sends one page for many frames, and none before the last was drawn', async () => {
    const market = live()
    const { session, pages, timers } = await opened(market)
    const turn = () => {
      for (const [timer, act] of [...timers]) {
        timers.delete(timer)
        act()
      }
    }
    const before = pages().length
    for (let i = 0; i < 50; i++) session.frame(market.trade([[END - 4000 + i, 8100, 5, i % 2 === 0]], END - 4000 + i))
    expect(pages().length).toBe(before)
    turn()
    expect(pages().length).toBe(before + 1)
    session.frame(market.trade([[END - 3000, 8100, 5, true]], END - 3000))
    turn()
    turn()
    expect(pages().length, 'the page is still drawing').toBe(before + 1)
    session.receive({ type: 'tapeTaken', view: 1 })
    turn()
    expect(pages().length).toBe(before + 2)
  })

  it('applies another filter at once and loads what is missing', async () => {
    const { ask, shown, expected, asked } = await opened(live())
    const before = asked.length
    const large: TapeQuery = { merge: false, unit: 'base', atLeast: 90 }
    await ask(large)
    expect(shown()).toEqual(expected(large))
    expect(shown().length).toBeGreaterThan(10)
    expect(asked.length).toBeGreaterThan(before)
    expect(asked.at(-1)!.from).toBe(0)
  })

  it('marks trades that are large relative to the filter', async () => {
    const { pages } = await opened(live(), { ...QUERY, atLeast: 15 })
    for (const { lots, mark } of pages().at(-1)!.rows) if (Number(lots) < 30) expect(mark).toBe(0)
    expect(
      pages()
        .at(-1)!
        .rows.some(({ mark }) => mark === 2),
    ).toBe(true)
  })

  it('adds repaired trades', async () => {
    const market = live()
    const { session, settle, shown, expected } = await opened(market)
    session.message(
      market.revise([[END - 10 * MINUTE_MS + 5, 7990, 50, false]], END - 10 * MINUTE_MS, END - 9 * MINUTE_MS),
    )
    await settle()
    expect(shown()).toEqual(expected())
    expect(shown().some(({ low }) => low === 7990)).toBe(true)
  })

  it('restarts after a resync', async () => {
    const market = live()
    const { session, settle, subscribed, shown, expected } = await opened(market)
    market.trade([[END - 4000, 8100, 5, true]], END - 4000)
    session.message({ op: 'resync', symbol: SYMBOL, reason: 'slow' })
    await settle()
    subscribed()
    await settle()
    expect(shown()).toEqual(expected())
  })

  it('stops when closed and catches up when reopened', async () => {
    const market = live()
    const { session, settle, ask, pages, shown, expected } = await opened(market)
    await ask(null)
    const before = pages().length
    session.frame(market.trade([[END - 4000, 8100, 5, true]], END - 4000))
    await settle()
    expect(pages().length).toBe(before)
    await ask(QUERY)
    expect(shown()).toEqual(expected())
  })

  it('reports a failure and retries when connected', async () => {
    const market = new FakeMarket(trades())
    const test = await opened(market, null)
    test.control.fail = new CallFailure('connection', '', '')
    await test.ask(QUERY)
    expect(test.pages().at(-1)).toMatchObject({ state: 'failed', rows: [] })
    test.control.fail = null
    test.session.ready()
    await test.settle()
    expect(test.shown()).toEqual(test.expected())
  })

  it('shows the end of an archive without a live feed', async () => {
    const { shown, expected, asked } = await opened(new FakeMarket(trades()))
    expect(shown()).toEqual(expected())
    expect(asked[0].from).toBeGreaterThan(END - 3 * MINUTE_MS)
  })
})
