import { describe, expect, test } from 'vitest'
import { ASK, BID } from '@flowprint/orderflow'
import type { PracticeSession, PracticeState } from '@flowprint/orderflow'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'
import { makeBook, makeOrder, makeSession, SMALL_BOOK } from './make-practice.ts'

const run = (session: PracticeSession, ...sketches: TradeSketch[]): PracticeState => {
  const trades = makeTrades(sketches)
  session.advance(trades, Math.max(session.at.time, ...trades.ts))
  return session.state()
}

const fillsOf = (state: PracticeState) =>
  state.fills.map(({ tick, lots, liquidity, assumption }) => [tick, lots, liquidity, assumption])

const endsOf = (state: PracticeState) => state.ended.map(({ id, status, reason }) => [id, status, reason])

describe('orders without a known book', () => {
  test('market orders fill at later trades of their side with slippage, up to the traded quantity', () => {
    const session = makeSession({ slippageTicks: 2 })
    run(session, [1, 100, 5, 'B'])
    session.act(makeOrder('buy', 'market', 8))
    expect(fillsOf(session.state())).toEqual([])
    const state = run(session, [2, 99, 50, 'S'], [3, 101, 5, 'B'], [3, 103, 5, 'B'])
    expect(fillsOf(state)).toEqual([
      [103, 5, 'taker', 'next trade'],
      [105, 3, 'taker', 'next trade'],
    ])
    expect(state.size).toBe(8)
  })

  test('limit orders fill only by trades through their price, at most their quantity', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'limit', 8, 99))
    const state = run(session, [1, 99, 100, 'S'], [2, 98, 5, 'S'], [3, 97, 2, 'B'])
    expect(fillsOf(state)).toEqual([
      [99, 5, 'maker', 'through'],
      [99, 2, 'maker', 'through'],
    ])
    expect(state.working[0]).toMatchObject({ lots: 8, filledLots: 7, aheadLots: null })
  })

  test('a limit order beyond the last price fills at its price and pays the taker fee', () => {
    const session = makeSession({ takerPpm: 1 })
    session.act(makeOrder('buy', 'limit', 1, 105))
    expect(fillsOf(run(session, [1, 101, 1, 'B']))).toEqual([[105, 1, 'taker', 'through']])
    expect(session.state().fees).toBe(105n)
  })

  test('a gap over a stop fills at the next trade of its side, not at the stop', () => {
    const session = makeSession()
    session.act(makeOrder('sell', 'stop', 1, 95))
    const state = run(session, [1, 90, 5, 'S'])
    expect(fillsOf(state)).toEqual([])
    expect(state.working[0].isTriggered).toBe(true)
    expect(fillsOf(run(session, [1, 89, 5, 'S']))).toEqual([[89, 1, 'taker', 'next trade']])
  })

  test('a stop that is already crossed triggers at its placement', () => {
    const session = makeSession()
    expect(session.act(makeOrder('buy', 'stop', 1, 100)).isTriggered).toBe(true)
    expect(session.act(makeOrder('buy', 'stop', 1, 101)).isTriggered).toBe(false)
  })

  test('of trades at one time only those after the placement fill', () => {
    const session = makeSession()
    run(session, [5, 94, 10, 'S'], [5, 96, 10, 'B'])
    session.act(makeOrder('buy', 'limit', 3, 95))
    expect(fillsOf(run(session, [5, 95, 10, 'S']))).toEqual([])
    expect(fillsOf(run(session, [5, 94, 10, 'S']))).toEqual([[95, 3, 'maker', 'through']])
  })

  test('better prices and earlier orders share the quantity of a trade first', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'limit', 4, 95))
    session.act(makeOrder('buy', 'limit', 4, 96))
    session.act(makeOrder('buy', 'limit', 4, 95))
    const state = run(session, [1, 94, 6, 'S'])
    expect(state.fills.map(({ order, lots }) => [order, lots])).toEqual([
      [2, 4],
      [1, 2],
    ])
  })
})

