import type { AlertRule, ScanRow } from '@flowprint/contract'
import {
  aggregateTrades,
  analyzeBars,
  barDelta,
  barVolume,
  fromUnits,
  decimalUnit,
  MINUTE_MS,
  parseSettings,
  pocRow,
  roundScore,
  sliceBars,
  zoneEvents,
} from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_BIG_TRADES } from '@flowprint/contract'
import { appUnderTest } from '../app-under-test.ts'
import { DELAY_MS } from '../alerts/alert-world.ts'
import type { DatabaseTape } from '../market/stream/database-tape.ts'
import type { Trade } from '../market/stream/memory-tape.ts'
import { StreamClient } from '../market/stream/stream-client.ts'
import { joinedBuses } from '../nodes/joined-buses.ts'
import { minutesOf, scannerWorld } from './scanner-world.ts'
import type { ScannerWorld } from './scanner-world.ts'

const FROM = Date.UTC(2026, 0, 5)
const SETTINGS = parseSettings({ vwap: { anchor: 'day' } })
const UNITS = { tickSize: '0.01', lotSize: '0.001' }

let world: ScannerWorld
beforeEach(async () => {
  world = await scannerWorld()
  world.setNow(FROM)
})
afterEach(() => world.close())

/** Stores minutes [from, to) of a market and closes them. */
async function play(minutes: readonly Trade[][], from: number, to: number, tape: DatabaseTape = world.tape) {
  for (let n = from; n < to; n++) {
    world.setNow(FROM + (n + 1) * MINUTE_MS - 1)
    await tape.commit(minutes[n], FROM + (n + 1) * MINUTE_MS - 1)
  }
  await tape.tick(FROM + to * MINUTE_MS + 2_000)
  world.setNow(FROM + to * MINUTE_MS + 2_000)
}

async function stored(symbol = 'TEST:ONE', intervalMs = MINUTE_MS): Promise<ScanRow[]> {
  const { rows } = await world.pool.query<{ content: ScanRow }>(
    'select content from scanner_row where symbol = $1 and interval_ms = $2 order by t',
    [symbol, intervalMs],
  )
  return rows.map(({ content }) => content)
}

const minuteOf = (n: number): number => FROM + n * MINUTE_MS

/** The row of bar i, each value from an analysis of the whole tape up to there. */
async function expectedRow(whole: Bars, i: number): Promise<Partial<ScanRow>> {
  const t = whole.t[i]
  const end = t + whole.cycleMs
  const before = analyzeBars(sliceBars(whole, 0, i), SETTINGS, { units: UNITS })
  const analysis = analyzeBars(sliceBars(whole, 0, i + 1), SETTINGS, { units: UNITS })
  const touched = zoneEvents(t, before.zones, analysis.zones).filter(({ event }) => event === 'touched')
  const { list } = await world.store.readBigTrades(world.tape.instrument, {
    from: t,
    to: end,
    own: 0,
    most: MAX_BIG_TRADES,
  })
  const day = await world.store.readProfile(world.tape.instrument, { from: FROM, to: end, step: 1 })
  const close = whole.close[i]
  const away = (reference: number): number => roundScore((100 * (close - reference)) / reference)
  const previous = Array.from({ length: Math.min(20, i) }, (_, k) => Number(barVolume(whole, i - 1 - k)))
  const effort = analysis.efforts.find((one) => one.t === t)
  const count = <Item>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length
  return {
    symbol: 'TEST:ONE',
    t,
    state: 'complete',
    close: fromUnits(close, decimalUnit('0.01')),
    volume: fromUnits(Number(barVolume(whole, i)), decimalUnit('0.001')),
    delta: fromUnits(Number(barDelta(whole, i)), decimalUnit('0.001')),
    delta_share: roundScore((100 * Number(barDelta(whole, i))) / Number(barVolume(whole, i))),
    change: away(whole.open[i]),
    relative_volume:
      previous.length < 20
        ? null
        : roundScore((20 * Number(barVolume(whole, i))) / previous.reduce((sum, volume) => sum + volume, 0)),
    stacks_buy: count(analysis.stacks, (stack) => stack.t === t && stack.side === 'buy'),
    stacks_sell: count(analysis.stacks, (stack) => stack.t === t && stack.side === 'sell'),
    zones_support: count(touched, ({ zone }) => zone.side === 'support'),
    zones_resistance: count(touched, ({ zone }) => zone.side === 'resistance'),
    absorption_bullish: count(analysis.signals.absorptions, ({ known, side }) => known === t && side === 'low'),
    absorption_bearish: count(analysis.signals.absorptions, ({ known, side }) => known === t && side === 'high'),
    effort: effort === undefined ? 0 : roundScore(effort.side === 'bullish' ? effort.score : -effort.score),
    big_buys: count(list, ({ buy }) => buy),
    big_sells: count(list, ({ buy }) => !buy),
    vwap_distance: away(analysis.vwap[i]),
    poc_distance: away(pocRow(day.sum, 0)),
    day_complete: true,
  }
}

