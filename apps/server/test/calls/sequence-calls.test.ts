import {
  DAY_MS,
  continueSequence,
  decodeAnswer,
  firstDifference,
  fromUnits,
  decimalUnit,
  sequenceNumbers,
  sliceBars,
  sliceTrades,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { SequenceRule, Trades } from '@flowprint/orderflow'
import type { Footprint, FootprintBar, Menus } from '@flowprint/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

const START = Date.UTC(2025, 5, 20, 20)
const COUNT = 6000
const FIFTY: SequenceRule = { kind: 'ticks', size: 50 }
let world: TestStore
let server: AppUnderTest
let tape: Trades

/** Eight hours around midnight; every eleventh trade is followed by nine more in the same millisecond. */
function makeTape(): Trades {
  const builder = new TradeBuilder(COUNT)
  for (let i = 0; i < COUNT; i++) {
    const ts = START + Math.floor(i / 10) * 48_000 + (Math.floor(i / 10) % 2 === 0 ? 0 : (i % 10) * 700)
    builder.push(ts, 8300 + ((i * 7) % 23), 100 + (i % 9), i % 3 !== 0, 1 + (i % 2), i * 2 + 1)
  }
  return builder.build()
}

beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus })
  server.setNow(START + 10 * DAY_MS)
  tape = makeTape()
  await world.store.importRun(await world.store.ensureInstrument(spec('TEST:TICKS')), [tape])
})
afterAll(async () => {
  await server.app.close()
  await world.close()
})

