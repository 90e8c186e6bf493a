import { describe, expect, test } from 'vitest'
import { barsEqual, CYCLES, scaleTrades, sliceTrades, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { barsOfHistory, barsOfTape, numbers } from '../../store/tapes.ts'
import { listingOf, textIds } from './fake-venue.ts'
import type { FakeVenue } from './fake-venue.ts'
import { LiveWorld, tapeOf } from './live-world.ts'

const world = LiveWorld.use()
let count = 0

/** A followed market that has stored these trades. */
async function followed(ids: 'contiguous' | 'none', trades: Trades): Promise<{ venue: FakeVenue; symbol: string }> {
  const name = `U${++count}`
  const symbol = `${name}:BTCUSD`
  const venue = world.venue(name, listingOf(symbol, { ids }))
  world.start(venue, [symbol])
  await world.until(() => venue.followed.has(symbol))
  venue.send(symbol, trades)
  await world.until(async () => (await world.stored(symbol)).length === trades.length)
  return { venue, symbol }
}

function relist(venue: FakeVenue, given: { tickSize?: string; lotSize?: string }): void {
  venue.listings[0] = { ...venue.listings[0], ...given }
}

async function expectBars(symbol: string, want: Trades): Promise<void> {
  const instrument = await world.instrument(symbol)
  for (const { ms } of CYCLES) {
    const history = await world.store.store.readHistory(instrument, { cycleMs: ms, step: 10 })
    expect({
      ms,
      equal: barsEqual(numbers(barsOfHistory(history, ms, 10)), numbers(barsOfTape(want, ms, 10))),
    }).toEqual({ ms, equal: true })
  }
}

const before = (): Trades => tapeOf([Date.now() - 2_000, 1], [Date.now() - 1_500, 2], [Date.now() - 1_000, 3])

describe('exchange that lists a finer tick', () => {
  test('is asked again when prices stop dividing, and the market continues as a new version', async () => {
    const old = before()
    const { venue, symbol } = await followed('contiguous', old)
    const events = world.store.events(symbol)
    const { tape } = await world.instrument(symbol)
    relist(venue, { tickSize: '0.001' })
    const now = Date.now()
    const fresh = scaleTrades(tapeOf([now, 4], [now + 10, 5]), 10n, 1n)
    // The message of trade 4 can no longer be parsed: it comes by REST.
    venue.traded.set(symbol, fresh)
    venue.fault(symbol, '"83.305" is not a multiple of 1e-2')
    await world.until(() => venue.follows.at(-1)?.tickSize === '0.001')
    venue.send(symbol, sliceTrades(fresh, 1))
    await world.until(async () => (await world.stored(symbol)).length === 5)
    expect(await world.instrument(symbol)).toMatchObject({ version: 2, tickSize: '0.001', lotSize: '0.001', tape })
    expect(events).toContainEqual({ kind: 'resync', symbol, reason: 'version' })
    const stored = await world.stored(symbol)
    expect(Array.from(stored.price)).toEqual([...Array.from(old.price, (price) => price * 10), ...fresh.price])
    await world.until(async () => (await world.gaps(symbol)).length === 0)
    await expectBars(symbol, stored)
  })

  test('is noticed by the periodic reload of listings', async () => {
    const name = `U${++count}`
    const symbol = `${name}:BTCUSD`
    const venue = world.venue(name, listingOf(symbol))
    world.start(venue, [symbol], { relistMs: 200 })
    await world.until(() => venue.followed.has(symbol))
    venue.send(symbol, before())
    await world.until(async () => (await world.stored(symbol)).length === 3)
    relist(venue, { tickSize: '0.0025' })
    await world.until(async () => (await world.instrument(symbol)).tickSize === '0.0025')
    expect(venue.follows.map(({ tickSize }) => tickSize)).toEqual(['0.01', '0.0025'])
  })

  test('waits with trades in memory while the tape is converted, also without ids', async () => {
    const { venue, symbol } = await followed('none', before())
    await world.stop()
    relist(venue, { tickSize: '0.004', lotSize: '0.0005' })
    const { pool } = world.store.database
    const blocker = await pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query(
        'select 1 from tape_chunk where instrument_id = (select id from instrument where symbol = $1) for update',
        [symbol],
      )
      await blocker.query('lock table recommended_precision in access exclusive mode')
      world.start(venue, [symbol])
      await world.until(() => venue.follows.at(-1)?.tickSize === '0.002')
      for (let i = 0; i < 20; i++) venue.send(symbol, tapeOf([Date.now() + i, 10 + i]))
      await world.until(() => world.feedRegistry.markets()[0]?.waiting === 20)
      expect(world.feedRegistry.markets()[0].note).toContain('converted to ticks of 0.002 and lots of 0.0005')
      expect((await world.instrument(symbol)).version).toBe(1)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    await world.until(async () => (await world.stored(symbol)).length === 23)
    expect(await world.instrument(symbol)).toMatchObject({ version: 2, tickSize: '0.002', lotSize: '0.0005' })
    expect(textIds(sliceTrades(await world.stored(symbol), 3))).toEqual(
      Array.from({ length: 20 }, (_, i) => String(10 + i)),
    )
  })

  test('or a finer lot is noticed at the next start too', async () => {
    const { venue, symbol } = await followed('contiguous', before())
    await world.stop()
    relist(venue, { lotSize: '0.00025' })
    world.start(venue, [symbol])
    await world.until(async () => (await world.instrument(symbol)).version === 2)
    expect(await world.instrument(symbol)).toMatchObject({ tickSize: '0.01', lotSize: '0.00025' })
  })

  test('is rejected when a price would leave its range, and the tape stays unchanged', async () => {
    const { venue, symbol } = await followed('contiguous', before())
    await world.stop()
    const stored = await world.stored(symbol)
    relist(venue, { tickSize: '0.000000001' })
    world.start(venue, [symbol])
    await world.until(() => world.feedRegistry.markets()[0]?.state === 'refused')
    expect(world.feedRegistry.markets()[0].note).toMatch(
      /cannot be counted in ticks of 0.000000001 .* the tape cannot be continued/,
    )
    expect(await world.instrument(symbol)).toMatchObject({ version: 1, tickSize: '0.01' })
    expect(await world.stored(symbol)).toEqual(stored)
  })
})

test('gaps of a tape with finer units than the listing are repaired in the units of the tape', async () => {
  const { venue, symbol } = await followed('contiguous', before())
  await world.stop()
  relist(venue, { tickSize: '0.1' })
  world.start(venue, [symbol])
  await world.until(() => venue.followed.has(symbol))
  const now = Date.now()
  const next = new TradeBuilder()
  for (let id = 4; id <= 6; id++) next.push(now + id, 8_010, 1, true, 1, id)
  venue.traded.set(symbol, next.build())
  venue.send(symbol, sliceTrades(next.build(), 2))
  await world.until(async () => (await world.stored(symbol)).length === 6)
  expect(venue.asked.every(({ tickSize, lotSize }) => tickSize === '0.01' && lotSize === '0.001')).toBe(true)
  expect(venue.asked.length).toBeGreaterThan(0)
})