describe('orders with a known book', () => {
  test('market orders walk the levels and do not fill beyond what is known', () => {
    const session = makeSession({}, () => SMALL_BOOK)
    session.act(makeOrder('buy', 'market', 25))
    expect(fillsOf(session.state())).toEqual([
      [101, 10, 'taker', 'book'],
      [102, 10, 'taker', 'book'],
    ])
    expect(endsOf(session.state())).toEqual([[1, 'cancelled', 'liquidity']])
  })

  test('a second order of the same moment does not take the same quantity', () => {
    const session = makeSession({}, () => SMALL_BOOK)
    session.act(makeOrder('buy', 'market', 6))
    session.act(makeOrder('buy', 'market', 6))
    expect(fillsOf(session.state()).map(([tick, lots]) => [tick, lots])).toEqual([
      [101, 6],
      [101, 4],
      [102, 2],
    ])
  })

  test.each([
    {
      name: 'crossed',
      book: makeBook([
        [BID, 101, 1],
        [ASK, 100, 1],
      ]),
    },
    { name: 'without known prices', book: makeBook([], { low: 0, high: -1 }) },
    { name: 'whose touch is outside the known prices', book: makeBook([[ASK, 101, 1]], { low: 0, high: 100 }) },
  ])('a book $name is no book: market orders wait for trades', ({ book }) => {
    const session = makeSession({}, () => book)
    expect(session.act(makeOrder('buy', 'market', 1)).status).toBe('working')
  })

  test('a market order against an empty side is rejected', () => {
    const session = makeSession({}, () => makeBook([[BID, 99, 10]]))
    expect(session.act(makeOrder('buy', 'market', 1))).toMatchObject({ status: 'rejected', reason: 'liquidity' })
  })

  test('a limit order waits for the quantity that rested before it', () => {
    const session = makeSession({}, () => SMALL_BOOK)
    expect(session.act(makeOrder('buy', 'limit', 5, 99)).aheadLots).toBe(10)
    const state = run(session, [1, 99, 8, 'S'], [2, 99, 50, 'B'], [3, 99, 4, 'S'], [4, 99, 2, 'S'])
    expect(fillsOf(state)).toEqual([
      [99, 2, 'maker', 'queue'],
      [99, 2, 'maker', 'queue'],
    ])
    expect(state.working[0].aheadLots).toBe(0)
  })

  test('a limit order outside the known prices fills only by trades through it', () => {
    const session = makeSession({}, () =>
      makeBook(
        [
          [BID, 99, 1],
          [ASK, 101, 1],
        ],
        { low: 98, high: 102 },
      ),
    )
    expect(session.act(makeOrder('buy', 'limit', 5, 97)).aheadLots).toBeNull()
  })

  test('a limit order takes levels up to its price and queues the rest', () => {
    const session = makeSession({}, () => SMALL_BOOK)
    const order = session.act(makeOrder('buy', 'limit', 15, 101))
    expect(fillsOf(session.state())).toEqual([[101, 10, 'taker', 'book']])
    expect(order).toMatchObject({ status: 'working', filledLots: 10, aheadLots: 0 })
  })

  test('a moved limit order is last in the queue of its new price', () => {
    const session = makeSession({}, () => SMALL_BOOK)
    session.act(makeOrder('buy', 'limit', 5, 99))
    run(session, [1, 99, 8, 'S'])
    expect(session.act({ kind: 'move', order: 1, tick: 98 }).aheadLots).toBe(10)
    expect(session.act({ kind: 'move', order: 1, tick: 99 }).aheadLots).toBe(10)
  })
})

