import { lowerBoundTs, TradeBuilder } from '@flowprint/orderflow'
import { contiguousTape, fakeKraken, simulatedTape } from '@flowprint/testkit'
import type { FakeVenue } from '@flowprint/testkit'
import { describe, expect, it } from 'vitest'
import { flooredMs, krakenLastTradeMs, krakenTrades, rawNumbers } from '../../../../src/live/venues/kraken.ts'
import { KRAKEN_BTCUSD as LISTING } from '../support/listings.ts'
import { allPages, rowsOf } from '../support/pages.ts'
import { KRAKEN_REST_TRADES } from '../support/written.ts'
import { StubBook, StubRest } from '../support/stub-book.ts'

const tape = contiguousTape(simulatedTape({ minutes: 10 }))
const rest = () => new StubRest(fakeKraken(), new StubBook(LISTING, tape))
const id = (i: number) => String(tape.id[i])

describe('trades by time', () => {
  it.each([0, 1, 4, 9])('are exactly those of the range, minute %i', async (minute) => {
    const fromTs = Math.floor(tape.ts[0] / 60_000) * 60_000 + minute * 60_000
    const toTs = fromTs + 60_000
    const answer = await allPages(krakenTrades(rest(), LISTING, { fromTs, toTs }))
    expect(answer.rows).toEqual(rowsOf(tape, lowerBoundTs(tape, fromTs), lowerBoundTs(tape, toTs)))
    expect(answer.complete).toBe(true)
  })

  it('continue over pages to the newest, without duplicates', async () => {
    const asked = rest()
    const answer = await allPages(krakenTrades(asked, LISTING, { fromTs: tape.ts[0] }))
    expect(answer.rows).toEqual(rowsOf(tape))
    expect(answer.complete).toBe(true)
    expect(answer.pages).toBe(Math.ceil(tape.length / 990))
    expect(asked.requests[0].query.get('pair')).toBe('XBTUSD')
  })

  it('are all present when one millisecond has more than a page of them', async () => {
    const builder = new TradeBuilder(4_000)
    for (let i = 0; i < 4_000; i++)
      builder.push(
        i < 500 ? 1_000_000_000_000 : i < 3_400 ? 1_000_000_000_001 : 1_000_000_000_002,
        5,
        7,
        true,
        1,
        10 + i,
      )
    const burst = builder.build()
    const answer = await allPages(
      krakenTrades(new StubRest(fakeKraken(), new StubBook(LISTING, burst)), LISTING, { fromTs: 1_000_000_000_000 }),
    )
    expect(answer.complete).toBe(true)
    expect(answer.rows).toEqual(rowsOf(burst))
  })

  it("end incomplete when the venue's cursor does not advance", async () => {
    const builder = new TradeBuilder(1_500)
    for (let i = 0; i < 1_500; i++) builder.push(1_000_000_000_000, 5, 7, true, 1, 10 + i)
    const venue = fakeKraken()
    const stuck: FakeVenue = {
      ...venue,
      rest(request, book) {
        const answer = venue.rest(request, book)
        return answer === null ? null : { ...answer, body: answer.body.replace(/"last":"\d+"/, '"last":"0"') }
      },
    }
    const answer = await allPages(
      krakenTrades(new StubRest(stuck, new StubBook(LISTING, builder.build())), LISTING, { fromTs: 1_000_000_000_000 }),
    )
    expect(answer).toMatchObject({ complete: false, pages: 1 })
    expect(answer.rows).toHaveLength(1_000)
  })

  it('require a start time', async () => {
    await expect(allPages(krakenTrades(rest(), LISTING, { fromId: '5' }))).rejects.toThrow('are requested by fromTs')
  })
})

