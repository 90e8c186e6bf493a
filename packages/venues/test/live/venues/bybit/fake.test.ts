import { sliceTrades } from '@flowprint/orderflow'
import { bybitTape, fakeBybit, simulatedTape } from '@flowprint/testkit'
import type { FakeConnection, FakeTrade } from '@flowprint/testkit'
import { describe, expect, it } from 'vitest'
import { fakeRest } from '../support/fake-rest.ts'
import { BYBIT_MARKETS } from '../support/markets.ts'
import { sessionsOf } from '../support/recorded.ts'

const keys = (value: object) => Object.keys(value).sort()

function sampleOf(section: 'spot' | 'linear' | 'inverse') {
  const listing = BYBIT_MARKETS[section]
  const market = { listing, tape: bybitTape(sliceTrades(simulatedTape({ minutes: 5 }), 0, 200), section) }
  const trades = fakeRest(fakeBybit(), market).trades
  const connection = { path: `/v5/public/${section}` } as FakeConnection
  const messages = (some: readonly FakeTrade[]) =>
    fakeBybit()
      .messages(connection, some, 5)
      .map((text) => JSON.parse(text))
  return { market, trades, messages }
}

describe('the fake Bybit', () => {
  it('writes a trade as documented', () => {
    const { trades, messages } = sampleOf('linear')
    const [message] = messages([trades[1]])
    expect(message).toMatchObject({
      topic: 'publicTrade.BTCUSDT',
      type: 'snapshot',
      ts: 5,
      data: [{ T: trades[1].ts, s: 'BTCUSDT', v: trades[1].qty, p: trades[1].price, i: trades[1].id, BT: false }],
    })
  })

  it('intersperses block trades that are not part of the tape', () => {
    const { trades, messages } = sampleOf('inverse')
    const rows = messages(trades).flatMap((message) => message.data as { i: string; BT: boolean }[])
    expect(rows.filter((row) => row.BT)).toHaveLength(3)
    expect(rows.filter((row) => !row.BT).map((row) => row.i)).toEqual(trades.map((trade) => trade.id))
  })

  it('gives several trades one seq, and skips values', () => {
    const { trades, messages } = sampleOf('spot')
    const sequences = messages(trades)
      .flatMap((message) => message.data as { seq: number }[])
      .map((row) => row.seq)
    const steps = new Set(sequences.slice(1).map((seq, k) => seq - sequences[k]))
    expect(steps).toEqual(new Set([0, 17]))
  })
})

describe.each(sessionsOf('BYBIT'))('compared with $name, the fake Bybit', ({ frames }) => {
  it.each(['spot', 'linear'] as const)('has the same fields in a message of %s', (section) => {
    const { trades, messages } = sampleOf(section)
    const frame = frames.find(({ address, text }) => address.endsWith(section) && text.includes('"publicTrade.'))!
    const recorded = JSON.parse(frame.text)
    const [message] = messages([trades[1]])
    expect(keys(message)).toEqual(keys(recorded))
    expect(keys(message.data[0])).toEqual(keys(recorded.data[0]))
  })

  it('confirms with the same fields', () => {
    const said: string[] = []
    const connection: FakeConnection = {
      path: '/v5/public/linear',
      subscribed: new Set(),
      nextSequence: () => 0,
      send: (text) => void said.push(text),
      subscribe: () => true,
      unsubscribe: () => {},
      subscribedDepth: new Set(),
      subscribeDepth: () => null,
      unsubscribeDepth: () => {},
    }
    const { market } = sampleOf('linear')
    const message = JSON.stringify({ op: 'subscribe', args: ['publicTrade.BTCUSDT'] })
    fakeBybit().onMessage(connection, message, {
      markets: [market],
      market: () => market,
      released: () => [],
      depth: () => null,
      depthSnapshot: () => null,
      nowMs: () => 0,
    })
    const recorded = frames.find(({ text }) => text.includes('"op":"subscribe"'))!.text
    expect(keys(JSON.parse(said[0]))).toEqual(keys(JSON.parse(recorded)))
  })

  it('returns recent trades with at least the documented fields', async () => {
    const { market } = sampleOf('linear')
    const query = { category: 'linear', symbol: 'BTCUSDT', limit: 3 }
    const answer = await fakeRest(fakeBybit(), market).json({ path: '/v5/market/recent-trade', query })
    const [written] = sessionsOf('BYBIT')
    const recorded = JSON.parse(written.answers.find(({ url }) => url.includes('recent-trade'))!.text).result.list[0]
    const rows = (answer as { result: { list: object[] } }).result.list
    expect(rows).toHaveLength(3)
    expect(keys(rows[0])).toEqual(expect.arrayContaining(keys(recorded)))
  })
})
