import { describe, expect, test } from 'vitest'
import { Semaphore } from '../../../../src/platform/async/index.ts'
import {
  CommitPace,
  fitUnits,
  MarketClock,
  TradeSkew,
  UnprovenRange,
  decideNext,
} from '../../../../src/market/ingest/feed/rules/feed-rules.ts'
import { followedMarkets } from '../../../../src/market/ingest/feed/followed-markets.ts'
import { TradeBudget } from '../../../../src/market/ingest/feed/market-writer.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { spec } from '../../../test-database.ts'
import { listingOf } from './fake-venue.ts'

const T = Date.UTC(2026, 4, 13, 14)

describe('market clock', () => {
  test('is the newest trade, or the time of the exchange less two seconds', () => {
    const clock = new MarketClock(() => 300)
    clock.alive(T)
    expect(clock.watermark(T)).toBe(T - 1_700)
    clock.trade(T + 100)
    expect(clock.watermark(T + 500)).toBe(T + 100)
    expect(clock.watermark(T + 4_000)).toBe(T + 2_300)
  })

  test('stops when the feed was not proven alive for five seconds', () => {
    const clock = new MarketClock(() => 0)
    clock.alive(T)
    clock.trade(T)
    expect(clock.watermark(T + 4_999)).toBe(T + 2_999)
    expect(clock.watermark(T + 5_000)).toBe(T + 2_999)
    expect(clock.watermark(T + 60_000)).toBe(T + 2_999)
    clock.alive(T + 60_000)
    expect(clock.watermark(T + 60_000)).toBe(T + 58_000)
  })

  test('never goes back, whatever the exchange reports', () => {
    let skew = 5_000
    const clock = new MarketClock(() => skew)
    clock.alive(T)
    expect(clock.watermark(T)).toBe(T + 3_000)
    skew = -20_000
    expect(clock.watermark(T + 1_000)).toBe(T + 3_000)
  })

  test('is moved by trades only while the clock skew is unknown or more than a minute', () => {
    for (const skew of [null, 3_600_000]) {
      const clock = new MarketClock(() => skew)
      clock.alive(T)
      expect(clock.watermark(T)).toBe(-Infinity)
      clock.trade(T - 50)
      expect(clock.watermark(T)).toBe(T - 50)
    }
  })
})

test('the fastest trade determines the clock skew, and expires after a while', () => {
  const skew = new TradeSkew()
  expect(skew.value).toBeNull()
  skew.add(T, T + 80)
  skew.add(T + 1_000, T + 1_020)
  skew.add(T + 2_000, T + 2_500)
  expect(skew.value).toBe(-20)
  skew.add(T + 700_000, T + 700_090)
  expect(skew.value).toBe(-90)
})

describe('proven range', () => {
  test('is broken from the last proven time to the first message after the subscription', () => {
    const line = new UnprovenRange()
    line.break(T)
    line.extend(T + 400)
    // A known break is due at once: the process may end before the break does.
    expect([line.isBroken, line.take()]).toEqual([true, { from: T - 1_000, to: T + 400 }])
    line.close(T + 2_000)
    expect([line.isBroken, line.confirmedAt]).toEqual([true, null])
    line.confirm(5)
    expect([line.isBroken, line.confirmedAt]).toEqual([true, 5])
    line.close(T + 3_000)
    expect([line.isBroken, line.confirmedAt]).toEqual([false, null])
    expect([line.take(), line.take()]).toEqual([{ from: T + 400, to: T + 3_000 }, null])
  })

  test('merges a break with an overlapping one and with one that was not stored yet', () => {
    const line = new UnprovenRange()
    line.break(T)
    line.extend(T + 100)
    line.break(T - 5_000)
    line.confirm(1)
    line.close(T + 1_000)
    line.break(T + 2_000)
    line.confirm(2)
    line.close(T + 4_000)
    expect(line.take()).toEqual({ from: T - 6_000, to: T + 4_000 })
  })

  test('is not confirmed by a connection that is lost before its first message', () => {
    const line = new UnprovenRange()
    line.break(T)
    line.confirm(1)
    line.break(T + 500)
    line.close(T + 600)
    expect([line.isBroken, line.take()]).toEqual([true, null])
    line.confirm(2)
    line.close(T + 900)
    expect(line.take()).toEqual({ from: T - 1_000, to: T + 900 })
  })

  test('retries a break that could not be stored', () => {
    const line = new UnprovenRange()
    line.break(T)
    line.extend(T)
    const range = line.take()
    line.confirm(1)
    line.close(T + 1_000)
    line.putBack(range)
    expect(line.take()).toEqual({ from: T - 1_000, to: T + 1_000 })
  })

  test('stays unbroken by a subscription without a break', () => {
    const line = new UnprovenRange()
    line.confirm(1)
    line.close(T)
    expect(line.take()).toBeNull()
  })
})

