import { sliceTrades } from '@flowprint/orderflow'
import { fakeOkx, okxTape, simulatedTape } from '@flowprint/testkit'
import type { FakeConnection } from '@flowprint/testkit'
import { describe, expect, it } from 'vitest'
import { fakeRest } from '../support/fake-rest.ts'
import { OKX_MARKETS } from '../support/markets.ts'
import { sessionsOf } from '../support/recorded.ts'

const listing = OKX_MARKETS.linear
const market = { listing, tape: okxTape(sliceTrades(simulatedTape({ minutes: 5 }), 0, 200)) }
const rest = fakeRest(fakeOkx(), market)
const { trades } = rest
const keys = (value: object) => Object.keys(value).sort()
const on = (path: string) => ({ path }) as FakeConnection

describe('the fake OKX', () => {
  const merged = trades.find((trade) => trade.fills === 3)!

  it('writes merged fills as documented: the last id and the count', () => {
    const [text] = fakeOkx().messages(on('/ws/v5/public'), [merged], 0)
    expect(JSON.parse(text)).toMatchObject({
      arg: { channel: 'trades', instId: 'BTC-USDT-SWAP' },
      data: [
        {
          instId: 'BTC-USDT-SWAP',
          tradeId: String(Number(merged.id) + 2),
          px: merged.price,
          sz: merged.qty,
          count: '3',
          side: merged.buy ? 'buy' : 'sell',
          ts: String(merged.ts),
        },
      ],
    })
  })

  it('sends no trades on the business address', () => {
    expect(fakeOkx().messages(on('/ws/v5/business'), trades, 0)).toEqual([])
  })

  it('serves single fills by REST, newest first, whose sizes add up to the merged one', async () => {
    const query = { instId: listing.marketId, type: 1, after: Number(merged.id) + 3, limit: 3 }
    const answer = await rest.json({ path: '/api/v5/market/history-trades', query })
    const rows = (answer as { data: { tradeId: string; sz: string }[] }).data
    expect(rows.map((row) => Number(row.tradeId) - Number(merged.id))).toEqual([2, 1, 0])
    expect(rows.reduce((sum, row) => sum + Number(row.sz), 0)).toBeCloseTo(Number(merged.qty), 9)
  })
})

describe.each(sessionsOf('OKX'))('compared with $name, the fake OKX', ({ frames }) => {
  it('has at least the documented fields', async () => {
    const [written] = sessionsOf('OKX')
    const answered = (url: string) =>
      JSON.parse(written.answers.find((answer) => answer.url.includes(url))!.text).data[0] as object
    const streamed = frames.find((frame) => frame.text.includes('"tradeId"'))!.text
    const first = async (path: string, query: Record<string, string>) =>
      ((await rest.json({ path, query })) as { data: object[] }).data[0]
    const [text] = fakeOkx().messages(on('/ws/v5/public'), [trades[0]], 0)
    expect(keys(JSON.parse(text).data[0])).toEqual(expect.arrayContaining(keys(JSON.parse(streamed).data[0])))
    const trade = await first('/api/v5/market/trades', { instId: listing.marketId, limit: '1' })
    expect(keys(trade)).toEqual(expect.arrayContaining(keys(answered('market/trades'))))
    const swap = await first('/api/v5/public/instruments', { instType: 'SWAP' })
    expect(keys(answered('instType=SWAP'))).toEqual(expect.arrayContaining(keys(swap)))
  })
})