test(
  'rows of every interval equal values computed from the whole tape',
  { tags: ['long'], timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), async (seed) => {
        await world.close()
        world = await scannerWorld()
        const trades = simulatedTape({ seed, from: FROM, minutes: 95 })
        const minutes = minutesOf(seed, FROM, 95)
        // Covers the day from its start, so that its sums are complete.
        minutes[0] = [{ ts: FROM, price: trades.price[0], qty: 1, buy: true }, ...minutes[0]]
        await play(minutes, 0, 95)
        await world.scanner().poll()
        for (const cycleMs of [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS]) {
          const bars = (await world.store.readHistory(world.tape.instrument, { cycleMs, step: 1, limit: 500 })).bars
          const kept = (await stored('TEST:ONE', cycleMs)).filter(({ state }) => state !== 'no_trades')
          expect(kept.length).toBe(Math.min(bars.length, Math.ceil(DELAY_MS / cycleMs) + 2))
          const whole = aggregateTrades(trades, { cycleMs, step: 1 })
          expect(whole.length).toBeGreaterThanOrEqual(bars.length)
          for (const row of kept) expect(row).toMatchObject(await expectedRow(bars, bars.t.indexOf(row.t)))
        }
      }),
      { numRuns: 3, seed: 1 },
    )
  },
)

/** What happens to a market between two computations. */
type Turn = 'close' | 'closeThree' | 'wait' | 'late' | 'gap' | 'silence'

test(
  'rows computed as bars close equal those computed from the history, for many markets in any order of events',
  { tags: ['long'], timeout: 240_000 },
  async () => {
    const turn = fc.oneof(
      { weight: 6, arbitrary: fc.constant<Turn>('close') },
      { weight: 3, arbitrary: fc.constantFrom<Turn>('closeThree', 'wait', 'late', 'silence') },
      { weight: 1, arbitrary: fc.constant<Turn>('gap') },
    )
    const turns = fc.array(fc.array(turn, { minLength: 4, maxLength: 4 }), { minLength: 8, maxLength: 12 })
    let elapsed = 0
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + elapsed)
    let fromMinutes = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), turns, async (seed, rounds) => {
        await world.close()
        world = await scannerWorld()
        const readMinutes = vi.spyOn(world.store, 'readMinutes')
        const markets = await Promise.all(
          ['TEST:ONE', 'TEST:TWO', 'TEST:THREE', 'TEST:FOUR'].map(async (symbol, k) => ({
            tape: k === 0 ? world.tape : await world.market(symbol),
            trades: minutesOf(seed + k, FROM, 120).flat(),
            // Everything before it is committed; the tape begins with the day.
            at: FROM,
          })),
        )
        type Market = (typeof markets)[number]
        /** Commits up to two seconds after a minute, which closes it. */
        const advance = async (market: Market, minutes: number, isSilent = false): Promise<void> => {
          const start = Math.floor((market.at - 2_000) / MINUTE_MS) * MINUTE_MS
          const to = start + minutes * MINUTE_MS + 2_000
          const trades = market.trades.filter(({ ts }) => ts >= market.at && ts < to)
          await market.tape.commit(isSilent ? [] : trades, to)
          market.at = to
        }
        const scanner = world.scanner()
        for (const market of markets) {
          market.trades.unshift({ ...market.trades[0], ts: FROM, qty: 1 })
          await market.tape.commit([market.trades[0]], FROM + 1)
          market.at = FROM + 1
          await advance(market, 72)
        }
        const poll = async (): Promise<void> => {
          world.setNow(Math.max(...markets.map(({ at }) => at)))
          // Revisions are computed at most every five seconds.
          elapsed += 6_000
          await scanner.poll()
        }
        await poll()
        for (const round of rounds) {
          for (const [k, what] of round.entries()) {
            const market = markets[k]
            const { at, tape, trades } = market
            if (what === 'close') await advance(market, 1)
            if (what === 'closeThree') await advance(market, 3)
            if (what === 'silence') await advance(market, 1, true)
            if (what === 'late') {
              const ts = at - 2_000 - 1 - ((seed * 7_919) % (4 * MINUTE_MS))
              await tape.revise([{ ts, price: trades[0].price, qty: 900, buy: seed % 2 === 0 }])
            }
            if (what === 'gap') {
              const next = trades.find(({ ts }) => ts >= at + 90_000) as Trade
              await tape.commitAfter(next, at, next.ts)
              market.at = next.ts + 1
              await advance(market, 1)
            }
          }
          await poll()
        }
        await poll()
        fromMinutes += readMinutes.mock.calls.reduce((sum, [wanted]) => sum + wanted.length, 0)
        const all = 'select symbol, interval_ms, t, content from scanner_row order by symbol, interval_ms, t'
        const kept = (await world.pool.query<{ content: ScanRow; interval_ms: number }>(all)).rows
        await scanner.stop()
        await world.pool.query('delete from scanner_row')
        await world.scanner().poll()
        const again = (await world.pool.query<{ content: ScanRow; interval_ms: number }>(all)).rows
        const nameOf = (row: (typeof kept)[number]): string =>
          `${row.interval_ms} ${row.content.symbol} ${row.content.t}`
        const byName = new Map(kept.map((row) => [nameOf(row), row.content]))
        expect(again.length).toBeGreaterThan(4 * 17)
        expect(again.map((row) => byName.get(nameOf(row)))).toEqual(again.map(({ content }) => content))
      }),
      { numRuns: 3, seed: 16, endOnFailure: true, interruptAfterTimeLimit: 220_000 },
    )
    vi.restoreAllMocks()
    // Most rows were computed from what followed, not from the history.
    expect(fromMinutes).toBeGreaterThan(50)
  },
)