describe('gap resolution', () => {
  test('asks three times for trades that the venue does not have, then marks the gap as lost', () => {
    expect(decideNext('missing', 1, 5_000, null, 0)).toEqual({ state: 'repairing', waitMs: 1_000 })
    expect(decideNext('missing', 2, 5_000, null, 0)).toEqual({ state: 'repairing', waitMs: 5_000 })
    expect(decideNext('missing', 3, 5_000, null, 0).state).toBe('lost')
  })

  test('retries when the list of the venue ends before the gap, and never marks it as lost for that', () => {
    const steps = [1, 2, 3, 40].map((attempts) => decideNext('unproven', attempts, 5_000, null, 1))
    expect(steps.map(({ state }) => state)).toEqual(['repairing', 'repairing', 'open', 'open'])
    expect(steps.map(({ waitMs }) => waitMs)).toEqual([1_000, 5_000, 27_000, 600_000])
  })

  test('marks a gap beyond the reach of the venue as lost at once', () => {
    expect(decideNext('beyond', 1, 0, null, 0).state).toBe('lost')
    expect(decideNext('failed', 1, 3_600_001, 3_600_000, 0).state).toBe('lost')
  })

  test('keeps the gap open with increasing retry delays when the venue does not answer', () => {
    const waits = [1, 2, 5, 50].map((attempts) => decideNext('failed', attempts, 1_000, null, 1))
    expect(waits).toEqual([3_000, 9_000, 243_000, 600_000].map((waitMs) => ({ state: 'open', waitMs })))
    expect(decideNext('failed', 1, 8 * 86_400_000, null, 0).state).toBe('lost')
  })
})

describe('units of a stored tape', () => {
  const stored = (given: Partial<Instrument>): Instrument => ({
    ...spec('BINANCE:LTCUSDT', { ids: 'fills' }),
    id: 1,
    version: 1,
    tape: 't',
    sinceSeq: 0,
    ...given,
  })
  const listing = listingOf('BINANCE:LTCUSDT', { tickSize: '0.01', lotSize: '0.001' })

  test('are kept when they divide those of the exchange', () => {
    expect(fitUnits(listing, stored({ tickSize: '0.0100', lotSize: '0.00001' }))).toMatchObject({
      tickSize: '0.0100',
      lotSize: '0.00001',
    })
    expect(fitUnits({ ...listing, tickSize: '0.05' }, stored({}))).toMatchObject({ tickSize: '0.01' })
  })

  test('that are coarser are replaced by the finest unit that divides both', () => {
    expect(fitUnits(listing, stored({ tickSize: '0.02' }))).toMatchObject({ tickSize: '0.01', lotSize: '0.001' })
    expect(fitUnits(listing, stored({ tickSize: '0.025', lotSize: '0.01' }))).toMatchObject({
      tickSize: '0.005',
      lotSize: '0.001',
    })
  })

  test('of another kind are rejected', () => {
    expect(fitUnits({ ...listing, qtyUnit: 'contract' }, stored({}))).toContain('contract')
    expect(fitUnits({ ...listing, ids: 'none' }, stored({}))).toContain('ids')
  })
})

test('trades are batched longer when commits are slow, up to a quarter of a second', () => {
  expect(new CommitPace().delayMs).toBe(50)
  const delays = [0, 5, 20, 40, 900].map((commitMs) => {
    const pace = new CommitPace()
    for (let i = 0; i < 3; i++) pace.add(commitMs)
    return pace.delayMs
  })
  expect(delays).toEqual([50, 50, 80, 160, 250])
})

test('one slow commit among fast ones changes nothing, three in a row do, and a fast one ends it', () => {
  const pace = new CommitPace()
  const delays = [5, 900, 40, 45, 900, 3].map((commitMs) => {
    pace.add(commitMs)
    return pace.delayMs
  })
  expect(delays).toEqual([50, 50, 50, 160, 160, 50])
})

test('concurrent commits are limited and run in FIFO order', async () => {
  const commitSemaphore = new Semaphore(2)
  const log: string[] = []
  const ends: (() => void)[] = []
  const runs = ['a', 'b', 'c', 'd'].map((name) =>
    commitSemaphore
      .run(async () => {
        log.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
        if (name === 'b') throw new Error('refused')
      })
      .catch(() => void log.push(`${name} failed`)),
  )
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  await turn()
  expect(log).toEqual(['a', 'b'])
  ends[1]()
  await turn()
  expect(log).toEqual(['a', 'b', 'c', 'b failed'])
  ends[0]()
  await turn()
  expect(log.at(-1)).toBe('d')
  ends[2]()
  ends[3]()
  await Promise.all(runs)
  let isFree = false
  await commitSemaphore.run(async () => void (isFree = true))
  expect(isFree).toBe(true)
})

describe('followed markets', () => {
  test('are those of MARKETS with the changes of the operator', () => {
    const changes = [
      { symbol: 'A:X', enabled: false, depth: 'columns' as const },
      { symbol: 'B:Y', enabled: true, depth: 'levels' as const },
      { symbol: 'C:Z', enabled: true, depth: 'off' as const },
    ]
    expect(followedMarkets(['C:Z', 'A:X', 'DEMO:BTCUSD'], changes)).toEqual([
      { symbol: 'A:X', followed: false, by: 'operator', depth: 'columns' },
      { symbol: 'B:Y', followed: true, by: 'operator', depth: 'levels' },
      { symbol: 'C:Z', followed: true, by: 'env', depth: 'off' },
    ])
  })

  test('default to a dozen', () => {
    const markets = followedMarkets(null, [])
    expect(markets.length).toBe(12)
    expect(markets.every(({ depth }) => depth === 'columns')).toBe(true)
    expect(new Set(markets.map(({ symbol }) => symbol.split(':')[0])).size).toBeGreaterThan(4)
    expect(followedMarkets([], [])).toEqual([])
  })
})

test('memory for trades is limited per market and in total', () => {
  const tradeBudget = new TradeBudget(10, 15)
  const [a, b] = [{}, {}]
  expect(tradeBudget.admits(a, 11)).toBe(false)
  tradeBudget.update(a, 10)
  expect([tradeBudget.admits(a, 1), tradeBudget.admits(b, 5), tradeBudget.admits(b, 6)]).toEqual([false, true, false])
  tradeBudget.update(a, 0)
  expect(tradeBudget.admits(b, 10)).toBe(true)
})