describe('positions and brackets', () => {
  test('an order that only reduces is cut to the position and rejected without one', () => {
    const session = makeSession({}, () => SMALL_BOOK)
    session.act(makeOrder('buy', 'market', 3))
    session.act(makeOrder('sell', 'market', 9, null, { reduceOnly: true }))
    expect(session.state()).toMatchObject({ size: 0 })
    session.act(makeOrder('sell', 'market', 9, null, { reduceOnly: true }))
    expect(endsOf(session.state())).toEqual([
      [1, 'filled', null],
      [2, 'cancelled', 'flat'],
      [3, 'rejected', 'flat'],
    ])
  })

  test('a reversal closes one round trip and opens another', () => {
    const session = makeSession({ takerPpm: 100 }, () => SMALL_BOOK)
    session.act(makeOrder('buy', 'market', 4))
    session.act(makeOrder('sell', 'market', 10))
    const state = session.state()
    expect(state).toMatchObject({ size: -6, entryTick: { num: 99n, den: 1n }, fees: (404n + 990n) * 100n })
    expect(state.trips).toHaveLength(1)
    expect(state.trips[0]).toMatchObject({ side: 'long', lots: 4, gross: -8_000_000n, fees: (404n + 396n) * 100n })
  })

  test('a filled target cancels the stop, and a partly filled one lowers it', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'limit', 10, 99, { stopTick: 90, targetTick: 110 }))
    run(session, [1, 98, 10, 'S'])
    expect(session.state().working.map(({ type, lots, tick }) => [type, lots, tick])).toEqual([
      ['limit', 10, 110],
      ['stop', 10, 90],
    ])
    expect(run(session, [2, 111, 4, 'B']).working.map(({ lots, filledLots }) => lots - filledLots)).toEqual([6, 6])
    const state = run(session, [3, 111, 6, 'B'])
    expect(state.working).toEqual([])
    expect(endsOf(state)).toEqual([
      [1, 'filled', null],
      [2, 'filled', null],
      [3, 'cancelled', 'bracket'],
    ])
    expect(state.trips[0]).toMatchObject({ gross: 110_000_000n, mae: { num: 1n, den: 1n }, mfe: { num: 12n, den: 1n } })
  })

  test('a triggered stop cancels the target', () => {
    const session = makeSession()
    session.act(makeOrder('sell', 'limit', 1, 101, { stopTick: 105, targetTick: 95 }))
    const state = run(session, [1, 102, 1, 'B'], [2, 106, 1, 'B'], [3, 90, 1, 'S'], [4, 91, 1, 'B'])
    expect(fillsOf(state).map(([tick]) => tick)).toEqual([101, 91])
    expect(endsOf(state)).toContainEqual([2, 'cancelled', 'bracket'])
  })

  test('further fills of an entry enlarge its stop and target', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'limit', 10, 99, { stopTick: 90, targetTick: 110 }))
    const state = run(session, [1, 98, 4, 'S'], [2, 98, 3, 'S'])
    expect(state.working.filter(({ bracketOf }) => bracketOf === 1).map(({ lots }) => lots)).toEqual([7, 7])
  })

  test('a bracket covers only the lots that open a position', () => {
    const session = makeSession({}, () => SMALL_BOOK)
    session.act(makeOrder('sell', 'market', 3))
    session.act(makeOrder('buy', 'market', 5, null, { stopTick: 90, targetTick: 110 }))
    expect(session.state().working.map(({ lots }) => lots)).toEqual([2, 2])
  })

  test('a target that the book fills at once leaves no stop, whatever else is held', () => {
    const book = makeBook([
      [BID, 99, 10],
      [BID, 104, 1],
      [ASK, 105, 10],
    ])
    const session = makeSession({}, (time) => (time === 0 ? SMALL_BOOK : book))
    session.act(makeOrder('buy', 'market', 5))
    session.act(makeOrder('buy', 'limit', 3, 100, { stopTick: 90, targetTick: 102 }))
    const state = run(session, [1, 99, 1, 'S'])
    expect(state).toMatchObject({ size: 5, working: [{ id: 2, filledLots: 1 }] })
    expect(endsOf(state)).toEqual([
      [1, 'filled', null],
      [3, 'filled', null],
    ])
  })

  test('an exit leaves the average entry unchanged and another entry moves it', () => {
    const session = makeSession()
    for (const [side, tick] of [
      ['buy', 100],
      ['buy', 103],
      ['sell', 110],
      ['buy', 104],
    ] as const) {
      session.act(makeOrder(side, 'market', side === 'sell' ? 1 : 2))
      run(session, [session.at.time + 1, tick, 2, side === 'buy' ? 'B' : 'S'])
    }
    // (3 x 101.5 + 2 x 104) / 5
    expect(session.state()).toMatchObject({ size: 5, entryTick: { num: 205n, den: 2n } })
    expect(session.state().realised).toEqual({ num: 8_500_000n, den: 1n })
  })

  test('the drawdown counts every trade while the position is open', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'market', 1))
    const state = run(session, [1, 100, 1, 'B'], [2, 110, 1, 'B'], [3, 95, 1, 'S'], [4, 120, 1, 'B'])
    expect(state.maxDrawdown).toBe(15_000_000n)
    expect(state.net).toBe(20_000_000n)
  })
})

