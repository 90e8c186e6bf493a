import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  WEEK_MS,
  barStart,
  bigLotsAt,
  concatTrades,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Bars, Trades } from '@flowprint/orderflow'
import type { Instrument } from '../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { barsOfHistory, makeTape } from './tapes.ts'

const MONDAY = Date.UTC(2025, 5, 16)
const MAX = Number.MAX_SAFE_INTEGER

let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const newInstrument = (): Promise<Instrument> => world.store.ensureInstrument(spec(`TEST:W${++count}`))

/** Nine days of a trade every three minutes; ordinary minutes, and hours, days and weeks beyond 2^53 lots. */
function wideTape(): Trades {
  return makeTape(
    MONDAY - 3 * MINUTE_MS,
    Array.from({ length: 9 * 480 }, (_, i) => ({
      gap: 3 * MINUTE_MS,
      price: 8_300 + ((i * 7) % 23),
      qty: i % 5 === 0 ? 2 ** 51 + i : 1 + (i % 900),
      buy: (i * i) % 3 > 0,
      fills: 1,
    })),
  )
}

interface Sums {
  bid: bigint
  ask: bigint
  min: bigint
  max: bigint
  rows: Map<number, { bid: bigint; ask: bigint; offset: bigint }>
}

/** Bars of trades as plain bigints. */
function reference(trades: Trades, cycleMs: number, step: number): Map<number, Sums> {
  const bars = new Map<number, Sums>()
  for (let i = 0; i < trades.length; i++) {
    const t = barStart(trades.ts[i], cycleMs)
    const bar = bars.get(t) ?? { bid: 0n, ask: 0n, min: 0n, max: 0n, rows: new Map() }
    bars.set(t, bar)
    const lots = BigInt(trades.qty[i])
    const side = trades.buy[i] === 1 ? 'ask' : 'bid'
    const index = Math.floor(trades.price[i] / step)
    const row = bar.rows.get(index) ?? { bid: 0n, ask: 0n, offset: 0n }
    bar.rows.set(index, row)
    bar[side] += lots
    row[side] += lots
    row.offset += BigInt(trades.price[i] - index * step) * lots
    const delta = bar.ask - bar.bid
    if (delta < bar.min) bar.min = delta
    if (delta > bar.max) bar.max = delta
  }
  return bars
}

function read(bars: Bars): Map<number, Sums> {
  const { cellStart } = bars
  const offsets = (k: number): bigint => bigLotsAt(bars, 'cellBidOffset', k) + bigLotsAt(bars, 'cellAskOffset', k)
  return new Map(
    Array.from({ length: bars.length }, (_, i) => {
      const rows: Sums['rows'] = new Map()
      for (let k = cellStart[i]; k < cellStart[i + 1]; k++) {
        rows.set(bars.row[k], {
          bid: bigLotsAt(bars, 'cellBid', k),
          ask: bigLotsAt(bars, 'cellAsk', k),
          offset: offsets(k),
        })
      }
      return [
        bars.t[i],
        {
          bid: bigLotsAt(bars, 'bid', i),
          ask: bigLotsAt(bars, 'ask', i),
          min: bigLotsAt(bars, 'minDelta', i),
          max: bigLotsAt(bars, 'maxDelta', i),
          rows,
        },
      ]
    }),
  )
}

async function expectExact(instrument: Instrument, whole: Trades): Promise<void> {
  for (const cycleMs of [15_000, MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS]) {
    for (const step of [1, 7, 1000]) {
      const history = await world.store.readHistory(instrument, { cycleMs, step, limit: 20_000 })
      expect(read(barsOfHistory(history, cycleMs, step))).toEqual(reference(whole, cycleMs, step))
    }
  }
}

const deltaOf = (trades: Trades, from: number, to: number): bigint => {
  let delta = 0n
  for (let i = 0; i < trades.length; i++) {
    if (trades.ts[i] >= from && trades.ts[i] < to)
      delta += trades.buy[i] === 1 ? BigInt(trades.qty[i]) : -BigInt(trades.qty[i])
  }
  return delta
}

