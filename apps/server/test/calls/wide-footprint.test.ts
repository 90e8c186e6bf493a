import { MINUTE_MS } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import { LTC } from '../market/stream/memory-tape.ts'
import type { Trade } from '../market/stream/memory-tape.ts'
import { StreamClient } from '../market/stream/stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)
const MAX = Number.MAX_SAFE_INTEGER

/** The same market in lots of 0.001 and in lots 10^15 times finer, whose sums no double can hold. */
const FINER = 10 ** 15
const FINE_LOT = '0.000000000000000001'

async function serverOf(trades: readonly Trade[], lotSize: string, now: number) {
  const server = await appUnderTest()
  server.tape.instrument = { ...LTC, lotSize }
  server.setNow(now)
  server.tape.commit(trades, now)
  return server
}

async function footprint(trades: readonly Trade[], lotSize: string, now: number, query: string) {
  const { app } = await serverOf(trades, lotSize, now)
  const answer = await app.inject({
    url: `/api/footprint?symbol=${LTC.symbol}&${query}`,
    headers: { accept: 'application/json' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await app.close()
  return answer.json().data
}

/** Two hours of small trades, one-sided at times, so that every indicator has values. */
function busyTrades(): Trade[] {
  let state = 7
  const upTo = (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % n
  }
  const trades: Trade[] = []
  let price = 8300
  for (let minute = 0; minute < 120; minute++) {
    const lean = upTo(5)
    const count = upTo(9) === 0 ? 1 : 10 + upTo(60)
    for (let n = 0; n < count; n++) {
      price += upTo(3) - 1
      const buy = lean === 0 ? upTo(8) > 0 : lean === 1 ? upTo(8) === 0 : upTo(2) === 0
      trades.push({ ts: T + minute * MINUTE_MS + n * 700, price, qty: 1 + upTo(9), buy })
    }
  }
  return trades
}

/** Decimal texts without trailing zeros, so that equal amounts have equal texts for every lot. */
function amounts(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value
  if (Array.isArray(value)) return value.map(amounts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, amounts(entry)]))
}

/** Whole units as decimal text. */
function textOf(units: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals)
  return `${units / scale}.${String(units % scale).padStart(decimals, '0')}`
}

describe('JSON of a market with totals beyond 2^53', () => {
  const coarse = busyTrades()
  const fine = coarse.map((trade) => ({ ...trade, qty: trade.qty * FINER }))
  const now = T + 120 * MINUTE_MS + 30_000

  test.each([
    ['base', 'cycle=1m&precision=0.01&indicators=1'],
    ['base with a fixed minimum', 'cycle=1m&precision=0.02&indicators=1&imbalance_min_volume=0.007'],
    ['quote', 'cycle=1m&precision=0.02&indicators=1&unit=quote'],
  ])('matches the same market in larger lots to the last digit: %s', async (_, query) => {
    const small = await footprint(coarse, LTC.lotSize, now, query)
    const large = await footprint(fine, FINE_LOT, now, query)
    for (const list of ['imbalances', 'stacks', 'zones']) expect(small.indicators[list].length, list).toBeGreaterThan(5)
    for (const answer of [small, large]) {
      answer.lot_size = null
      // The extremes of the running delta in quote are stored only while they fit into 2^53.
      if (answer.unit === 'quote') for (const bar of answer.bars) bar.min_delta = bar.max_delta = null
    }
    expect(amounts(large)).toEqual(amounts(small))
  })

  test('is exact for sums of trades near 2^53', async () => {
    const trades: Trade[] = [
      { ts: T, price: 8320, qty: MAX, buy: false },
      { ts: T + 1, price: 8320, qty: MAX, buy: false },
      { ts: T + 2, price: 8320, qty: 3, buy: false },
      { ts: T + 3, price: 8321, qty: MAX, buy: true },
      { ts: T + 4, price: 8321, qty: MAX, buy: true },
      { ts: T + 5, price: 8321, qty: 4, buy: true },
      { ts: T + MINUTE_MS, price: 8321, qty: 1, buy: true },
    ]
    const base = await footprint(trades, LTC.lotSize, T + 300_000, 'cycle=1m&precision=0.01')
    expect(base.bars[0]).toMatchObject({
      volume: '36028797018963.971',
      bid: '18014398509481.985',
      ask: '18014398509481.986',
      delta: '0.001',
      min_delta: '-18014398509481.985',
      max_delta: '0.001',
      poc: '83.21',
      vah: '83.21',
      val: '83.20',
      levels: [
        ['83.20', '18014398509481.985', '0.000', 3, 0],
        ['83.21', '0.000', '18014398509481.986', 0, 3],
      ],
    })
    const quote = await footprint(trades, LTC.lotSize, T + 300_000, 'cycle=1m&precision=0.05&unit=quote')
    const [bid, ask] = [8320n * (2n * BigInt(MAX) + 3n), 8321n * (2n * BigInt(MAX) + 4n)]
    const text = (units: bigint) => textOf(units, 5)
    expect(quote.bars[0]).toMatchObject({
      bid: text(bid),
      ask: text(ask),
      volume: text(bid + ask),
      delta: text(ask - bid),
      min_delta: null,
      max_delta: null,
      levels: [['83.20', text(bid), text(ask), 3, 3]],
    })
  })

  test('is exact in cvd_open and the summary of 24 hours', async () => {
    const trades = [0, 1, 2].flatMap((minute): Trade[] => [
      { ts: T + minute * MINUTE_MS, price: 8320, qty: MAX, buy: true },
      { ts: T + minute * MINUTE_MS + 1, price: 8321, qty: 5 + minute, buy: true },
    ])
    const query = `cycle=1m&precision=0.01&from=${T + 2 * MINUTE_MS}&indicators=1`
    const lots = 2n * BigInt(MAX) + 11n
    expect((await footprint(trades, LTC.lotSize, T + 10 * MINUTE_MS, query)).cvd_open).toBe(textOf(lots, 3))
    const server = await serverOf(trades, LTC.lotSize, T + 3 * MINUTE_MS)
    const client = await StreamClient.open(await server.listen())
    client.send({ op: 'watch', symbols: [LTC.symbol] })
    const { list } = await client.message('summary', (summary) => summary.list[0]?.volume !== null)
    const total = textOf(3n * BigInt(MAX) + 18n, 3)
    expect(list[0]).toMatchObject({ volume: total, delta: total })
    client.close()
    await server.app.close()
  })
})
