import {
  BID,
  ASK,
  COLUMN_MISSING,
  columnImbalances,
  composeColumns,
  type DepthColumns,
  sliceColumns,
  TradeBuilder,
} from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FakeDepth, SYMBOL } from './fake-depth.ts'
import { computeHeatScale } from '../../../src/workers/depth/heat-scale.ts'
import { barsOf, type Trade } from '../../order-flow/bars.ts'
import { feedUnderTest, heatmapOf, LADDER } from './feed-under-test.ts'

const START = 1_700_000_000_000
const plain = (columns: DepthColumns) => ({ ...columns })

/** The rows of a ladder as a record of prices, without empty ones. */
function restingOf({ bid, ask, topRow, step, rows }: ReturnType<ReturnType<typeof feedUnderTest>['ladder']>) {
  const sides = { bid: new Map<number, number>(), ask: new Map<number, number>() }
  for (let i = 0; i < rows; i++) {
    if (bid[i] > 0) sides.bid.set((topRow - i) * step, bid[i])
    if (ask[i] > 0) sides.ask.set((topRow - i) * step, ask[i])
  }
  return sides
}

/** The same of the market's own book. */
function expectedResting(depth: FakeDepth, { topRow, rows, step }: { topRow: number; rows: number; step: number }) {
  const sides = { bid: new Map<number, number>(), ask: new Map<number, number>() }
  const [low, high] = [(topRow - rows + 1) * step, (topRow + 1) * step - 1]
  const add = (map: Map<number, number>) => (tick: number, lots: number) => {
    const price = Math.floor(tick / step) * step
    map.set(price, (map.get(price) ?? 0) + lots)
  }
  depth.book.visit(BID, low, high, add(sides.bid))
  depth.book.visit(ASK, low, high, add(sides.ask))
  return { bid: new Map([...sides.bid].sort()), ask: new Map([...sides.ask].sort()) }
}

const sorted = (map: Map<number, number>) => new Map([...map].sort())

function expectSameBook(test: ReturnType<typeof feedUnderTest>, depth: FakeDepth) {
  const shown = restingOf(test.ladder())
  const expected = expectedResting(depth, test.ladder())
  expect({ bid: sorted(shown.bid), ask: sorted(shown.ask) }).toEqual(expected)
}

