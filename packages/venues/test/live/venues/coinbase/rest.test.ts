import { lowerBoundTs } from '@flowprint/orderflow'
import { contiguousTape, fakeCoinbase, simulatedTape } from '@flowprint/testkit'
import { describe, expect, it } from 'vitest'
import { coinbaseLastTradeMs, coinbaseTrades } from '../../../../src/live/venues/coinbase.ts'
import { COINBASE_BTCUSD as LISTING } from '../support/listings.ts'
import { allPages, rowsOf } from '../support/pages.ts'
import { StubBook, StubRest } from '../support/stub-book.ts'

const tape = contiguousTape(simulatedTape({ minutes: 10 }))
const rest = () => new StubRest(fakeCoinbase(), new StubBook(LISTING, tape))
const id = (i: number) => String(tape.id[i])

describe('trades by id', () => {
  it('are exactly those requested, oldest page first, for any number of pages', async () => {
    const asked = rest()
    const answer = await allPages(coinbaseTrades(asked, LISTING, { fromId: id(500), beforeId: id(3_100) }))
    expect(answer).toEqual({ rows: rowsOf(tape, 500, 3_100), complete: true, pages: 3 })
    // One request for the newest trade, one per thousand.
    expect(asked.requests).toHaveLength(4)
  })

  it('take one page for one gap', async () => {
    const answer = await allPages(coinbaseTrades(rest(), LISTING, { fromId: id(7), beforeId: id(8) }))
    expect(answer).toEqual({ rows: rowsOf(tape, 7, 8), complete: true, pages: 1 })
  })

  it('continue to the newest without an end', async () => {
    const answer = await allPages(coinbaseTrades(rest(), LISTING, { fromId: id(tape.length - 5) }))
    expect(answer).toEqual({ rows: rowsOf(tape, tape.length - 5), complete: true, pages: 1 })
  })

  it('are incomplete but present where the venue lacks some', async () => {
    const lacking = new StubRest(
      fakeCoinbase(),
      new StubBook(LISTING, tape, ({ index }) => index === 1_200 || index === 1_201),
    )
    const answer = await allPages(coinbaseTrades(lacking, LISTING, { fromId: id(1_000), beforeId: id(2_500) }))
    expect(answer.rows).toEqual([...rowsOf(tape, 1_000, 1_200), ...rowsOf(tape, 1_202, 2_500)])
    expect(answer.complete).toBe(false)
  })

  it('are incomplete where REST does not have them yet', async () => {
    const newest = tape.id[tape.length - 1]
    const answer = await allPages(
      coinbaseTrades(rest(), LISTING, { fromId: String(newest), beforeId: String(newest + 2) }),
    )
    expect(answer).toEqual({ rows: rowsOf(tape, tape.length - 1), complete: false, pages: 1 })
    const later = await allPages(
      coinbaseTrades(rest(), LISTING, { fromId: String(newest + 1), beforeId: String(newest + 2) }),
    )
    expect(later).toEqual({ rows: [], complete: false, pages: 1 })
  })
})

describe('trades by time', () => {
  it.each([0, 1, 4, 9])('start with the first at or after it, minute %i', async (minute) => {
    const fromTs = Math.floor(tape.ts[0] / 60_000) * 60_000 + minute * 60_000
    const toTs = fromTs + 60_000
    const answer = await allPages(coinbaseTrades(rest(), LISTING, { fromTs, toTs }))
    expect(answer.rows).toEqual(rowsOf(tape, lowerBoundTs(tape, fromTs), lowerBoundTs(tape, toTs)))
    expect(answer.complete).toBe(true)
  })

  it('take a few requests to find, not one per page of the past', async () => {
    const asked = rest()
    const fromTs = tape.ts[tape.length - 100]
    await allPages(coinbaseTrades(asked, LISTING, { fromTs }))
    expect(asked.requests.length).toBeLessThan(6)
  })

  it('are empty after the newest', async () => {
    const answer = await allPages(coinbaseTrades(rest(), LISTING, { fromTs: tape.ts[tape.length - 1] + 1 }))
    expect(answer).toEqual({ rows: [], complete: true, pages: 1 })
  })

  it('are empty for a product that never traded', async () => {
    const empty = new StubRest(fakeCoinbase(), new StubBook(LISTING, contiguousTape(simulatedTape({ minutes: 0 }))))
    expect(await allPages(coinbaseTrades(empty, LISTING, { fromTs: 1 }))).toEqual({
      rows: [],
      complete: true,
      pages: 1,
    })
    expect(await coinbaseLastTradeMs(empty, LISTING)).toBeNull()
  })
})

it('returns the time of the newest trade', async () => {
  expect(await coinbaseLastTradeMs(rest(), LISTING)).toBe(tape.ts[tape.length - 1])
})
