import type { ServerMessage } from '@flowprint/contract'
import {
  aggregateTrades,
  compareCutoffs,
  firstDifference,
  MINUTE_MS,
  sortTrades,
  type Bars,
  type Cutoff,
  type Trades,
} from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FromWorker } from '../../src/workers/protocol.ts'
import { tradesOf, type Trade } from '../order-flow/bars.ts'
import { REQUEST, sessionUnderTest } from './client-under-test.ts'
import { FakeMarket } from './fake-market.ts'

const START = Date.UTC(2025, 5, 21, 12)
const LENGTH_MS = 30 * MINUTE_MS

/** About one trade per three seconds, some of them in one millisecond. */
const TAPE: readonly Trade[] = Array.from({ length: 600 }, (_, i): Trade => {
  const ts = START + Math.floor(i / 3) * 9_000 + (i % 3 === 2 ? 400 : 0)
  return [ts, 8_300 + ((i * 7) % 23), 1 + ((i * 13) % 50), i % 2 === 0]
})

const replayed = (posted: readonly FromWorker[]): readonly Cutoff[] =>
  posted.flatMap((message) => (message.type === 'replayed' ? [message.cutoff] : []))

/** The bars of the trades up to the cutoff, without states. */
function barsAt({ t, trades: count }: Cutoff): Bars {
  const all = sortTrades(tradesOf(TAPE))
  const before = TAPE.filter(([ts]) => ts < t)
  const ofMs = TAPE.filter(([ts]) => ts === t).slice(0, count)
  expect(all.length).toBe(TAPE.length)
  return aggregateTrades(sortTrades(tradesOf([...before, ...ofMs])), { cycleMs: MINUTE_MS, step: 1 })
}

const stateless = (bars: Bars): Bars => ({
  ...bars,
  state: bars.state.map(() => 1),
  revision: bars.revision.map(() => 0),
})

async function openReplay(cutoff: Cutoff) {
  const chart = sessionUnderTest(new FakeMarket(TAPE, MINUTE_MS, START + LENGTH_MS))
  chart.session.receive({ type: 'replay', view: 1, cutoff })
  await chart.open()
  return {
    ...chart,
    async move(to: Cutoff) {
      chart.session.receive({ type: 'replay', view: 1, cutoff: to })
      await chart.settle()
    },
    async step(by: 'trade' | 'bar', direction: 1 | -1) {
      chart.session.receive({ type: 'replayStep', view: 1, by, direction })
      await chart.settle()
    },
    at: () => replayed(chart.posted).at(-1),
    difference: () => {
      const at = replayed(chart.posted).at(-1) as Cutoff
      return firstDifference(stateless(chart.shown()), stateless(barsAt(at)))
    },
  }
}