describe('a session', () => {
  test('a new action after a rewind discards the later ones', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'limit', 1, 90))
    run(session, [1, 100, 1, 'B'])
    session.act(makeOrder('buy', 'limit', 1, 91))
    expect(session.rewind({ trades: 0, time: 0 })).toEqual({ trades: 0, time: 0 })
    expect(session.state().laterActions).toBe(2)
    session.advance(makeTrades([]), 0)
    expect(session.state()).toMatchObject({ laterActions: 1, working: [{ tick: 90 }] })
    session.act({ kind: 'cancel', order: 1 })
    expect(session.state()).toMatchObject({ laterActions: 0, working: [] })
    expect(run(session, [1, 100, 1, 'B']).working).toEqual([])
  })

  test('a book is asked for once per time, and the answer stays when it is gone', () => {
    let asked = 0
    const session = makeSession({}, () => (asked++ === 0 ? SMALL_BOOK : null))
    session.act(makeOrder('buy', 'market', 1))
    session.rewind({ trades: 0, time: 0 })
    session.advance(makeTrades([]), 0)
    expect([asked, session.state().size]).toEqual([1, 1])
  })

  test('orders that could exceed 2^53 - 1 lots together are rejected', () => {
    const session = makeSession()
    session.act(makeOrder('buy', 'limit', Number.MAX_SAFE_INTEGER, 90))
    expect(session.act(makeOrder('buy', 'limit', 1, 90))).toMatchObject({ status: 'rejected', reason: 'size' })
  })

  test.each([
    ['a fraction of a lot', makeOrder('buy', 'market', 1.5), 'lots is a whole number'],
    ['a market order with a price', makeOrder('buy', 'market', 1, 100), 'market orders have none'],
    ['a limit order without a price', makeOrder('buy', 'limit', 1), 'have a price'],
    ['a stop above the entry', makeOrder('buy', 'limit', 1, 100, { stopTick: 101 }), 'between stop and target'],
    ['a bracket of a reducing order', makeOrder('buy', 'limit', 1, 9, { stopTick: 8, reduceOnly: true }), 'no bracket'],
    ['an unknown order', { kind: 'cancel', order: 7 }, 'order 7 is working'],
  ] as const)('rejects %s without a change', (_, action, message) => {
    const session = makeSession()
    expect(() => session.act(action)).toThrow(message)
    expect(session.journal().entries).toEqual([])
  })

  test('rejects trades before the cutoff, cutoffs before their trades and positions outside', () => {
    const session = makeSession()
    run(session, [10, 100, 1, 'B'])
    expect(() => session.advance(makeTrades([[9, 100, 1, 'B']]), 10)).toThrow('trades follow the cutoff')
    expect(() => session.advance(makeTrades([[12, 100, 1, 'B']]), 11)).toThrow('not before its trades')
    expect(() => session.rewind({ trades: 2, time: 10 })).toThrow('is in the session')
    expect(session.at).toEqual({ trades: 1, time: 10 })
  })
})
