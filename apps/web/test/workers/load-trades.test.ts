import type { TradeRow } from '@flowprint/contract'
import { idText } from '@flowprint/orderflow'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadTrades, tradesOf } from '../../src/workers/load-trades.ts'
import { REQUEST, UNITS } from './client-under-test.ts'

const row = (id: string, ts: number, more: Partial<TradeRow> = {}): TradeRow => ({
  id,
  ts,
  price: '83.30',
  qty: '0.100',
  side: 'buy',
  fills: 1,
  seq: null,
  ...more,
})

afterEach(() => vi.unstubAllGlobals())

describe('rows of /trades', () => {
  it('are converted to ticks, lots and sides', () => {
    const trades = tradesOf(
      [row('5', 10, { fills: 3 }), row('8', 11, { side: 'sell', price: '83.29', qty: '1.000' })],
      UNITS,
    )
    expect([[...trades.id], [...trades.price], [...trades.qty], [...trades.buy], [...trades.fills]]).toEqual([
      [5, 8],
      [8330, 8329],
      [100, 1000],
      [1, 0],
      [3, 1],
    ])
    expect(trades.textId).toBe(null)
  })

  it('keep non-numeric or long ids as text and in order', () => {
    for (const ids of [
      ['b-2', 'a-1', 'c'],
      ['9007199254740993', '9007199254740994', '7'],
    ]) {
      const trades = tradesOf([row(ids[0], 10), row(ids[1], 10), row(ids[2], 11)], UNITS)
      expect([0, 1, 2].map((i) => idText(trades, i))).toEqual(ids)
      expect([...trades.id]).toEqual([40_960, 40_961, 45_056])
    }
  })

  it('are requested page by page, each after the last row of the previous one', async () => {
    const rows = Array.from({ length: 23_456 }, (_, i) => row(String(i), Math.floor(i / 3)))
    const asked: URL[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      const url = new URL(address, 'http://x')
      asked.push(url)
      const after = url.searchParams.get('after')
      const at = after === null ? 0 : Number(after.split('_')[1]) + 1
      return Response.json({ code: 200, message: 'OK', data: rows.slice(at, at + 10_000) })
    })
    const trades = await loadTrades(
      REQUEST,
      { from: 5, to: Infinity },
      { language: 'en', token: null },
      new AbortController().signal,
    )
    expect(trades.length).toBe(rows.length)
    expect([...trades.id.slice(-2)]).toEqual([23_454, 23_455])
    expect(asked.map(({ searchParams }) => searchParams.get('after'))).toEqual([null, '3333_9999', '6666_19999'])
    expect(asked[0].searchParams.get('from')).toBe('5')
    expect(Number(asked[0].searchParams.get('to'))).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999))
  })
})