describe('a replaying chart', () => {
  test('shows exactly the bars of its cutoff, whatever way it came there', async () => {
    const cutoffs = fc.record({
      t: fc.integer({ min: START + 1, max: START + LENGTH_MS }),
      trades: fc.constantFrom(0, 0, 1, 2),
    })
    const script = fc.array(
      fc.oneof(
        cutoffs,
        fc.record({
          by: fc.constantFrom('trade' as const, 'bar' as const),
          direction: fc.constantFrom(1 as const, -1 as const),
        }),
      ),
      { minLength: 2, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(cutoffs, script, async (first, moves) => {
        const chart = await openReplay(first)
        for (const move of moves) {
          if ('t' in move) await chart.move(move)
          else if ((chart.at() as Cutoff).t < START + LENGTH_MS - 2 * MINUTE_MS)
            await chart.step(move.by, move.direction)
          expect(chart.difference()).toBeNull()
          if ('t' in move) expect(chart.at()).toEqual(move)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('asks for nothing after its cutoff and subscribes to nothing', async () => {
    const chart = await openReplay({ t: START + 10 * MINUTE_MS, trades: 0 })
    chart.session.receive({
      type: 'tape',
      view: 1,
      query: { unit: 'base', atLeast: '0', combine: false, side: 'both' } as never,
    })
    chart.session.receive({ type: 'watch', chart: 1, symbols: ['TEST:B'] })
    await chart.settle()
    let greatest: Cutoff = { t: START + 10 * MINUTE_MS, trades: 0 }
    for (const t of [11, 12.5, 7, 3.2, 14]) {
      const to = { t: START + t * MINUTE_MS, trades: 0 }
      if (compareCutoffs(to, greatest) > 0) greatest = to
      await chart.move(to)
      for (const moment of chart.moments) expect(moment).toBeLessThanOrEqual(greatest.t)
    }
    expect(chart.moments.length).toBeGreaterThan(0)
    for (const { to, trades } of chart.pulled) for (const ts of trades.ts) expect(ts <= to.t).toBe(true)
    expect(chart.sent.filter(({ op }) => op !== 'unsubscribe' && op !== 'watch')).toEqual([])
    expect(chart.sent.filter(({ op }) => op === 'watch')).toEqual([])
  })

  test('lists the trades of a cutoff within a millisecond, whether time and sales is open before or after it', async () => {
    const moment = START + 10 * MINUTE_MS + 3_000
    const cutoff = { t: moment - (moment % 9_000), trades: 1 }
    expect(TAPE.filter(([ts]) => ts === cutoff.t)).toHaveLength(2)
    const query = { unit: 'base', atLeast: 0, merge: false } as const
    const chart = await openReplay(cutoff)
    const show = async (message: typeof query | null) => {
      chart.session.receive({ type: 'tape', view: 1, query: message })
      await chart.settle()
      chart.session.receive({ type: 'tapeTaken', view: 1 })
      await chart.settle()
    }
    const times = () =>
      chart.posted
        .flatMap((message) => (message.type === 'tape' ? [message.rows] : []))
        .at(-1)
        ?.map(({ lastTs }) => lastTs)
        .slice(0, 2)
    await show(query)
    expect(times()).toEqual([cutoff.t, cutoff.t - 9_000 + 400])
    await show(null)
    await chart.move({ t: cutoff.t, trades: 2 })
    await show(query)
    expect(times()).toEqual([cutoff.t, cutoff.t])
  })

  test('watches no market until it is live again', async () => {
    const chart = sessionUnderTest(new FakeMarket(TAPE, MINUTE_MS, START + LENGTH_MS))
    await chart.open()
    const watched = () => chart.sent.flatMap((message) => (message.op === 'watch' ? [message.symbols] : []))
    const summary: ServerMessage = { op: 'summary', list: [] }
    const summaries = () => chart.posted.filter(({ type }) => type === 'summaries').length
    chart.session.receive({ type: 'watch', chart: 1, symbols: ['TEST:B'] })
    chart.session.receive({ type: 'replay', view: 1, cutoff: { t: START + 10 * MINUTE_MS, trades: 0 } })
    await chart.settle()
    chart.session.message(summary)
    chart.session.ready()
    expect(watched()).toEqual([['TEST:B'], []])
    expect(summaries()).toBe(0)
    chart.session.receive({ type: 'replay', view: 1, cutoff: null })
    await chart.settle()
    chart.session.message(summary)
    expect(watched()).toEqual([['TEST:B'], [], ['TEST:B']])
    expect(summaries()).toBe(1)
  })

  test('goes back without a request to where it has been', async () => {
    const chart = await openReplay({ t: START + 10 * MINUTE_MS, trades: 0 })
    await chart.move({ t: START + 12 * MINUTE_MS, trades: 0 })
    const [pages, pulls] = [chart.windows.length, chart.pulled.length]
    await chart.move({ t: START + 9 * MINUTE_MS, trades: 0 })
    await chart.step('trade', -1)
    expect([chart.windows.length, chart.pulled.length]).toEqual([pages, pulls])
    expect(chart.at()).toEqual({ t: START + 9 * MINUTE_MS - 9_000 + 400, trades: 0 })
    expect(chart.difference()).toBeNull()
  })

  test('executes only the newest of the moves that wait', async () => {
    const chart = await openReplay({ t: START + 5 * MINUTE_MS, trades: 0 })
    for (const t of [6, 7, 8, 9])
      chart.session.receive({ type: 'replay', view: 1, cutoff: { t: START + t * MINUTE_MS, trades: 0 } })
    await chart.settle()
    expect(replayed(chart.posted).map(({ t }) => (t - START) / MINUTE_MS)).toEqual([5, 6, 9])
  })

  test('ignores live frames, and is live again afterwards', async () => {
    const market = new FakeMarket(TAPE, MINUTE_MS, START + LENGTH_MS)
    const chart = sessionUnderTest(market)
    await chart.open({ ...REQUEST, live: true })
    chart.session.receive({ type: 'replay', view: 1, cutoff: { t: START + 5 * MINUTE_MS, trades: 0 } })
    await chart.settle()
    expect(chart.sent.at(-1)).toMatchObject({ op: 'unsubscribe' })
    const before = chart.posted.length
    chart.session.message({ op: 'clock', symbol: REQUEST.symbol, watermark: START + LENGTH_MS, last_seq: 1 } as never)
    expect(chart.posted.length).toBe(before)
    chart.session.receive({ type: 'replay', view: 1, cutoff: null })
    await chart.settle()
    expect(chart.sent.at(-1)).toMatchObject({ op: 'subscribe' })
    expect(chart.agrees()).toBe(true)
  })
})

/** What the page of practice holds: everything sent since its start, joined at the cutoffs of the messages. */
function practised(posted: readonly FromWorker[], start: Cutoff) {
  let until = start
  const rows: number[][] = []
  for (const message of posted) {
    if (message.type !== 'practice') continue
    expect(message.from).toEqual(until)
    expect(compareCutoffs(message.until, message.target)).toBeLessThanOrEqual(0)
    until = message.until
    rows.push(...rowsOf(message.trades))
  }
  return { until, rows }
}

const rowsOf = ({ ts, price, qty, buy }: Trades): number[][] => Array.from(ts, (t, i) => [t, price[i], qty[i], buy[i]])

describe('practice on a replay', () => {
  const market = new FakeMarket(TAPE, MINUTE_MS, START + LENGTH_MS)
  const startedAt = { t: START + 5 * MINUTE_MS, trades: 0 }

  async function openPractice() {
    const chart = await openReplay(startedAt)
    // Long moves load pages of bars instead of trades.
    chart.control.maxPulled = 50
    chart.session.receive({ type: 'practice', view: 1, from: startedAt })
    await chart.settle()
    return chart
  }

  test('gets exactly the trades of the market between its start and the farthest cutoff', async () => {
    const moves = fc.oneof(
      fc.record({
        t: fc.integer({ min: START + MINUTE_MS, max: START + LENGTH_MS - 3 * MINUTE_MS }),
        trades: fc.constantFrom(0, 0, 1, 2),
      }),
      fc.record({
        by: fc.constantFrom('trade' as const, 'bar' as const),
        direction: fc.constantFrom(1 as const, -1 as const),
      }),
      fc.constant('reload' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { minLength: 1, maxLength: 10 }), async (script) => {
        const chart = await openPractice()
        let farthest: Cutoff = startedAt
        for (const move of script) {
          if (move === 'reload') {
            chart.session.receive({ type: 'retry', view: 1 })
            await chart.settle()
          } else if ('t' in move) await chart.move(move)
          else await chart.step(move.by, move.direction)
          const at = chart.at() as Cutoff
          if (compareCutoffs(at, farthest) > 0) farthest = at
          const { until, rows } = practised(chart.posted, startedAt)
          expect(until).toEqual(farthest)
          expect(rows).toEqual(rowsOf(market.between(startedAt, farthest)))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('gets the trades of a cutoff before the cutoff has arrived, in portions', async () => {
    const chart = await openPractice()
    const before = chart.posted.length
    const pages = chart.windows.length
    await chart.move({ t: START + 28 * MINUTE_MS, trades: 1 })
    const types = chart.posted.slice(before).flatMap(({ type }) => (/^(practice|replayed)$/.test(type) ? [type] : []))
    expect(chart.windows.length).toBeGreaterThan(pages)
    expect(types.length).toBeGreaterThan(3)
    expect(types.at(-1)).toBe('replayed')
    expect(types.indexOf('replayed')).toBe(types.length - 1)
    expect(practised(chart.posted, startedAt).until).toEqual({ t: START + 28 * MINUTE_MS, trades: 1 })
  })

  test('loads what passed before it began on another chart, in portions', async () => {
    const chart = await openReplay({ t: START + 20 * MINUTE_MS, trades: 0 })
    chart.session.receive({ type: 'practice', view: 1, from: startedAt })
    await chart.settle()
    const parts = chart.posted.filter(({ type }) => type === 'practice')
    expect(parts.length).toBeGreaterThan(3)
    expect(practised(chart.posted, startedAt).rows).toEqual(
      rowsOf(market.between(startedAt, { t: START + 20 * MINUTE_MS, trades: 0 })),
    )
  })

  test('gets nothing after it was switched off, and nothing for another chart', async () => {
    const chart = await openPractice()
    const parts = () => chart.posted.filter(({ type }) => type === 'practice').length
    chart.session.receive({ type: 'practice', view: 1, from: null })
    await chart.move({ t: START + 8 * MINUTE_MS, trades: 0 })
    expect(parts()).toBe(0)
    chart.session.receive({ type: 'practice', view: 1, from: startedAt })
    await chart.settle()
    expect(parts()).toBeGreaterThan(0)
    await chart.open()
    const before = parts()
    await chart.move({ t: START + 9 * MINUTE_MS, trades: 0 })
    expect(parts()).toBe(before)
  })

  test('never asks for trades after the cutoff that it moves to', async () => {
    const chart = await openPractice()
    for (const t of [9, 12, 26, 7, 27]) await chart.move({ t: START + t * MINUTE_MS, trades: 0 })
    for (const { to, trades } of chart.pulled) for (const ts of trades.ts) expect(ts <= to.t).toBe(true)
    expect(Math.max(...chart.pulled.map(({ to }) => to.t))).toBe(START + 27 * MINUTE_MS)
  })
})