const quoteDeltaOf = (trades: Trades, from: number, to: number): bigint => {
  let delta = 0n
  for (let i = 0; i < trades.length; i++) {
    if (trades.ts[i] >= from && trades.ts[i] < to)
      delta += BigInt(trades.price[i]) * (trades.buy[i] === 1 ? BigInt(trades.qty[i]) : -BigInt(trades.qty[i]))
  }
  return delta
}

describe('market with totals beyond 2^53 - 1', () => {
  test('imported in two halves, the later first, matches sums of bigints', async () => {
    const instrument = await newInstrument()
    const whole = wideTape()
    await world.store.importRun(instrument, [sliceTrades(whole, 2_000)])
    await world.store.importRun(instrument, [sliceTrades(whole, 0, 2_000)])
    expect((await world.store.readHistory(instrument, { cycleMs: DAY_MS, step: 1 })).bars.overflow).not.toBeNull()
    expect((await world.store.readHistory(instrument, { cycleMs: MINUTE_MS, step: 1 })).bars.overflow).toBeNull()
    await expectExact(instrument, whole)
  })

  test('continues live where the import ended', async () => {
    const instrument = await newInstrument()
    const whole = sliceTrades(wideTape(), 0, 1_000)
    await world.store.importRun(instrument, [sliceTrades(whole, 0, 800)])
    const lease = await world.store.acquireLease(instrument)
    try {
      for (let from = 800; from < 1_000; from += 50)
        await world.store.appendLive(lease, sliceTrades(whole, from, from + 50), 0)
      await expectExact(instrument, whole)
    } finally {
      await lease.release()
    }
  })

  test('returns the exact cumulative delta before an answer', async () => {
    const instrument = await newInstrument()
    const whole = wideTape()
    await world.store.importRun(instrument, [whole])
    const at = MONDAY + 8 * DAY_MS + 13 * HOUR_MS + 6 * MINUTE_MS
    const window = { cycleMs: MINUTE_MS, step: 1, from: at, to: at + HOUR_MS }
    const starts = { never: MONDAY, week: MONDAY + WEEK_MS, day: MONDAY + 8 * DAY_MS } as const
    for (const [reset, from] of Object.entries(starts)) {
      const { cvdOpen, cvdQuoteOpen } = await world.store.readHistory(instrument, {
        ...window,
        cvdReset: reset as keyof typeof starts,
      })
      expect({ reset, cvd: BigInt(cvdOpen), quote: BigInt(cvdQuoteOpen) }).toEqual({
        reset,
        cvd: deltaOf(whole, from, at),
        quote: quoteDeltaOf(whole, from, at),
      })
    }
    expect(deltaOf(whole, MONDAY, at)).toBeGreaterThan(BigInt(MAX))
  })

  test('may have hours with a delta beyond 64 bits', async () => {
    const instrument = await newInstrument()
    const whole = makeTape(
      MONDAY,
      Array.from({ length: 2_100 }, (_, i) => ({
        gap: 3_000,
        price: 8_300,
        qty: MAX - (i % 3),
        buy: i < 2_050,
        fills: 1,
      })),
    )
    await world.store.importRun(instrument, [whole])
    const at = MONDAY + 2 * HOUR_MS
    expect(deltaOf(whole, MONDAY, MONDAY + HOUR_MS)).toBeGreaterThan(2n ** 63n)
    const { rows } = await world.database.pool.query(
      'select count(*)::int as n from footprint_block where instrument_id = $1 and delta_wide > 0',
      [instrument.id],
    )
    expect(rows[0].n).toBeGreaterThan(0)
    const later = makeTape(at, [{ gap: 0, price: 8_300, qty: 1, buy: true, fills: 1 }], 10_000)
    await world.store.importRun(instrument, [later])
    const { cvdOpen } = await world.store.readHistory(instrument, { cycleMs: MINUTE_MS, step: 1, from: at })
    expect(cvdOpen).toBe(deltaOf(whole, MONDAY, at))
    await expectExact(instrument, concatTrades([whole, later]))
  })
})