describe('the order book of a chart', () => {
  it('requests nothing while neither heatmap nor ladder is shown', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.frame(depth.change([[BID, 998, 1]], START + 100))
    await test.settle()
    expect([depth.calls, test.sent, test.posted]).toEqual([[], [], []])
  })

  it('shows the rows of the book and follows its frames', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    expectSameBook(test, depth)
    expect(test.states()).toEqual(['proven'])
    test.frame(
      depth.change(
        [
          [BID, 999, 0],
          [ASK, 1001, 77],
        ],
        START + 100,
      ),
    )
    await test.settle()
    expectSameBook(test, depth)
    expect(test.ladder().bestBid).toBe(998)
  })

  it('stops and unsubscribes when the last of both is hidden', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    test.feed.showLadder(null)
    expect(test.sent.at(-1)).toEqual({ op: 'unsubscribe_depth', symbol: SYMBOL })
    const count = test.posted.length
    test.frame(depth.change([[BID, 998, 1]], START + 100))
    await test.settle()
    expect(test.posted.length).toBe(count)
  })

  it('subscribes again from the last frame after a jump', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    depth.change([[BID, 998, 40]], START + 100)
    test.frame(depth.change([[BID, 997, 41]], START + 200))
    await test.settle()
    expect(test.sent.at(-1)).toMatchObject({ op: 'subscribe_depth', from_seq: 1 })
    expectSameBook(test, depth)
  })

  it('loads the book again when the frames cannot be continued', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    depth.change([[BID, 998, 40]], START + 100)
    depth.firstSeq = depth.seq
    test.frame(depth.change([[BID, 997, 41]], START + 200))
    await test.settle()
    expect(depth.calls.filter((call) => call === 'book').length).toBe(2)
    expectSameBook(test, depth)
  })

  it('shows no old book after the server has none, and goes live with the next one', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    test.feed.showHeatmap(heatmapOf(START - 60_000))
    await test.settle()
    const shown = test.messages('ladder').length
    depth.hasBook = false
    test.feed.message({ op: 'depth_resync', symbol: SYMBOL, reason: 'log' })
    await test.settle()
    expect(depth.calls.filter((call) => call === 'book').length).toBe(2)
    expect(test.messages('ladder').length).toBe(shown)

    for (const frame of depth.interrupt(START + 1_000, START + 5_000)) test.frame(frame)
    await test.settle()
    test.frame(depth.change([[BID, 998, 60]], START + 8_100))
    await test.settle()
    expectSameBook(test, depth)
    const columns = test.columns() as DepthColumns
    const second = (START + 7_000 - columns.fromMs) / columns.intervalMs
    expect(columns.state[Math.floor(second)]).toBeGreaterThan(0)
  })

  it('reports a failed call and loads again after a while', async () => {
    const depth = new FakeDepth(START)
    depth.failing = 'book'
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    expect(test.states()).toContain('failed')
    depth.failing = null
    await test.settle()
    expect(test.states().at(-1)).toBe('proven')
    expectSameBook(test, depth)
  })

  it('reports the states of the stream', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    test.feed.message({ op: 'depth_status', symbol: SYMBOL, state: 'lost' })
    test.feed.message({ op: 'depth_status', symbol: 'OTHER:B', state: 'shed' })
    expect(test.states()).toEqual(['proven', 'lost'])
  })

  it('waits with the next rows until the page has drawn the last, but answers scrolling at once', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.control.isDrawn = false
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    const count = test.messages('ladder').length
    for (let i = 1; i < 5; i++) test.frame(depth.change([[BID, 998, i]], START + 100 * i))
    await test.settle()
    expect(test.messages('ladder').length).toBe(count)
    test.feed.showLadder({ ...LADDER, topRow: 1030 })
    expect(test.messages('ladder').at(-1)?.ladder.topRow).toBe(1030)
    expectSameBook(test, depth)
  })

  it('counts traded volume since the start of the day, with a trade in loaded and live ones once', async () => {
    const depth = new FakeDepth(START)
    const trades = (list: readonly (readonly [ts: number, price: number, qty: number, buy: boolean, id: number])[]) => {
      const builder = new TradeBuilder(list.length)
      for (const [ts, price, qty, buy, id] of list) builder.push(ts, price, qty, buy, 1, id)
      return builder.build()
    }
    const test = feedUnderTest(depth, trades([[START + 10, 1001, 5, true, 1]]))
    test.begin()
    test.feed.showLadder(LADDER)
    test.feed.add(
      trades([
        [START + 10, 1001, 5, true, 1],
        [START + 20, 999, 2, false, 2],
      ]),
    )
    await test.settle()
    test.feed.add(trades([[START + 30, 1001, 1, true, 3]]))
    test.frame(depth.change([[ASK, 1001, 1]], START + 40))
    await test.settle()
    const { topRow, tradedAsk, tradedBid, traded } = test.ladder()
    expect(traded).toBe('ready')
    expect([tradedAsk[topRow - 1001], tradedBid[topRow - 999]]).toEqual([6, 2])
    // The profile of the day before this minute.
    expect([tradedBid[topRow - 1000], tradedAsk[topRow - 1000]]).toEqual([3, 4])
    expect(depth.calls.filter((call) => call.startsWith('traded'))).toHaveLength(1)
  })

  it('shows what was added and pulled in the last seconds', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showLadder(LADDER)
    await test.settle()
    // 6 -> 20 -> 4: 14 added, 16 pulled.
    test.frame(depth.change([[BID, 998, 20]], START + 100))
    test.frame(depth.change([[BID, 998, 4]], START + 200))
    await test.settle()
    const { topRow, bidAdded, bidPulled } = test.ladder()
    expect([bidAdded[topRow - 998], bidPulled[topRow - 998]]).toEqual([14, 16])
    test.frame(depth.change([], START + 11_000, START + 11_001))
    await test.settle()
    expect(test.ladder().bidAdded[test.ladder().topRow - 998]).toBe(0)
  })
})

/** Columns as short texts, one per interval. */
function describeColumns(columns: DepthColumns): string[] {
  const { length, state, seconds, lowRow, highRow, cellEnd, side, row, lots, up, min, max } = columns
  return Array.from({ length }, (_, i) => {
    const cells: string[] = []
    for (let k = i === 0 ? 0 : cellEnd[i - 1]; k < cellEnd[i]; k++) {
      cells.push([side[k], row[k], lots[k], up[k], min[k], max[k]].join(','))
    }
    return [columns.fromMs + i * columns.intervalMs, state[i], seconds[i], lowRow[i], highRow[i], ...cells].join(' ')
  })
}

/** Random changes around the touch, never crossing the book. */
const moves = fc.array(
  fc.record({
    side: fc.constantFrom<0 | 1>(BID, ASK),
    distance: fc.integer({ min: 0, max: 60 }),
    lots: fc.integer({ min: 0, max: 50 }),
    pauseMs: fc.integer({ min: 1, max: 900 }),
    fate: fc.constantFrom('sent', 'sent', 'sent', 'dropped', 'resync', 'keyframe', 'interrupt'),
  }),
  { minLength: 1, maxLength: 60 },
)