describe('a repair', () => {
  it('starts at the time of the last trade before the gap and ends when the ids meet', async () => {
    const answer = await allPages(
      krakenTrades(rest(), LISTING, {
        fromId: id(101),
        beforeId: id(2_345),
        fromTs: tape.ts[100],
        toTs: tape.ts[2_345] + 1,
      }),
    )
    expect(answer.rows).toEqual(rowsOf(tape, 101, 2_345))
    expect(answer.complete).toBe(true)
  })

  it('takes one request for one missing trade', async () => {
    const asked = rest()
    const answer = await allPages(krakenTrades(asked, LISTING, { fromId: id(7), beforeId: id(8), fromTs: tape.ts[6] }))
    expect(answer).toEqual({ rows: rowsOf(tape, 7, 8), complete: true, pages: 1 })
    expect(asked.requests).toHaveLength(1)
  })

  it('is incomplete where the venue cannot fill it, and returns what it has', async () => {
    const lacking = new StubRest(fakeKraken(), new StubBook(LISTING, tape, ({ index }) => index === 120))
    const answer = await allPages(
      krakenTrades(lacking, LISTING, { fromId: id(110), beforeId: id(130), fromTs: tape.ts[109] }),
    )
    expect(answer).toEqual({ rows: [...rowsOf(tape, 110, 120), ...rowsOf(tape, 121, 130)], complete: false, pages: 1 })
  })

  it('is incomplete where the venue does not have the trades yet', async () => {
    const newest = tape.id[tape.length - 1]
    const answer = await allPages(
      krakenTrades(rest(), LISTING, {
        fromId: String(newest),
        beforeId: String(newest + 2),
        fromTs: tape.ts[tape.length - 1],
      }),
    )
    expect(answer).toEqual({ rows: rowsOf(tape, tape.length - 1), complete: false, pages: 1 })
  })
})

describe('an error response', () => {
  const refusing = (...errors: string[]): FakeVenue => {
    const venue = fakeKraken()
    return {
      ...venue,
      rest(request, book) {
        const error = errors.shift()
        return error === undefined ? venue.rest(request, book) : { status: 200, body: error }
      },
    }
  }

  it('is retried for too many requests, with status 200', async () => {
    const asked = new StubRest(refusing('{"error":["EGeneral:Too many requests"]}'), new StubBook(LISTING, tape))
    expect(await krakenLastTradeMs(asked, LISTING)).toBe(tape.ts[tape.length - 1])
    expect(asked.requests).toHaveLength(2)
  })

  it('is a refusal when permanent', async () => {
    const asked = new StubRest(refusing('{"error":["EQuery:Unknown asset pair"]}'), new StubBook(LISTING, tape))
    await expect(krakenLastTradeMs(asked, LISTING)).rejects.toThrow('EQuery:Unknown asset pair')
  })

  it('names a malformed trade', async () => {
    const asked = new StubRest(
      refusing('{"error":[],"result":{"XXBTZUSD":[["1.0","1.0",1.5,"x","m","",7]],"last":"1"}}'),
      new StubBook(LISTING, tape),
    )
    await expect(krakenLastTradeMs(asked, LISTING)).rejects.toThrow('KRAKEN:BTCUSD: invalid Kraken trade')
  })
})

describe('seconds as decimal text', () => {
  it.each([
    ['1762795433.9717445', 1_762_795_433_971],
    ['1762795433.0009999', 1_762_795_433_000],
    ['1762795433.972', 1_762_795_433_972],
    ['1762795433.5', 1_762_795_433_500],
    ['1762795433', 1_762_795_433_000],
    ['1e9', null],
    ['now', null],
  ])('%s is %s ms', (text, ms) => {
    expect(flooredMs(text)).toBe(ms)
  })
})

describe('a handwritten response', () => {
  it('is read completely: contiguous ids, times with the ms of their text', async () => {
    const text = KRAKEN_REST_TRADES
    const venue: FakeVenue = { ...fakeKraken(), rest: () => ({ status: 200, body: text }) }
    const asked = new StubRest(venue, new StubBook(LISTING, tape))
    const trades: string[] = []
    let complete = false
    for await (const page of krakenTrades(asked, LISTING, { fromTs: 1_800_000_000_000, beforeId: '704' })) {
      trades.push(...rowsOf(page.trades))
      complete = page.complete
    }
    expect(complete).toBe(true)
    expect(trades).toHaveLength(4)
    expect(trades[0]).toBe('700 1800000000971 1054336 27625 1')
    const rows = Object.values((rawNumbers(text) as { result: Record<string, unknown> }).result)[0] as string[][]
    expect(rows[0][2]).toBe('1800000000.9717445')
    expect(rows.map((row) => flooredMs(row[2]))).toEqual(trades.map((row) => Number(row.split(' ')[1])))
  })
})

it('returns the time of the newest trade', async () => {
  expect(await krakenLastTradeMs(rest(), LISTING)).toBe(tape.ts[tape.length - 1])
})