const get = (query: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api/footprint?symbol=TEST:TICKS&precision=0.01&${query}`,
    headers: { language: 'en', ...headers },
  })
const json = async (query: string): Promise<Footprint> =>
  (await get(query, { accept: 'application/json' })).json().data as Footprint
const whole = (rule: SequenceRule) => continueSequence(null, tape, rule, 1).bars

describe('/footprint with bars of fills and volume', () => {
  test('packed: returns the bars of the tape and the number of the first', async () => {
    const all = whole(FIFTY)
    const { bars, meta } = decodeAnswer((await get('cycle=50t&limit=30')).rawPayload)
    const from = all.length - bars.length
    expect(bars.length).toBeGreaterThanOrEqual(30)
    expect(firstDifference({ ...bars, state: sliceBars(all, from).state }, sliceBars(all, from))).toBe(null)
    expect(meta).toMatchObject({
      cycle: '50t',
      cycle_ms: 0,
      from: bars.t[0],
      to: null,
      first_number: sequenceNumbers(all, 1)[from],
    })
  })

  test('JSON: returns whole milliseconds and numbers, and pages back from any bar through the whole tape', async () => {
    const all = whole({ kind: 'ticks', size: 2 })
    const numbers = sequenceNumbers(all, 1)
    const pages: FootprintBar[] = []
    let to = ''
    for (let page = 0; page < 100; page++) {
      const { bars } = await json(`cycle=2t&limit=700${to}`)
      if (bars.length === 0) break
      pages.unshift(...bars)
      to = `&to=${bars[0].t}`
    }
    expect(pages.map(({ t, number, trades }) => [t, number, trades])).toEqual(
      [...all.t].map((t, i) => [Math.floor(t), numbers[i], all.trades[i]]),
    )
    const lot = decimalUnit(spec('TEST:TICKS').lotSize)
    const volume = [...all.bid].map((bid, i) => fromUnits(bid + all.ask[i], lot))
    expect(pages.map((bar) => bar.volume).map(Number)).toEqual(volume.map(Number))
  })

  test('accepts a volume in base units, whole lots or not', async () => {
    const lots = (size: number): number[] => [...whole({ kind: 'volume', size }).trades]
    expect((await json('cycle=2.5v&limit=5000')).bars.map((bar) => bar.trades)).toEqual(lots(2500).slice(-5000))
    expect((await json('cycle=2.5004v&limit=5000')).bars.map((bar) => bar.trades)).toEqual(lots(2501).slice(-5000))
  })

  test('identifies the bar of every mark by time and number', async () => {
    const { bars, indicators } = await json(
      'cycle=50t&limit=100&indicators=1&imbalance_min_volume=0&imbalance_ratio=1.5',
    )
    const names = new Set(bars.map(({ t, number }) => `${t} ${number}`))
    expect(indicators?.imbalances.length).toBeGreaterThan(10)
    expect(indicators?.imbalances.every(({ t, number }) => names.has(`${t} ${number}`))).toBe(true)
    expect(indicators?.zones.every(({ born }) => Number.isInteger(born))).toBe(true)
  })

  test('starts every day with number 1 and ends it with a partial bar', async () => {
    const midnight = Math.floor(START / DAY_MS) * DAY_MS + DAY_MS
    const { bars } = await json(`cycle=1000t&from=${START}&to=${START + 2 * DAY_MS}`)
    const first = bars.findIndex(({ t }) => t >= midnight)
    expect(bars[first].number).toBe(1)
    expect(bars[first - 1].trades).toBeLessThan(1000)
    expect(bars.map(({ number }) => number)).toEqual(
      [...bars.slice(0, first), ...bars.slice(first)].map((_, i) => (i < first ? i + 1 : i - first + 1)),
    )
  })

  test('rejects a range of more than 5,000 bars with the earliest start', async () => {
    const refused = await get(`cycle=1t&from=${START}&to=${START + 2 * DAY_MS}`)
    expect([refused.statusCode, refused.json().data.fields.from[0].error]).toEqual([400, 'TOO_MANY_BARS'])
  })

  test('rejects an invalid interval with the allowed ones', async () => {
    for (const cycle of ['0t', '01t', '1.5t', '0v', '2.50v', 'v', '1000T', '1e3t']) {
      const refused = await get(`cycle=${cycle}`)
      expect([cycle, refused.statusCode, refused.json().data.fields.cycle[0].error]).toEqual([
        cycle,
        400,
        'NOT_A_CHOICE',
      ])
      expect(refused.json().message).toContain('1000t')
    }
    expect((await get('cycle=999999999999999v')).json().data.fields.cycle[0].error).toBe('VOLUME_RANGE')
  })

  test('lists such intervals in the menus', async () => {
    const menus = (await server.app.inject({ url: '/api/menus' })).json().data as Menus
    expect(menus.cycle.map(({ value }) => value)).toEqual(expect.arrayContaining(['5m', '1000t', '100v']))
  })
})

describe('/export of bars of fills and volume', () => {
  const csv = async (query: string) =>
    (
      await server.app.inject({ url: `/api/export?symbol=TEST:TICKS&what=bars&${query}`, headers: { language: 'en' } })
    ).body
      .trim()
      .split('\n')

  test('returns a numbered line for each bar of /footprint', async () => {
    const [head, ...lines] = await csv(`cycle=20t&from=${START}&to=${START + 2 * DAY_MS}`)
    expect(head.endsWith(',state,number')).toBe(true)
    const all = continueSequence(null, tape, { kind: 'ticks', size: 20 }, 1).bars
    const numbers = sequenceNumbers(all, 1)
    expect(lines.map((line) => [line.split(',')[0], line.split(',').at(-1)])).toEqual(
      [...all.t].map((t, i) => [String(Math.floor(t)), String(numbers[i])]),
    )
  })

  test('returns the bars that start in its range', async () => {
    const all = continueSequence(null, sliceTrades(tape, 0), { kind: 'ticks', size: 20 }, 1).bars
    const [from, to] = [START + 3_600_001, START + 2 * 3_600_000]
    const lines = (await csv(`cycle=20t&from=${from}&to=${to}`)).slice(1)
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
      [...all.t].filter((t) => t >= from && t < to).map(Math.floor),
    )
  })
})
