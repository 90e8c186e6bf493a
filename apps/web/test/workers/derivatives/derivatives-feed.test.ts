import { describe, expect, it } from 'vitest'
import { ALL_PANES, FakePerpetual, feedUnderTest, START, SYMBOL } from './fake-perpetual.ts'

const MINUTE = 60_000
const at = (minutes: number) => START + minutes * MINUTE
const bars = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => at(from + i))

/** Four minutes of which the first was not recorded. */
function perpetual(): FakePerpetual {
  const market = new FakePerpetual()
  market.covers = [[at(1), at(3) + 30_000, 'all']]
  market.liquidate(at(1) + 5, 'long', '100')
  market.liquidate(at(1) + 6, 'short', '200')
  market.liquidate(at(3) + 1, 'long', '300')
  market.openInterest.set(at(1), '50').set(at(2), '60')
  market.funding.set(at(1), '0.0001').set(at(3), '-0.0002')
  return market
}

async function opened(market = perpetual(), cycle = '1m') {
  const test = feedUnderTest(market, cycle)
  test.setBars(bars(0, 4))
  test.begin(at(3) + 30_000)
  test.feed.show(ALL_PANES)
  test.subscribed()
  await test.settle()
  return test
}

describe('derivatives data of a chart', () => {
  it('requests nothing while no pane and no marks are shown', async () => {
    const test = feedUnderTest(perpetual())
    test.setBars(bars(0, 4))
    test.begin(at(4))
    await test.settle()
    expect([test.calls, test.sent, test.messages('derivatives')]).toEqual([[], [], []])
  })

  it('shows sums per bar, and nothing where nothing was recorded', async () => {
    const test = await opened()
    test.liquidations(at(3) + 40_000)
    await test.settle()
    expect(test.shown()).toEqual({
      state: 'ready',
      long: [null, 100, 0, 300],
      short: [null, 200, 0, 0],
      known: [0, 2, 2, 2],
      openInterest: [null, 50, 60, null],
      funding: [null, 0.0001, null, -0.0002],
    })
    expect(test.sent).toEqual([{ op: 'subscribe_derivatives', symbol: SYMBOL }])
  })

  it('shows only the chosen panes and loads only them', async () => {
    const test = feedUnderTest(perpetual())
    test.setBars(bars(0, 4))
    test.begin(at(4))
    test.feed.show({ ...ALL_PANES, liquidations: false, openInterest: false })
    await test.settle()
    expect(test.calls).toEqual(['funding'])
    expect(test.shown()).toMatchObject({ long: null, openInterest: null, funding: [null, 0.0001, null, -0.0002] })
  })

  it('marks sums as lower bounds when the exchange does not publish everything, or a part was not recorded', async () => {
    const market = perpetual()
    market.completeness = 'lower bound'
    market.covers = [
      [at(1), at(2) + 20_000, 'lower bound'],
      [at(2) + 30_000, at(4), 'all'],
    ]
    const test = await opened(market)
    test.liquidations(at(4))
    await test.settle()
    expect(test.shown().known).toEqual([0, 1, 1, 2])
  })

  it('adds liquidations of the stream once', async () => {
    const market = perpetual()
    const test = await opened(market)
    const row = market.liquidate(at(3) + 35_000, 'short', '70')
    test.liquidations(at(3) + 36_000, row)
    test.liquidations(at(3) + 37_000, row)
    await test.settle()
    expect(test.shown().short).toEqual([null, 200, 0, 70])
  })

  it('counts a liquidation once that arrives while an answer is on its way', async () => {
    const market = perpetual()
    const test = feedUnderTest(market)
    test.setBars(bars(0, 4))
    test.begin(at(3) + 30_000)
    let isFirst = true
    // Before the answer arrives, the stream sends one that it contains and one that it does not.
    test.control.duringCall = () => {
      if (!isFirst) return
      isFirst = false
      test.subscribed()
      test.liquidations(at(3) + 40_000, market.rows[2], market.liquidate(at(3) + 39_000, 'long', '7'))
    }
    test.feed.show(ALL_PANES)
    await test.settle()
    expect(test.shown().long).toEqual([null, 100, 0, 307])
  })

  it('loads again when liquidations were stored between the answer and the subscription', async () => {
    const market = perpetual()
    const test = feedUnderTest(market)
    test.setBars(bars(0, 4))
    test.begin(at(3) + 30_000)
    test.feed.show({ ...ALL_PANES, openInterest: false, funding: false })
    await test.settle()
    market.liquidate(at(3) + 31_000, 'long', '5')
    test.subscribed()
    await test.settle()
    expect(test.shown().long).toEqual([null, 100, 0, 305])
    expect(test.calls.length).toBe(2)
    // Answers of a delayed reader end before the newest liquidation: loading again once is enough.
    test.subscribed(100)
    await test.settle()
    expect(test.calls.length).toBe(3)
  })

  it('follows open interest and funding with the newest values', async () => {
    const test = await opened()
    test.stat(at(3) + 31_000, '70', '0.0003')
    await test.settle()
    test.stat(at(3) + 32_000, '71', null)
    await test.settle()
    expect(test.shown()).toMatchObject({
      openInterest: [null, 50, 60, 71],
      funding: [null, 0.0001, null, 0.0003],
    })
  })

  it('loads the past of older bars, and counts late liquidations in it once', async () => {
    const market = perpetual()
    market.liquidate(at(-2) + 1, 'short', '11')
    market.covers = [[at(-3), at(4), 'all']]
    const test = await opened(market)
    const late = market.liquidate(at(-1) + 1, 'short', '13')
    test.liquidations(at(4), late)
    test.setBars(bars(-3, 4))
    test.feed.older()
    await test.settle()
    expect(test.calls).toContain(`liquidations ${-3 * MINUTE} 0`)
    expect(test.shown().short).toEqual([0, 11, 13, 0, 200, 0, 0])
    // The same again is known.
    test.liquidations(at(4), late)
    await test.settle()
    expect(test.shown().short).toEqual([0, 11, 13, 0, 200, 0, 0])
  })

  it('loads what it missed after the connection was lost', async () => {
    const market = perpetual()
    const test = await opened(market)
    market.liquidate(at(3) + 45_000, 'long', '9')
    market.covers = [[at(1), at(3) + 50_000, 'all']]
    test.feed.ready()
    test.subscribed()
    await test.settle()
    expect(test.sent.at(-1)).toEqual({ op: 'subscribe_derivatives', symbol: SYMBOL })
    expect(test.shown().long).toEqual([null, 100, 0, 309])
  })

  it('loads once when the stream connects after the first answers', async () => {
    const market = perpetual()
    const test = feedUnderTest(market)
    test.setBars(bars(0, 4))
    test.begin(at(3) + 30_000)
    test.feed.show(ALL_PANES)
    await test.settle()
    test.feed.ready()
    test.subscribed()
    await test.settle()
    expect(test.sent.length).toBe(2)
    expect(test.calls.length).toBe(3)
  })

  it('subscribes and loads again when the server asks for it', async () => {
    const market = perpetual()
    const test = await opened(market)
    market.liquidate(at(2) + 1, 'long', '1')
    test.resync()
    await test.settle()
    expect(test.sent.length).toBe(2)
    expect(test.shown().long).toEqual([null, 100, 1, 300])
  })

  it('leaves the time of an interruption unknown', async () => {
    const market = perpetual()
    const test = await opened(market)
    test.status('lost')
    test.setBars(bars(0, 7))
    test.liquidations(at(5))
    await test.settle()
    expect(test.shown()).toMatchObject({ state: 'lost', known: [0, 2, 2, 1, 0, 0, 0] })

    market.covers = [...market.covers, [at(5), at(6) + 10_000, 'all']]
    test.status('recording')
    await test.settle()
    test.liquidations(at(6) + 20_000)
    await test.settle()
    expect(test.shown()).toMatchObject({ state: 'ready', known: [0, 2, 2, 1, 0, 2, 2] })
  })

  it('loads the coverage with the first liquidations of a market', async () => {
    const market = new FakePerpetual()
    market.completeness = null
    const test = await opened(market)
    expect(test.shown().known).toEqual([0, 0, 0, 0])
    market.completeness = 'all'
    market.covers = [[at(2), at(3) + 20_000, 'all']]
    test.liquidations(at(3) + 20_000, market.liquidate(at(3) + 1, 'long', '9'))
    await test.settle()
    test.liquidations(at(4))
    await test.settle()
    expect(test.shown()).toMatchObject({ long: [null, null, 0, 9], known: [0, 0, 2, 2] })
  })

  it('keeps a bar known that has just begun', async () => {
    const test = await opened()
    test.liquidations(at(4))
    test.setBars(bars(0, 5))
    await test.settle()
    expect(test.shown().known).toEqual([0, 2, 2, 2, 2])
  })

  it('reports a failed call and loads again after a while', async () => {
    const market = perpetual()
    const test = feedUnderTest(market)
    test.setBars(bars(0, 4))
    test.begin(at(4))
    test.control.fail = true
    test.feed.show(ALL_PANES)
    await test.settle()
    expect(test.shown().state).toBe('failed')
    test.control.fail = false
    await test.settle()
    expect(test.shown()).toMatchObject({ state: 'ready', long: [null, 100, 0, 300] })
  })

  it('does not send more before the page has drawn the last values', async () => {
    const test = await opened()
    test.control.isDrawn = false
    for (let i = 0; i < 5; i++) {
      test.stat(at(3) + 31_000 + i, String(i), null)
      await test.settle()
    }
    const count = test.messages('derivatives').length
    test.stat(at(3) + 40_000, '9', null)
    await test.settle()
    expect(test.messages('derivatives').length).toBe(count)
    test.control.isDrawn = true
    await test.settle()
    expect(test.shown().openInterest).toEqual([null, 50, 60, 9])
  })

  it('unsubscribes when nothing is shown any more, and ignores what still arrives', async () => {
    const test = await opened()
    test.feed.show(null)
    const count = test.messages('derivatives').length
    test.stat(at(3) + 31_000, '70', null)
    await test.settle()
    expect(test.sent.at(-1)).toEqual({ op: 'unsubscribe_derivatives', symbol: SYMBOL })
    expect(test.messages('derivatives').length).toBe(count)
  })

  it('gives bars of trades the liquidations of their time', async () => {
    const market = perpetual()
    const test = feedUnderTest(market, '100t')
    // The second bar begins between the two liquidations of the first minute; the last one lasts.
    test.setBars([at(1), at(1) + 6.5, at(2), at(3) + 1.25])
    test.begin(at(3) + 30_000)
    test.feed.show(ALL_PANES)
    test.subscribed()
    await test.settle()
    test.liquidations(at(3) + 40_000, market.liquidate(at(3) + 35_000, 'short', '8'))
    await test.settle()
    expect(test.shown()).toMatchObject({
      long: [100, 0, 0, 300],
      short: [0, 200, 0, 8],
      known: [2, 2, 2, 2],
      openInterest: [50, 50, 60, null],
    })
  })
})