test('computes each bar once, catches up after a restart, and another scanner takes over', async () => {
  const minutes = minutesOf(3, FROM, 40)
  await play(minutes, 0, 20)
  const [first, second] = [world.scanner(), world.scanner()]
  await first.poll()
  await second.poll()
  expect([first.marketCount, second.marketCount]).toEqual([1, 0])
  const before = await world.pool.query('select t, xmin::text from scanner_row order by interval_ms, t')
  await first.poll()
  expect((await world.pool.query('select t, xmin::text from scanner_row order by interval_ms, t')).rows).toEqual(
    before.rows,
  )
  await first.stop()
  await play(minutes, 20, 25)
  await second.poll()
  expect(second.marketCount).toBe(1)
  const rows = await stored()
  expect(rows.slice(-6).map(({ t, state }) => [t, state])).toEqual(
    [19, 20, 21, 22, 23, 24].map((n) => [minuteOf(n), 'complete']),
  )
  // As if nothing had been stored before.
  await second.stop()
  await world.pool.query('delete from scanner_row')
  await world.scanner().poll()
  expect((await stored()).slice(-6)).toEqual(rows.slice(-6))
})

test('a revision changes the rows it affects, and only these are published', async () => {
  const minutes = minutesOf(4, FROM, 10)
  await play(minutes, 0, 10)
  const published: string[] = []
  world.bus.subscribe<{ interval: string; rows: ScanRow[] }>('scanner', ({ interval, rows }) => {
    published.push(...rows.map(({ t }) => `${interval} ${(t - FROM) / MINUTE_MS}`))
  })
  const scanner = world.scanner()
  await scanner.poll()
  const [newest] = (await stored()).slice(-1)
  published.length = 0
  await world.tape.revise([{ ts: minuteOf(9) + 7, price: minutes[9][0].price, qty: 5_000, buy: true }])
  await scanner.poll()
  const [revised] = (await stored()).slice(-1)
  expect(Number(revised.volume) - Number(newest.volume)).toBeCloseTo(5)
  expect(published.toSorted()).toEqual(['1m 9', '5m 5'])
  published.length = 0
  await scanner.poll()
  expect(published).toEqual([])
})

