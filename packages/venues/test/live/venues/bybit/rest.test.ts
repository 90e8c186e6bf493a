import { decimalUnit, fromUnits, idText, mergeTrades, sliceTrades } from '@flowprint/orderflow'
import { bybitTape, fakeBybit, simulatedTape } from '@flowprint/testkit'
import { describe, expect, it } from 'vitest'
import { RestRefusal } from '../../../../src/live/adapter.ts'
import type { TradesPage, TradesRequest } from '../../../../src/live/types.ts'
import { bybitLastTradeMs, bybitMinuteVolumes, bybitTrades } from '../../../../src/live/venues/bybit.ts'
import { fakeRest } from '../support/fake-rest.ts'
import { BYBIT_MARKETS } from '../support/markets.ts'
import { pagesOf } from '../support/pages-of.ts'

const SECTIONS = ['spot', 'linear', 'inverse'] as const
const plain = simulatedTape({ minutes: 6 })

function setUp(section: 'spot' | 'linear' | 'inverse') {
  const market = { listing: BYBIT_MARKETS[section], tape: bybitTape(plain, section) }
  const rest = fakeRest(fakeBybit(), market)
  const page = async (request: TradesRequest): Promise<TradesPage> => {
    const pages = await pagesOf(bybitTrades(rest, section, market.listing, request))
    expect(pages).toHaveLength(1)
    return pages[0]
  }
  return { ...market, rest, page }
}

describe.each(SECTIONS)('the recent trades of %s', (section) => {
  const { tape, page, rest } = setUp(section)
  const rows = section === 'spot' ? 60 : 1000

  it('are the newest of the tape in canonical order, without block trades', async () => {
    const { trades } = await page({})
    expect(rest.asked.at(-1)).toMatchObject({ category: section, limit: rows })
    expect(trades.length).toBeGreaterThan(rows * 0.9)
    const newest = sliceTrades(tape, tape.length - trades.length)
    for (const column of ['ts', 'price', 'qty', 'buy', 'fills'] as const) expect(trades[column]).toEqual(newest[column])
    expect(trades.textId).toEqual(newest.textId)
  })

  it('prove everything since the last stored trade if they contain it, without duplicate fills', async () => {
    const last = tape.length - 40
    const stored = sliceTrades(tape, 0, last + 1)
    const { trades, complete } = await page({ fromId: idText(tape, last) })
    expect(complete).toBe(true)
    const merged = mergeTrades(stored, trades)
    expect(merged.duplicates).toBe(1)
    expect(merged.trades.textId).toEqual(tape.textId)
    expect(merged.trades.qty).toEqual(tape.qty)
  })

  it('leave a gap if they start after the last stored trade', async () => {
    const last = tape.length - rows - 50
    const { trades, complete } = await page({ fromId: idText(tape, last), fromTs: tape.ts[last] })
    expect(complete).toBe(false)
    expect(trades.length).toBeGreaterThan(0)
  })

  it('are complete from a time only with an earlier trade: some of that exact ms may be missing', async () => {
    const { trades } = await page({})
    const oldest = trades.ts[0]
    expect((await page({ fromTs: oldest })).complete).toBe(false)
    expect((await page({ fromTs: oldest + 1 })).complete).toBe(true)
  })

  it('are limited to the times of the request', async () => {
    const [from, to] = [tape.ts[tape.length - 30], tape.ts[tape.length - 10]]
    const { trades } = await page({ fromTs: from, toTs: to })
    expect(trades.ts.every((ts) => ts >= from && ts < to)).toBe(true)
    expect(trades.length).toBe(tape.ts.filter((ts) => ts >= from && ts < to).length)
  })
})

describe('time of the newest trade', () => {
  it('ignores block trades', async () => {
    const { rest, listing, tape } = setUp('linear')
    // A block trade follows trade 97 in the response, newest first.
    rest.happened = 98
    expect(await bybitLastTradeMs(rest, 'linear', listing)).toBe(tape.ts[97])
  })

  it('is null for a market that never traded', async () => {
    const { rest, listing } = setUp('linear')
    rest.happened = 0
    expect(await bybitLastTradeMs(rest, 'linear', listing)).toBeNull()
  })
})

describe('the volumes of closed minutes', () => {
  it.each(SECTIONS)(
    'are those of the tape on %s, in base units or contracts, without the open minute',
    async (section) => {
      const { rest, listing, tape } = setUp(section)
      const volumes = await bybitMinuteVolumes(rest, section, listing, tape.ts[0], tape.ts[tape.length - 1] + 60_000)
      const lots = new Map<number, number>()
      for (let i = 0; i < tape.length; i++) {
        const minute = Math.floor(tape.ts[i] / 60_000) * 60_000
        if (minute >= tape.ts[0] && minute + 60_000 <= rest.clock())
          lots.set(minute, (lots.get(minute) ?? 0) + tape.qty[i])
      }
      const lot = decimalUnit(listing.lotSize)
      expect(lots.size).toBeGreaterThan(3)
      expect(new Map([...volumes].sort())).toEqual(
        new Map([...lots].map(([minute, sum]) => [minute, fromUnits(sum, lot)])),
      )
    },
  )

  it('are fetched in several requests for more than 1,000 minutes', async () => {
    const { rest, listing, tape } = setUp('linear')
    const from = Math.floor(tape.ts[0] / 60_000) * 60_000 - 1_500 * 60_000
    const volumes = await bybitMinuteVolumes(rest, 'linear', listing, from, tape.ts[tape.length - 1])
    expect(rest.asked).toHaveLength(2)
    expect(rest.asked[1]['start']).toBe(Number(rest.asked[0]['end']) + 1)
    expect(volumes.size).toBeGreaterThan(4)
  })
})

describe('an error response', () => {
  it('is a refusal when permanent', async () => {
    const { rest, listing } = setUp('linear')
    await expect(bybitLastTradeMs(rest, 'linear', { ...listing, marketId: 'NOPE' })).rejects.toThrow(RestRefusal)
  })

  it('is not a refusal when transient', async () => {
    const { rest, listing } = setUp('linear')
    rest.spoil = () => ({ retCode: 10006, retMsg: 'Too many visits!', result: {} })
    const refused = await bybitLastTradeMs(rest, 'linear', listing).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(refused).not.toBeInstanceOf(RestRefusal)
  })
})