describe('the largest liquidations', () => {
  const MARKS = { liquidations: false, openInterest: false, funding: false, marks: { from: START, to: null } }

  it('marks those of the visible times, and new ones as they come', async () => {
    const market = perpetual()
    const test = feedUnderTest(market)
    test.setBars(bars(0, 4))
    test.begin(at(4))
    test.feed.show(MARKS)
    test.subscribed()
    await test.settle()
    expect(test.marks()).toEqual([1, 2, 3])
    const row = market.liquidate(at(3) + 50_000, 'short', '2.5', '0.004')
    test.liquidations(at(4), row, row)
    expect(test.marks()).toEqual([1, 2, 3, 4])
    expect(test.messages('largest').at(-1)?.list.at(-1)).toMatchObject({ value: '0.0100', completeness: 'all' })
  })

  it('keeps 200 and drops the smallest', async () => {
    const market = new FakePerpetual()
    for (let i = 0; i < 250; i++) market.liquidate(START + i, 'long', String(1000 + i))
    const test = feedUnderTest(market)
    test.setBars(bars(0, 1))
    test.begin(at(1))
    test.feed.show(MARKS)
    await test.settle()
    expect(test.marks()).toEqual(Array.from({ length: 200 }, (_, i) => 51 + i))
    test.liquidations(at(1), market.liquidate(START + 300, 'long', '5000'), market.liquidate(START + 301, 'long', '1'))
    expect(test.marks()).toEqual([...Array.from({ length: 199 }, (_, i) => 52 + i), 251])
    // A part of the screen may have others among its largest.
    test.feed.show({ ...MARKS, marks: { from: START, to: START + 100 } })
    await test.settle()
    expect(test.marks()).toEqual(Array.from({ length: 100 }, (_, i) => 1 + i))
  })

  it('loads nothing for times within those that are loaded whole', async () => {
    const test = feedUnderTest(perpetual())
    test.setBars(bars(0, 4))
    test.begin(at(4))
    test.feed.show(MARKS)
    await test.settle()
    test.feed.show({ ...MARKS, marks: { from: at(1), to: at(2) } })
    await test.settle()
    expect(test.calls).toEqual(['largest 0 now'])
    test.feed.show({ ...MARKS, marks: { from: at(-1), to: at(2) } })
    await test.settle()
    expect(test.calls.length).toBe(2)
  })

  it('removes the marks when they are hidden', async () => {
    const test = feedUnderTest(perpetual())
    test.setBars(bars(0, 4))
    test.begin(at(4))
    test.feed.show(MARKS)
    await test.settle()
    test.feed.show({ ...MARKS, funding: true, marks: null })
    await test.settle()
    expect(test.marks()).toEqual([])
  })
})