describe('any split, loss or interruption of frames', () => {
  it('leads to the book and the columns of the server', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(moves, fc.boolean(), async (list, isHeatmap) => {
        const depth = new FakeDepth(START)
        const test = feedUnderTest(depth)
        test.begin()
        test.feed.showLadder({ ...LADDER, rows: 150 })
        if (isHeatmap) test.feed.showHeatmap(heatmapOf(START - 60_000))
        await test.settle()
        let t = START
        for (const { side, distance, lots, pauseMs, fate } of list) {
          t += pauseMs
          const tick = side === BID ? 999 - distance : 1001 + distance
          const bytes = depth.change([[side, tick, lots]], t)
          if (fate === 'resync') depth.firstSeq = depth.seq
          if (fate !== 'dropped' && fate !== 'resync') test.frame(bytes)
          if (fate === 'keyframe') test.frame(depth.keyframe(t + 1))
          if (fate === 'interrupt') for (const frame of depth.interrupt(t + 1, (t += 1500))) test.frame(frame)
          if (distance % 3 === 0) await test.settle()
        }
        t += 3000
        test.frame(depth.change([], t, t))
        await test.settle()
        for (const later of [1000, 2500, 2600]) {
          test.frame(depth.change([], t + later, t + later))
          await test.settle()
        }
        expectSameBook(test, depth)
        if (!isHeatmap) return
        const shown = test.columns()!
        const to = Math.floor(depth.until / 1000) * 1000
        const closed = sliceColumns(shown, shown.fromMs, to)
        const copy = composeColumns([closed], { intervalMs: 1000, fromMs: closed.fromMs, toMs: to })
        expect(describeColumns(copy)).toEqual(describeColumns(depth.columns(closed.fromMs, to, 1000)))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the heatmap of a chart', () => {
  it('loads the screen and half of one before it, and continues with the open second', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    for (let i = 1; i <= 40; i++) depth.change([[BID, 990, i]], START + 500 * i)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START))
    await test.settle()
    test.frame(depth.change([[BID, 991, 300]], depth.until + 1400))
    await test.settle()
    test.frame(depth.change([[BID, 991, 400]], depth.until + 300))
    await test.settle()
    const shown = test.columns()!
    expect(shown.fromMs).toBe(START - 11_000)
    const last = sliceColumns(shown, Math.floor(depth.until / 1000) * 1000, Infinity)
    expect(last.length).toBe(1)
    expect(last.lots[last.row.indexOf(Math.floor(991 / 2))]).toBeGreaterThanOrEqual(400)
  })

  it('loads older columns when the screen moves back, and others when it zooms', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    for (let i = 1; i <= 200; i++) depth.change([[BID, 990, i]], START + 5000 * i)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START + 800_000))
    await test.settle()
    const first = test.columns()!
    expect(first.intervalMs).toBe(1000)
    test.feed.showHeatmap(heatmapOf(first.fromMs - 60_000, first.fromMs + 140_000))
    await test.settle()
    expect(test.columns()!.fromMs).toBeLessThan(first.fromMs - 60_000)
    expect(test.columns()!.intervalMs).toBe(1000)
    const to = Math.floor(depth.until / 1000) * 1000 - 2000
    const closed = sliceColumns(test.columns()!, 0, to)
    expect(closed.length).toBe((to - closed.fromMs) / 1000)
    expect(plain(closed).state).toEqual(plain(depth.columns(closed.fromMs, to, 1000)).state)
    test.feed.showHeatmap(heatmapOf(START - 3_600_000))
    await test.settle()
    expect(test.columns()!.intervalMs).toBe(15_000)
  })

  it('shows what is before the first stored column as missing, and requests it once', async () => {
    const depth = new FakeDepth(START)
    for (let i = 1; i <= 200; i++) depth.change([[BID, 990, i]], START + 5000 * i)
    depth.storedFrom = Math.ceil(START / 1000) * 1000
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START + 100_000))
    await test.settle()
    test.feed.showHeatmap(heatmapOf(START - 200_000))
    await test.settle()
    test.frame(depth.change([[BID, 991, 300]], depth.until + 1400))
    await test.settle()
    const { fromMs, state, length, intervalMs } = test.columns()!
    expect(fromMs).toBeLessThanOrEqual(START - 200_000)
    const before = Math.floor((depth.storedFrom - fromMs) / intervalMs)
    expect([...state.subarray(0, before)].every((one) => one === COLUMN_MISSING)).toBe(true)
    expect(state.subarray(before + 1, length).includes(COLUMN_MISSING)).toBe(false)
    expect(depth.calls.filter((call) => call.startsWith('depth')).length).toBeLessThan(5)
  })

  it('shows the first columns of a new market, whose empty answers begin later each time', async () => {
    const depth = new FakeDepth(START)
    for (let i = 1; i <= 200; i++) depth.change([[BID, 990, i]], START + 500 * i)
    const { loadDepth } = depth.server
    let stored = depth.until
    depth.server.loadDepth = (...call) => {
      // The server's answer without any column begins at its own time.
      depth.storedFrom = Math.ceil(stored / 1000) * 1000
      stored += 1000
      return loadDepth(...call)
    }
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START))
    await test.settle()
    expect(test.columns()?.length).toBe(0)
    stored = START
    await test.settle()
    expect(test.columns()?.state.some((state) => state !== COLUMN_MISSING)).toBe(true)
  })

  it('continues a market whose own time is behind the server, which has stored nothing of it yet', async () => {
    const depth = new FakeDepth(START)
    for (let i = 1; i <= 200; i++) depth.change([[BID, 990, i]], START + 500 * i)
    depth.storedFrom = Math.ceil(START / 1000) * 1000 + 3_600_000
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START + 60_000))
    await test.settle()
    depth.storedFrom = -Infinity
    for (let i = 1; i <= 8; i++) {
      test.frame(depth.change([[BID, 991, i]], depth.until + 700))
      await test.settle()
    }
    const shown = test.columns()!
    const to = Math.floor(depth.until / 1000) * 1000
    const closed = sliceColumns(shown, shown.fromMs, to)
    expect(closed.fromMs).toBeLessThanOrEqual(START + 60_000)
    expect(describeColumns(closed)).toEqual(describeColumns(depth.columns(closed.fromMs, to, 1000)))
  })

  it('loads older columns once when the live seconds arrive before them and the screen moves', async () => {
    const depth = new FakeDepth(START)
    for (let i = 1; i <= 600; i++) depth.change([[BID, 990, i]], START + 500 * i)
    const { loadDepth } = depth.server
    const [first, older] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const shown = depth.until - 20_000
    depth.server.loadDepth = async (...call) => {
      await (call[1].to <= shown ? older : first).promise
      return loadDepth(...call)
    }
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showHeatmap(heatmapOf(shown))
    await test.settle()
    for (let i = 1; i <= 6; i++) {
      test.frame(depth.change([[BID, 991, i]], depth.until + 900))
      await test.settle()
    }
    first.resolve()
    await test.settle()
    test.feed.showHeatmap(heatmapOf(shown - 100_000))
    await test.settle()
    older.resolve()
    await test.settle()
    const columns = test.columns()!
    const to = Math.floor(depth.until / 1000) * 1000
    const closed = sliceColumns(columns, columns.fromMs, to)
    expect(closed.fromMs).toBeLessThanOrEqual(shown - 100_000)
    expect(describeColumns(closed)).toEqual(describeColumns(depth.columns(closed.fromMs, to, 1000)))
    const calls = depth.calls.filter((call) => call.startsWith('depth') && Number(call.split(' ')[2]) <= shown)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('has the scale of all its columns while the market stands still', async () => {
    const depth = new FakeDepth(START)
    for (let i = 1; i <= 200; i++) depth.change([[BID, 990, 10 * i]], START + 500 * i)
    const { loadDepth } = depth.server
    const answered = Promise.withResolvers<void>()
    depth.server.loadDepth = async (...call) => {
      await answered.promise
      return loadDepth(...call)
    }
    const test = feedUnderTest(depth)
    test.control.isOnline = false
    test.begin()
    test.feed.showHeatmap(heatmapOf(depth.until - 1000, depth.until + 50_000))
    await test.settle()
    // The screen moves back before the columns of its first times arrive.
    const query = heatmapOf(START + 10_000, START + 60_000)
    test.feed.showHeatmap(query)
    answered.resolve()
    await test.settle()
    const { high } = test.messages('heatmap').at(-1)!
    expect(high).toBe(computeHeatScale([test.columns()!], query, '0.001').high)
    expect(high).toBeGreaterThan(1)
  })

  it('has rows as high as those of the bars where these are a multiple', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START - 30_000, Infinity, { step: 10 }))
    await test.settle()
    expect(test.columns()!.step).toBe(10)
    test.feed.showHeatmap(null)
    test.feed.showHeatmap(heatmapOf(START - 30_000, Infinity, { step: 5 }))
    await test.settle()
    expect(test.columns()!.step).toBe(2)
  })

  it('says when no book is known on the screen, and since when books are stored', async () => {
    const depth = new FakeDepth(START)
    const test = feedUnderTest(depth)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START - 900_000, START - 600_000))
    await test.settle()
    expect(test.messages('heatmap').at(-1)).toMatchObject({ isKnown: false, storedFrom: START })
  })
})

