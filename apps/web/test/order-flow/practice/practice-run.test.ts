import { ASK, BID, Book, type Cutoff, type PracticeAction, sliceTrades } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { bookInLots } from '../../../src/features/order-flow/panels/practice/practice-book.ts'
import { PracticeRun, type PracticeView } from '../../../src/features/order-flow/panels/practice/practice-run.ts'
import { limitOrder, tradesOfRows, UNITS, type Row } from './make-replay.ts'

const OPTIONS = { startMs: 1, startTick: 100, makerPpm: 0, takerPpm: 0, slippageTicks: 1 }

function bookAround(bid: number): Book {
  const book = new Book()
  book.setWindow({ low: 1, high: 1000 })
  book.set(BID, bid, 50)
  book.set(ASK, bid + 1, 50)
  return book
}

function startRun(rows: readonly Row[], { books = true, maxTrades = 1000 } = {}) {
  const trades = tradesOfRows(rows)
  const asked: number[] = []
  const control = { fail: false }
  let view: PracticeView | null = null
  const run = new PracticeRun({
    symbol: 'TEST:A',
    units: UNITS,
    journal: { options: OPTIONS, entries: [], books: [] },
    loadBook: async (time) => {
      asked.push(time)
      await new Promise((resolve) => setTimeout(resolve))
      if (control.fail) throw new Error('offline')
      return books ? bookAround(100) : null
    },
    onChange: (next) => {
      view = next
    },
    maxTrades,
  })
  const send = (from: Cutoff, until: Cutoff, target = until) =>
    run.receive({ from, until, target, trades: sliceTrades(trades, from.t - 1, until.t - 1) })
  return {
    run,
    asked,
    control,
    send,
    view: () => view as unknown as PracticeView,
    async go(count: number) {
      const to = { t: count + 1, trades: 0 }
      if (run.tape.until.t < to.t) send(run.tape.until, to)
      await run.reach(to)
    },
  }
}

const market = (side: 'buy' | 'sell', more: object = {}): PracticeAction =>
  ({ ...limitOrder(side, 1), type: 'market', tick: null, ...more }) as PracticeAction