test('bars with missing trades and without trades have no values', async () => {
  const minutes = minutesOf(5, FROM, 8)
  await play(minutes, 0, 3)
  await world.breakOff({ ...minutes[4][0] }, minuteOf(3), minuteOf(4))
  await play([...minutes.slice(0, 5), minutes[5], [], []], 5, 8)
  await world.scanner().poll()
  const byMinute = new Map((await stored()).map((row) => [(row.t - FROM) / MINUTE_MS, row]))
  expect([2, 4, 5, 7].map((n) => byMinute.get(n)?.state)).toEqual(['complete', 'incomplete', 'complete', 'no_trades'])
  for (const n of [4, 7])
    expect(byMinute.get(n)).toMatchObject({ close: null, volume: null, vwap_distance: null, effort: null })
  expect(byMinute.get(5)?.day_complete).toBe(false)
})

type ScannerRule = Extract<AlertRule, { readonly kind: 'scanner' }>

const ANY: ScannerRule = {
  kind: 'scanner',
  conditions: [{ column: 'volume', operator: 'gt', value: '0' }],
  cycle: '1m',
}

test('an alert on any market fires once per market and bar, for delayed owners when they see the bar', async () => {
  const others = [await world.market('TEST:TWO'), await world.market('TEST:THREE')]
  const minutes = minutesOf(6, FROM, 30)
  for (const tape of [world.tape, ...others]) await play(minutes, 0, 3, tape)
  const scanner = world.scanner()
  await scanner.poll()
  const [member, free] = [await world.person(), await world.person({ member: false })]
  const id = await world.wait(member, ANY, { symbol: '*' })
  const never: ScannerRule = { ...ANY, conditions: [{ column: 'volume', operator: 'lt', value: '0' }] }
  await world.wait(member, never, { symbol: '*' })
  await world.wait(free, ANY, { symbol: '*', delayMs: DELAY_MS })
  const once = await world.wait(member, ANY, { symbol: '*', repeat: 'once' })
  for (const tape of [world.tape, ...others]) await play(minutes, 3, 5, tape)
  await Promise.all([scanner.poll(), world.scanner().poll()])
  await scanner.poll()
  const firedBy = async (alertId: number): Promise<string[]> =>
    (await world.events())
      .filter((event) => event.alert_id === alertId)
      .map(({ symbol, bar }) => `${symbol} ${((bar?.t ?? 0) - FROM) / MINUTE_MS}`)
      .sort()
  const each = ['TEST:ONE', 'TEST:THREE', 'TEST:TWO'].flatMap((symbol) => [`${symbol} 3`, `${symbol} 4`])
  expect(await firedBy(id)).toEqual(each)
  expect(await firedBy(once)).toHaveLength(1)
  expect((await world.events()).length).toBe(7)
  expect((await world.events())[0].facts).toMatchObject({ kind: 'scanner', values: [{ column: 'volume' }] })
  // A bar that is computed again has fired already.
  await world.tape.revise([{ ts: minuteOf(4) + 7, price: minutes[4][0].price, qty: 5, buy: true }])
  await scanner.poll()
  expect(await firedBy(id)).toEqual(each)
  const delayedCount = async (): Promise<number> => (await world.events()).length - 7
  // The owner without a membership armed it at their market time, before the first bar, which is incomplete.
  expect(await delayedCount()).toBe(0)
  world.setNow(minuteOf(5) + DELAY_MS - 30_000)
  await scanner.poll()
  expect(await delayedCount()).toBe(3 * 3)
  world.setNow(minuteOf(5) + DELAY_MS + 3_000)
  await Promise.all([scanner.poll(), world.scanner().poll()])
  await scanner.poll()
  expect(await delayedCount()).toBe(3 * 4)
})

test('the rule of an alert on any market requires the symbol *', async () => {
  const who = await world.person()
  await expect(world.wait(who, ANY)).rejects.toMatchObject({ options: { faults: [{ field: 'symbol' }] } })
  await expect(world.wait(who, { kind: 'volume', at_least: '1', cycle: '1m' }, { symbol: '*' })).rejects.toMatchObject({
    slug: 'UNKNOWN_SYMBOL',
  })
})