describe('walls and imbalances of the heatmap', () => {
  const live = async () => {
    const depth = new FakeDepth(START - 60_000)
    const test = feedUnderTest(depth)
    depth.change([[BID, 990, 900]], START - 20_000)
    test.setBars(
      barsOf(
        Array.from({ length: 90 }, (_, second): Trade => [START - 60_000 + second * 1000, 1001, 1, true]),
        1000,
        2,
      ),
    )
    depth.change([], START + 100)
    test.begin()
    test.feed.showHeatmap(heatmapOf(START - 60_000, Infinity, { wallRatio: 10 }))
    await test.settle()
    for (let t = START + 200; t < START + 6_000; t += 500) test.frame(depth.change([], t))
    await test.settle()
    return { depth, test }
  }

  it('sends walls when they changed only, and none once they are hidden', async () => {
    const { depth, test } = await live()
    const sent = () => test.messages('heatmap').flatMap(({ walls }) => (walls === null ? [] : [walls]))
    const found = sent().at(-1)
    expect(found?.walls).toMatchObject([{ side: BID, row: 495, lots: 913, state: 'fresh' }])
    const count = sent().length
    test.frame(depth.change([], START + 5_850))
    await test.settle()
    expect(sent().length).toBe(count)
    test.feed.showHeatmap(heatmapOf(START - 60_000))
    await test.settle()
    expect(sent().at(-1)?.walls).toEqual([])
  })

  it('sends the first columns without waiting for their walls, which follow at once', async () => {
    const { test } = await live()
    const [columns, walls] = test.messages('heatmap')
    expect([columns.isWhole, columns.columns === null, columns.walls]).toEqual([true, false, null])
    expect([walls.isWhole, walls.columns, walls.walls?.step]).toEqual([false, null, 2])
    // Also that there are none, as those of another screen may still be drawn.
    const count = test.messages('heatmap').length
    test.feed.showHeatmap(heatmapOf(START - 3_600_000))
    await test.settle()
    const again = test.messages('heatmap').slice(count)
    const lists = again.slice(again.findIndex(({ isWhole }) => isWhole)).map(({ walls: list }) => list?.walls ?? null)
    expect(lists.slice(0, 2)).toEqual([null, []])
  })

  it('sends the imbalances of all columns once they are shown, then with each column', async () => {
    const { depth, test } = await live()
    expect(test.messages('heatmap').every(({ imbalances }) => imbalances === null)).toBe(true)
    test.feed.showHeatmap(heatmapOf(START - 60_000, Infinity, { imbalanceRows: 3 }))
    await test.settle()
    const whole = test.messages('heatmap').findLast(({ isWhole }) => isWhole)
    expect(whole?.imbalances?.length).toBe(whole?.columns?.length)
    const expected = columnImbalances(whole?.columns as DepthColumns, 6)
    expect([...(whole?.imbalances ?? [])]).toEqual([...expected])
    expect(expected.some((value) => value !== 0 && !Number.isNaN(value))).toBe(true)
    test.frame(depth.change([[BID, 999, 400]], START + 7_000))
    await test.settle()
    const last = test.messages('heatmap').findLast(({ columns }) => columns !== null)
    expect(last?.isWhole).toBe(false)
    expect(last?.imbalances?.at(-1)).toBeGreaterThan(0.5)
  })

  it('measures the scale by the value that the cells show', () => {
    const depth = new FakeDepth(START)
    // 900 during the first 30 s of the minute, nothing afterwards.
    depth.change([[BID, 990, 900]], START)
    depth.change([[BID, 990, 0]], START + 30_000)
    depth.change([], START + 120_000)
    const minute = Math.ceil(START / 60_000) * 60_000
    const parts = [depth.columns(minute - 60_000, minute, 60_000)]
    const query = heatmapOf(minute - 60_000, minute, { low: 990, high: 991 })
    const highOf = (value: 'end' | 'mean' | 'max') => computeHeatScale(parts, { ...query, value }, '0.001').high
    const [end, mean, max] = [highOf('end'), highOf('mean'), highOf('max')]
    expect(max).toBe(913)
    expect(end).toBe(13)
    expect(mean).toBeGreaterThan(end)
    expect(mean).toBeLessThan(max)
  })
})