describe('a practice run', () => {
  it('loads the book of the cutoff for an order, and of the trigger for a stop', async () => {
    const { run, asked, go, view } = startRun([
      [101, 5, 'B'],
      [101, 5, 'B'],
      [95, 5, 'S'],
      [101, 5, 'B'],
    ])
    await go(1)
    await run.act(market('buy', { stopTick: 96 }))
    expect(asked).toEqual([2])
    expect(view().state).toMatchObject({ size: 1, fills: [{ tick: 101, assumption: 'book' }] })
    expect(view().isBookKnown).toBe(true)
    await go(4)
    // The trade at 3 ms triggers the stop: the book is that of its moment.
    expect(asked).toEqual([2, 3])
    expect(view().state).toMatchObject({ size: 0, trips: [{ exitTime: 3 }], at: { trades: 4, time: 5 } })
  })

  it('gives the same state in one move as in many, with books that load in between', async () => {
    const rows: Row[] = Array.from({ length: 60 }, (_, i) => [95 + ((i * 7) % 12), 5, i % 2 === 0 ? 'B' : 'S'])
    const many = startRun(rows)
    const one = startRun(rows)
    for (const { run, go } of [many, one]) {
      await go(1)
      await run.act(limitOrder('buy', 97, 3))
      await run.act(market('sell', { lots: 2, stopTick: 104, targetTick: 96 }))
    }
    for (let i = 2; i <= 60; i++) await many.go(i)
    await one.go(60)
    expect(one.view().state.fills.length).toBeGreaterThan(2)
    expect(one.view().state).toEqual(many.view().state)
  })

  it('shows nothing of later moments before its start, and all of it again afterwards', async () => {
    const { run, go, view } = startRun([
      [100, 5, 'B'],
      [97, 5, 'S'],
    ])
    await run.reach({ t: 1, trades: 0 })
    await run.act(market('buy', { stopTick: 98 }))
    await go(2)
    const closed = view().state
    expect(closed.trips).toHaveLength(1)
    await run.reach({ t: 0, trades: 0 })
    expect(view()).toMatchObject({ phase: 'before', state: { size: 0, trips: [], fills: [], laterActions: 1 } })
    await go(2)
    expect(view()).toMatchObject({ phase: 'ready', state: closed })
  })

  it('executes an action at the cutoff where it was made, although the replay moves on while the book loads', async () => {
    const { run, go } = startRun([
      [101, 5, 'B'],
      [102, 5, 'B'],
    ])
    await go(1)
    const placed = run.act(market('buy'))
    const moved = go(2)
    expect(await placed).toMatchObject({ placed: { trades: 1, time: 2 }, status: 'filled' })
    await moved
  })

  it('waits before the order whose book fails to load, and continues on retry', async () => {
    const { run, control, go, view } = startRun([
      [101, 5, 'B'],
      [101, 5, 'B'],
      [95, 5, 'S'],
    ])
    await go(1)
    await run.act(market('buy', { stopTick: 96 }))
    const before = view().state
    control.fail = true
    await go(3)
    expect(view()).toMatchObject({ phase: 'failed', state: { at: before.at, size: 1 } })
    expect(await run.act(market('sell'))).toBeNull()
    control.fail = false
    await run.retry()
    expect(view()).toMatchObject({ phase: 'ready', state: { size: 0 } })
  })

  it('says that it is loading while trades are missing, and ignores those of an earlier request', async () => {
    const { run, send, view } = startRun([
      [101, 5, 'B'],
      [95, 5, 'S'],
      [96, 5, 'S'],
    ])
    const target = { t: 4, trades: 0 }
    send({ t: 1, trades: 0 }, { t: 2, trades: 0 }, target)
    expect(view()).toMatchObject({ phase: 'loading', loadedMs: 2, targetMs: 4 })
    send({ t: 1, trades: 0 }, { t: 3, trades: 0 }, target)
    expect([run.tape.length, run.tape.until.t]).toEqual([1, 2])
    await run.reach(target)
    expect(view().phase).toBe('loading')
    expect(await run.act(market('buy'))).toBeNull()
    send({ t: 2, trades: 0 }, target)
    await run.reach(target)
    expect(view()).toMatchObject({ phase: 'ready', state: { at: { trades: 3, time: 4 } } })
  })

  it('stops at its maximum of trades and says up to where it simulates', async () => {
    const { run, go, view } = startRun(
      [
        [101, 5, 'B'],
        [95, 5, 'S'],
        [96, 5, 'S'],
      ],
      { maxTrades: 2 },
    )
    await go(2)
    expect(run.isFull).toBe(true)
    await go(3)
    expect(view()).toMatchObject({ phase: 'full', loadedMs: 3, state: { at: { trades: 2, time: 3 } } })
  })

  it('converts the units of a book to lots, rounded down', () => {
    const snapshot = {
      t: 1,
      window: { low: 90, high: 110 },
      bidTicks: Float64Array.of(99),
      bidLots: Float64Array.of(2599),
      askTicks: Float64Array.of(101),
      askLots: Float64Array.of(7),
    }
    const frame = { snapshot, qtyUnit: '0.00001' } as Parameters<typeof bookInLots>[0]
    const book = bookInLots(frame, '0.001')!
    expect([book.lotsAt(BID, 99), book.lotsAt(ASK, 101), book.window]).toEqual([25, 0, { low: 90, high: 110 }])
    expect(bookInLots({ ...frame, qtyUnit: '0.01' }, '0.001')!.lotsAt(ASK, 101)).toBe(70)
    expect(bookInLots({ ...frame, qtyUnit: '0.003' }, '0.002')).toBeNull()
  })
})