test('delayed readers see the newest bar that ended by their cut, live ones what was just stored', async () => {
  const minutes = minutesOf(7, FROM, 40)
  await play(minutes, 0, 20)
  const scanner = world.scanner()
  await scanner.poll()
  let delayMs = DELAY_MS
  const server = await appUnderTest({
    pool: world.pool,
    store: world.store,
    bus: world.bus,
    clock: world.clock,
    accessOf: () => ({ user: '7', delayMs }),
  })
  const newestOf = async (): Promise<number[]> => {
    const answer = await server.app.inject({ url: '/api/scanner?interval=1m' })
    return answer.json().data.list.map(({ t }: ScanRow) => (t - FROM) / MINUTE_MS)
  }
  // 00:20:02 minus 15 minutes: the bar of 00:04 is visible.
  expect(await newestOf()).toEqual([4])
  world.setNow(minuteOf(20) - 30_000)
  expect(await newestOf()).toEqual([3])
  delayMs = 0
  expect(await newestOf()).toEqual([19])
  const client = await StreamClient.open(await server.listen())
  client.send({ op: 'subscribe_scanner', interval: '1m' })
  const first = await client.message('scanner_rows')
  expect([first.full, first.list.map(({ t }) => t)]).toEqual([true, [minuteOf(19)]])
  await play(minutes, 20, 21)
  await scanner.poll()
  const next = await client.message('scanner_rows', ({ full }) => !full)
  expect(next.list.map(({ t }) => t)).toEqual([minuteOf(20)])
  client.send({ op: 'unsubscribe_scanner' })
  await client.message('scanner_unsubscribed')
  expect(client.faults).toEqual([])
  client.socket.close()
  await server.app.close()
})

test('a hub whose bus lost a message loads the rows again, and delayed rows appear with their bar', async () => {
  const minutes = minutesOf(8, FROM, 40)
  await play(minutes, 0, 20)
  const scanner = world.scanner()
  await scanner.poll()
  const hub = world.hub()
  const seen: number[] = []
  await hub.subscribe('1m', DELAY_MS, (rows) => seen.push(...rows.map(({ t }) => (t - FROM) / MINUTE_MS)))
  expect(seen).toEqual([4])
  await play(minutes, 20, 22)
  await scanner.poll()
  await hub.tick()
  // 00:22:02: the bar of 00:06. The bar of 00:05 was not released in between.
  expect(seen).toEqual([4, 6])
  world.setNow(minuteOf(23) - 30_000)
  await hub.tick()
  expect(seen).toEqual([4, 6])
  world.setNow(minuteOf(23) + 3_000)
  await hub.tick()
  expect(seen).toEqual([4, 6, 7])
})

test('a web node shows the rows that another node computed, also those whose messages were lost', async () => {
  const [first, second, web] = joinedBuses(3)
  const minutes = minutesOf(10, FROM, 30)
  await play(minutes, 0, 20)
  const scanners = [world.scanner({ bus: first }), world.scanner({ bus: second })]
  const poll = () => Promise.all(scanners.map((one) => one.poll()))
  await poll()
  const hub = world.hub(web)
  const seen: number[] = []
  await hub.subscribe('1m', 0, (rows) => seen.push(...rows.map(({ t }) => (t - FROM) / MINUTE_MS)))
  expect(seen).toEqual([19])
  await play(minutes, 20, 21)
  await poll()
  await vi.waitFor(() => expect(seen).toEqual([19, 20]))

  // The computing node ends; the other one continues, with or without its messages.
  const [computing, other] = scanners[0].marketCount === 1 ? scanners : scanners.toReversed()
  await computing.stop()
  web.setConnected(false)
  await play(minutes, 21, 22)
  await other.poll()
  expect(other.marketCount).toBe(1)
  expect((await hub.rows('1m', 0)).map(({ t }) => t)).toEqual([minuteOf(20)])
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + 20_000)
  await hub.tick()
  vi.restoreAllMocks()
  expect(seen).toEqual([19, 20, 21])
})

test('rows of markets that are not followed any more are deleted', async () => {
  const other = await world.market('TEST:TWO')
  const minutes = minutesOf(9, FROM, 3)
  for (const tape of [world.tape, other]) await play(minutes, 0, 3, tape)
  const scanner = world.scanner()
  await scanner.poll()
  expect(await stored('TEST:TWO')).not.toEqual([])
  await world.pool.query("update instrument set live = false where symbol = 'TEST:TWO'")
  await scanner.poll()
  expect(await stored('TEST:TWO')).toEqual([])
  expect(await stored()).not.toEqual([])
})
