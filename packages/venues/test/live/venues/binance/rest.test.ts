import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fakeBinance, type FakeMarket } from '@flowprint/testkit'
import { TradeBuilder, type Trades } from '@flowprint/orderflow'
import { AggTrades } from '../../../../src/live/venues/binance/agg-trades.ts'
import { fakeMarket, PERPETUAL, SPOT } from '../../binance-markets.ts'
import { allPages, rowsOf } from '../support/pages.ts'
import { fakeRest, type FakeRest } from '../support/fake-rest.ts'

const SPOT_API = { path: '/api/v3/aggTrades', weight: 4, pageRows: 1000 }

function past(market: FakeMarket, pageRows = 1000): { rest: FakeRest; trades: AggTrades } {
  const futures = market.listing.kind !== 'spot'
  const rest = fakeRest(fakeBinance(), market)
  return {
    rest,
    trades: new AggTrades(
      rest,
      { ...SPOT_API, path: futures ? '/fapi/v1/aggTrades' : SPOT_API.path, pageRows },
      market.listing,
    ),
  }
}

const MARKET = fakeMarket(SPOT, 6000)
const { tape } = MARKET

it.each([SPOT, PERPETUAL])('fills a gap exactly by fill ids: $symbol', async (listing) => {
  const { rest, trades } = past({ listing, tape })
  const answer = await allPages(trades.pages({ fromId: String(tape.id[5500]), beforeId: String(tape.id[5600]) }))
  expect(answer).toMatchObject({ rows: rowsOf(tape, 5500, 5600), complete: true })
  expect(rest.asked.length).toBeLessThanOrEqual(3)
})

it('finds a gap far back by interpolation', async () => {
  const { rest, trades } = past(MARKET, 100)
  const answer = await allPages(trades.pages({ fromId: String(tape.id[700]), beforeId: String(tape.id[760]) }))
  expect(answer).toMatchObject({ rows: rowsOf(tape, 700, 760), complete: true })
  expect(rest.asked.length).toBeLessThan(12)
})

it('returns a gap of several pages page by page', async () => {
  const { trades } = past(MARKET, 100)
  const answer = await allPages(trades.pages({ fromId: String(tape.id[1000]), beforeId: String(tape.id[2000]) }))
  expect(answer).toMatchObject({ rows: rowsOf(tape, 1000, 2000), complete: true })
  expect(answer.pages).toBeGreaterThan(5)
})

it('requests fills unknown to the venue once, and is complete without them', async () => {
  const gapped = without(tape, 5500, 5510)
  const { trades } = past({ listing: SPOT, tape: gapped })
  const answer = await allPages(trades.pages({ fromId: String(tape.id[5500]), beforeId: String(tape.id[5510]) }))
  expect(answer).toMatchObject({ rows: [], complete: true })
})

it('is incomplete for fills older than the venue keeps', async () => {
  const { rest, trades } = past(MARKET, 100)
  rest.forgotten = 3000
  const answer = await allPages(trades.pages({ fromId: String(tape.id[2900]), beforeId: String(tape.id[3100]) }))
  expect(answer).toMatchObject({ rows: rowsOf(tape, 3000, 3100), complete: false })
})

it('is incomplete for an end in the future', async () => {
  const { rest, trades } = past(MARKET)
  rest.happened = 5000
  const answer = await allPages(trades.pages({ fromId: String(tape.id[4900]), beforeId: String(tape.id[5100]) }))
  expect(answer).toMatchObject({ rows: rowsOf(tape, 4900, 5000), complete: false })
})

it('returns a complete time range, excluding its end', async () => {
  const { trades } = past(MARKET, 100)
  const [fromTs, toTs] = [tape.ts[1234], tape.ts[2345]]
  const inside = Array.from({ length: tape.length }, (_, i) => i).filter(
    (i) => tape.ts[i] >= fromTs && tape.ts[i] < toTs,
  )
  const answer = await allPages(trades.pages({ fromTs, toTs }))
  expect(answer).toMatchObject({ rows: rowsOf(tape, inside[0], inside.at(-1)! + 1), complete: true })
})

it('loses nothing when a window returns its last rows instead of its first', async () => {
  const { rest, trades } = past(MARKET, 100)
  const json = rest.json
  rest.json = async (request) => {
    const query = request.query ?? {}
    if (query['startTime'] === undefined) return json(request)
    const rows = Array.from({ length: tape.length }, (_, i) => i)
      .filter((i) => tape.ts[i] >= Number(query['startTime']) && tape.ts[i] <= Number(query['endTime']))
      .slice(-100)
    return json({ ...request, query: { symbol: SPOT.marketId, fromId: rows[0] + 1, limit: 100 } })
  }
  const fromTs = tape.ts[2000]
  const first = Array.from({ length: tape.length }, (_, i) => i).find((i) => tape.ts[i] >= fromTs)!
  const answer = await allPages(trades.pages({ fromTs, toTs: tape.ts[2600] }))
  expect(answer.rows[0]).toBe(rowsOf(tape, first, first + 1)[0])
})

it('skips hours without trades', async () => {
  const quiet = new TradeBuilder()
  const start = tape.ts[0]
  quiet.push(start, 1000, 1, true, 1, 1)
  quiet.push(start + 20_000_000, 1001, 2, false, 3, 2)
  const { trades } = past({ listing: SPOT, tape: quiet.build() })
  const answer = await allPages(trades.pages({ fromTs: start + 1, toTs: start + 30_000_000 }))
  expect(answer.rows).toHaveLength(1)
})

it('rejects a page with a malformed row and names the row', async () => {
  const { rest, trades } = past(MARKET)
  rest.spoil = () => [{ a: 1, p: '1.00' }]
  await expect(allPages(trades.pages({ fromId: '1', beforeId: '2' }))).rejects.toThrow(
    /aggTrades returned an invalid row.*1\.00/,
  )
})

it('fills any gap in any tape exactly, for any page size', async () => {
  const cut = fc.integer({ min: 0, max: 1999 })
  const short = { listing: SPOT, tape: fakeMarket(SPOT, 2000, 7).tape }
  await fc.assert(
    fc.asyncProperty(cut, cut, fc.constantFrom(7, 50, 300, 1000), async (a, b, pageRows) => {
      const [from, to] = a < b ? [a, b] : [b, a]
      const { trades } = past(short, pageRows)
      const answer = await allPages(
        trades.pages({ fromId: String(short.tape.id[from]), beforeId: String(short.tape.id[to]) }),
      )
      expect(answer.rows).toEqual(rowsOf(short.tape, from, to))
      expect(answer.complete).toBe(true)
    }),
    { numRuns: 40 },
  )
})

function without(trades: Trades, from: number, to: number): Trades {
  const kept = new TradeBuilder()
  for (let i = 0; i < trades.length; i++) {
    if (i < from || i >= to)
      kept.push(trades.ts[i], trades.price[i], trades.qty[i], trades.buy[i] === 1, trades.fills[i], trades.id[i])
  }
  return kept.build()
}
