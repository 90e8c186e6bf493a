import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Footprint } from '@flowprint/contract'
import { MINUTE_MS, TradeBuilder, barsEqual, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles, parseImportArguments } from '../../src/market/ingest/index.ts'
import { exportTrades } from '../../src/market/api/present/export.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { barsOfHistory } from '../market/store/tapes.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

const START = Date.UTC(2025, 5, 21, 12)
const folder = mkdtempSync(join(tmpdir(), 'flowprint-export-'))
let world: TestStore
let server: AppUnderTest
let delayMs = 0

/** An active hour and a half across an hour boundary, with trades of several fills, followed by a day without trades. */
function tape(): Trades {
  const { ts, price, qty, buy, length } = simulatedTape({ from: START + 30 * MINUTE_MS, minutes: 90 })
  const builder = new TradeBuilder(length)
  let id = 1000
  for (let i = 0; i < length; i++) {
    const fills = i % 7 === 0 ? 1 + (i % 4) : 1
    builder.push(ts[i], price[i], qty[i], buy[i] === 1, fills, id)
    id += fills
  }
  for (let i = 0; i < 40; i++)
    builder.push(START + 26 * 60 * MINUTE_MS + i * 1234, 900_000 + i, 5 + i, i % 3 === 0, 1, id++)
  return builder.build()
}

const whole = tape()
const RANGE = `from=${START}&to=${START + 48 * 60 * MINUTE_MS}`

beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus, accessOf: () => ({ user: '7', delayMs }) })
  server.setNow(START + 72 * 60 * MINUTE_MS)
  const source = await world.store.ensureInstrument(spec('TEST:SOURCE', { tickSize: '0.1', lotSize: '0.0001' }))
  await world.store.importRun(source, [whole])
})
afterAll(async () => {
  await server.app.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

const get = (query: string) => server.app.inject({ url: `/api/export?${query}`, headers: { language: 'en' } })
const linesOf = (body: string) => body.trimEnd().split('\n')

async function importAs(symbol: string, text: string) {
  const file = join(folder, `${symbol.replace(':', '-')}.csv`)
  writeFileSync(file, text)
  const { files, settings } = parseImportArguments([file, '--symbol', symbol])
  return importFiles(world.store, files, settings, { writeLine: () => {}, progress: () => {} })
}

describe('/export of trades', () => {
  test('returns a named CSV file in the canonical layout, with fills as the last column', async () => {
    const answer = await get(`symbol=TEST:SOURCE&${RANGE}&what=trades`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="TEST-SOURCE-trades-20250621T120000Z-20250623T120000Z.csv"',
    )
    const lines = linesOf(answer.body)
    expect(lines[0]).toBe('id,ts_us,price,qty,side,fills')
    expect(lines.length - 1).toBe(whole.length)
    const last = whole.length - 1
    expect(lines.at(-1)).toBe(`${whole.id[last]},${whole.ts[last]}000,90003.9,0.0044,buy,1`)
  })

  test('gives the same trades and bars when imported under another symbol', async () => {
    const { body } = await get(`symbol=TEST:SOURCE&${RANGE}&what=trades`)
    const { summary, failures } = await importAs('TEST:COPY', body)
    expect(failures).toEqual([])
    expect([summary.imported, summary.duplicates, summary.rejected]).toEqual([whole.length, 0, 0])
    const again = await get(`symbol=TEST:COPY&${RANGE}&what=trades`)
    expect(again.body).toBe(body)
    const [source, copy] = await Promise.all(
      ['TEST:SOURCE', 'TEST:COPY'].map((symbol) => world.store.findInstrument(symbol)),
    )
    expect([copy?.tickSize, copy?.lotSize]).toEqual([source?.tickSize, source?.lotSize])
    for (const [cycleMs, step] of [
      [MINUTE_MS, 1],
      [5 * MINUTE_MS, 50],
      [24 * 60 * MINUTE_MS, 100],
    ]) {
      const bars = await Promise.all(
        [source, copy].map(async (one) => {
          const history = await world.store.readHistory(one!, { cycleMs, step, limit: 1000 })
          const made = barsOfHistory(history, cycleMs, step)
          return { ...made, state: made.state.map(() => 1) }
        }),
      )
      expect(bars[0].length).toBeGreaterThan(0)
      expect(barsEqual(bars[0], bars[1])).toBe(true)
    }
    expect((await importAs('TEST:COPY', body)).summary).toMatchObject({ imported: 0, duplicates: whole.length })
  })

  test('returns the same file for every read size, also within a millisecond', async () => {
    const few = sliceTrades(whole, 0, 300)
    const tied = { ...few, ts: few.ts.map((ts) => Math.floor(ts / 20_000) * 20_000) }
    const instrument = await world.store.ensureInstrument(spec('TEST:TIED', { tickSize: '0.1', lotSize: '0.0001' }))
    await world.store.importRun(instrument, [tied])
    const read = async (size?: number) => {
      let text = ''
      for await (const piece of exportTrades(world.store, instrument, { from: 0, to: START * 2, cut: undefined }, size))
        text += piece
      return text
    }
    const expected = await read()
    expect(linesOf(expected).length).toBe(301)
    for (const size of [1, 7, 299, 300]) expect(await read(size)).toBe(expected)
  })

  test('reads on only as the client reads', async () => {
    let reads = 0
    const store = {
      ...world.store,
      readTrades: (...asked: Parameters<typeof world.store.readTrades>) => (
        (reads += 1),
        world.store.readTrades(...asked)
      ),
    }
    const source = await world.store.findInstrument('TEST:SOURCE')
    const pieces = exportTrades(store, source!, { from: 0, to: START * 2, cut: undefined }, 100)
    for (const wanted of [1, 2, 3]) {
      await pieces.next()
      await new Promise((resolve) => setImmediate(resolve))
      expect(reads).toBe(wanted)
    }
  })

  test('returns the trades in [from, to) only, and a header for a range without trades', async () => {
    const from = whole.ts[100]
    const to = whole.ts[500]
    const rows = linesOf((await get(`symbol=TEST:SOURCE&from=${from}&to=${to}&what=trades`)).body).slice(1)
    expect(rows.length).toBe(whole.ts.filter((ts) => ts >= from && ts < to).length)
    expect((await get(`symbol=TEST:SOURCE&from=1&to=2&what=trades`)).body).toBe('id,ts_us,price,qty,side,fills\n')
  })

  test('returns nothing after the cut of a delayed reader', async () => {
    const cut = START + 60 * MINUTE_MS
    delayMs = 71 * 60 * MINUTE_MS
    const rows = linesOf((await get(`symbol=TEST:SOURCE&${RANGE}&what=trades`)).body).slice(1)
    const bars = linesOf((await get(`symbol=TEST:SOURCE&${RANGE}&what=bars&cycle=5m`)).body).slice(1)
    delayMs = 0
    // The tape is archived: only the server's clock decides what is released.
    const released = whole.ts.filter((ts) => ts < cut).length
    expect(released).toBeLessThan(whole.length)
    expect([rows.length, bars.length]).toEqual([released, 6])
  })
})

describe('/export of bars', () => {
  test('matches /footprint', async () => {
    const bars = linesOf((await get(`symbol=TEST:SOURCE&${RANGE}&what=bars&cycle=5m&precision=5`)).body)
    expect(bars[0]).toBe('t,open,high,low,close,volume,bid,ask,delta,min_delta,max_delta,trades,poc,vah,val,state')
    const { data } = (
      await server.app.inject({
        url: `/api/footprint?symbol=TEST:SOURCE&${RANGE}&cycle=5m&precision=5`,
        headers: { accept: 'application/json' },
      })
    ).json() as { data: Footprint }
    expect(data.bars.length).toBeGreaterThan(18)
    expect(bars.slice(1)).toEqual(
      data.bars.map((bar) =>
        [
          bar.t,
          bar.open,
          bar.high,
          bar.low,
          bar.close,
          bar.volume,
          bar.bid,
          bar.ask,
          bar.delta,
          bar.min_delta,
          bar.max_delta,
          bar.trades,
          bar.poc,
          bar.vah,
          bar.val,
          bar.state,
        ].join(','),
      ),
    )
  })

  test('neither loses nor repeats a bar across quiet ranges and reads', async () => {
    const rows = linesOf((await get(`symbol=TEST:SOURCE&from=0&to=${START * 2}&what=bars&cycle=15s`)).body).slice(1)
    const starts = rows.map((row) => Number(row.split(',')[0]))
    expect(starts).toEqual([...new Set(Array.from(whole.ts, (ts) => Math.floor(ts / 15_000) * 15_000))])
    expect((await get(`symbol=TEST:SOURCE&${RANGE}&what=bars&cycle=5m`)).headers['content-disposition']).toContain(
      'TEST-SOURCE-5m-0.1-',
    )
  })

  test('includes the open bar of a live market', async () => {
    const live = await world.store.ensureInstrument(
      spec('TEST:LIVE', { live: true, tickSize: '0.1', lotSize: '0.0001' }),
    )
    const lease = await world.store.acquireLease(live)
    const trades = sliceTrades(whole, 0, 2000)
    const end = trades.ts[trades.length - 1]
    await world.store.appendLive(lease, trades, end)
    await lease.release()
    server.setNow(end + 500)
    const rows = linesOf(
      (await get(`symbol=TEST:LIVE&from=${START}&to=${START + 48 * 60 * MINUTE_MS}&what=bars&cycle=1m`)).body,
    ).slice(1)
    server.setNow(START + 72 * 60 * MINUTE_MS)
    expect(rows.at(-1)?.split(',').at(-1)).toBe('open')
    expect(rows.reduce((sum, row) => sum + Number(row.split(',')[11]), 0)).toBe(
      trades.fills.reduce((sum, fills) => sum + fills, 0),
    )
  })
})

describe('/export rejects', () => {
  test.each([
    ['an empty range', `symbol=TEST:SOURCE&from=5&to=5&what=trades`, 'to', 'BAD_WINDOW'],
    ['bars without a cycle', `symbol=TEST:SOURCE&${RANGE}&what=bars`, 'cycle', 'REQUIRED'],
    ['an unknown kind', `symbol=TEST:SOURCE&${RANGE}&what=ticks`, 'what', 'NOT_A_CHOICE'],
    [
      'a precision that the tick does not divide',
      `symbol=TEST:SOURCE&${RANGE}&what=bars&cycle=5m&precision=0.15`,
      'precision',
      'BAD_PRECISION',
    ],
    ['an unknown symbol', `symbol=TEST:NONE&${RANGE}&what=trades`, 'symbol', 'UNKNOWN_SYMBOL'],
  ])('%s', async (_what, query, field, error) => {
    const answer = await get(query)
    expect(answer.statusCode).toBe(error === 'UNKNOWN_SYMBOL' ? 404 : 400)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(answer.json().data.fields[field][0].error).toBe(error)
  })
})
