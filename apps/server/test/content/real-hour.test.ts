import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS, aggregateTrades, decimalUnit, lotsAt, toUnits, TradeBuilder, type Trades } from '@flowprint/orderflow'
import { readShared, sharedFiles } from '@flowprint/testkit'
import { describe, expect, test } from 'vitest'

const TAPE = 'data/binance/binance_spot_LTCUSDT_20250621_22.csv.gz'
const isThere = sharedFiles([TAPE], 'the numbers of the article about one real hour') !== null

const START = Date.UTC(2025, 5, 21, 23)
const LOT = 1000

interface Trade {
  readonly id: number
  readonly ts: number
  readonly price: number
  readonly lots: number
  readonly bought: boolean
}

function readHour(): Trade[] {
  const tick = decimalUnit('0.01')
  const lot = decimalUnit('0.001')
  return (readShared(TAPE) as string)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([id, us, price, qty, side]) => ({
      id: Number(id),
      ts: Math.floor(Number(us) / 1000),
      price: toUnits(price, tick),
      lots: toUnits(qty, lot),
      bought: side.trim() === 'B',
    }))
    .filter(({ ts }) => ts >= START && ts < START + HOUR_MS)
}

function tradesOf(list: readonly Trade[]): Trades {
  const builder = new TradeBuilder()
  for (const { ts, price, lots, bought, id } of list) builder.push(ts, price, lots, bought, 1, id)
  return builder.build()
}

/** 17762649 lots as the article writes them: "17,762.649". */
const qty = (lots: number | bigint) => (Number(lots) / LOT).toLocaleString('en-US', { minimumFractionDigits: 3 })
const price = (ticks: number) => (ticks / 100).toFixed(2)
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`

describe.skipIf(!isThere).each(['zh', 'en'])('article about one real hour, %s', (language) => {
  const text = readFileSync(
    join(import.meta.dirname, `../../src/modules/content/texts/${language}/medias/what-candles-hide.md`),
    'utf8',
  )
  const trades = isThere ? readHour() : []
  const hour = aggregateTrades(tradesOf(trades), { cycleMs: HOUR_MS, step: 20 })

  test('has the candle, its trades and their consecutive ids', () => {
    expect(text).toContain(row(price(hour.open[0]), price(hour.high[0]), price(hour.low[0]), price(hour.close[0])))
    expect(text).toContain(trades.length.toLocaleString('en-US'))
    expect(trades.at(-1)!.id - trades[0].id + 1).toBe(trades.length)
    for (const { id } of [trades[0], trades.at(-1)!]) expect(text).toContain(String(id))
  })

  test('has the bid and ask volume', () => {
    const [sold, bought] = [Number(lotsAt(hour, 'bid', 0)), Number(lotsAt(hour, 'ask', 0))]
    for (const lots of [sold, bought, sold + bought, bought - sold]) expect(text).toContain(` | ${qty(lots)} |`)
  })

  test('has every five minutes and every level', () => {
    const steps = aggregateTrades(tradesOf(trades), { cycleMs: 300_000, step: 20 })
    let running = 0
    for (let i = 0; i < steps.length; i++) {
      const [sold, bought] = [Number(lotsAt(steps, 'bid', i)), Number(lotsAt(steps, 'ask', i))]
      running += bought - sold
      const time = new Date(steps.t[i]).toISOString().slice(11, 16)
      expect(text).toContain(row(time, price(steps.close[i]), qty(sold + bought), qty(bought - sold), qty(running)))
    }
    for (let cell = hour.cellStart[0]; cell < hour.cellStart[1]; cell++) {
      const [sold, bought] = [Number(lotsAt(hour, 'cellBid', cell)), Number(lotsAt(hour, 'cellAsk', cell))]
      expect(text).toContain(row(price(hour.row[cell] * 20), qty(sold), qty(bought), qty(bought - sold)))
    }
  })

  test('has both lows, their times, and the volume between them', () => {
    let running = 0
    let least = { running: 0, ts: 0, price: 0 }
    let low = { running: 0, ts: 0, price: Infinity }
    for (const trade of trades) {
      running += trade.bought ? trade.lots : -trade.lots
      if (running < least.running) least = { running, ts: trade.ts, price: trade.price }
      if (trade.price < low.price) low = { running, ts: trade.ts, price: trade.price }
    }
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19)
    const after = trades.filter(({ ts }) => ts > low.ts)
    const sum = (bought: boolean) =>
      after.filter((trade) => trade.bought === bought).reduce((lots, trade) => lots + trade.lots, 0)
    const facts = [
      qty(least.running),
      clock(least.ts),
      price(least.price),
      qty(low.running),
      clock(low.ts),
      price(low.price),
      price(trades[0].price - low.price),
      qty(sum(true)),
      qty(sum(false)),
      qty(sum(true) - sum(false)),
    ]
    for (const words of facts) expect(text).toContain(words)
    expect(-low.running / (sum(true) - sum(false))).toBeGreaterThan(4.5)
  })
})
