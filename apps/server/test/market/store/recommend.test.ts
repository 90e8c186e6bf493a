import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CYCLES,
  DAY_MS,
  MINUTE_MS,
  aggregateTrades,
  composeBars,
  isSequenceCycle,
  recommendStep,
  sampleSpans,
} from '@flowprint/orderflow'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { makeTape } from './tapes.ts'

let world: TestStore
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

test('recommended precisions match the engine on the whole tape, with days beyond 2^53 ticks x lots', async () => {
  // As heavy as Bitcoin: 60 minutes x 10^8 lots x 9,500,000 ticks = 5.7 x 10^16.
  const trades = Array.from({ length: 120 }, (_, i) => ({
    gap: MINUTE_MS / 2,
    price: 9_500_000 + ((i * 7_919) % 6_000),
    qty: 50_000_000,
    buy: i % 3 > 0,
    fills: 1,
  }))
  const tape = makeTape(Date.UTC(2026, 0, 5, 10), trades)
  const instrument = await world.store.ensureInstrument(spec('TEST:HEAVY', { lotSize: '0.00001' }))
  const day = Date.UTC(2026, 0, 5)
  await world.store.importRun(instrument, [tape], { covers: { from: day, to: day + DAY_MS } })
  await world.store.refreshRecommended(instrument)
  const minutes = aggregateTrades(tape, { cycleMs: MINUTE_MS, step: 1 })
  const samples = CYCLES.map(({ ms }) =>
    sampleSpans(ms < MINUTE_MS ? aggregateTrades(tape, { cycleMs: ms, step: 1 }) : composeBars(minutes, ms)),
  )
  const price = tape.price[tape.length - 1]
  const wanted = CYCLES.map(({ value, ms }) => [
    value,
    recommendStep({ tickSize: '0.01', cycleMs: ms, samples, price }),
  ])
  const [summary] = await world.store.listInstruments()
  expect(Object.fromEntries(Object.entries(summary.recommended).filter(([cycle]) => !isSequenceCycle(cycle)))).toEqual(
    Object.fromEntries(wanted),
  )
})

test('sizes by trades and volume follow the activity, and steps of older versions are dropped', async () => {
  const DAYS_FROM = Date.UTC(2026, 0, 6)
  // A trade of 0.25 every 6 seconds.
  const trades = Array.from({ length: 14_400 }, (_, i) => ({
    gap: 6_000,
    price: 8_000 + ((i * 37) % 90),
    qty: 250,
    buy: i % 2 > 0,
    fills: 1,
  }))
  const instrument = await world.store.ensureInstrument(spec('TEST:CALM'))
  await world.store.importRun(instrument, [makeTape(DAYS_FROM, trades)], {
    covers: { from: DAYS_FROM, to: DAYS_FROM + DAY_MS },
  })
  const { pool } = world.database
  await pool.query('delete from recommended_precision where instrument_id = $1', [instrument.id])
  await pool.query("insert into recommended_precision (instrument_id, cycle, step) values ($1, '5m', 9)", [
    instrument.id,
  ])
  await world.store.refreshRecommended(instrument)
  const { recommended } = (await world.store.listInstruments()).find(({ symbol }) => symbol === 'TEST:CALM')!
  // Ten trades and 2.5 a minute; bars of 1, 5, 15 and 60 minutes.
  expect(Object.keys(recommended).filter(isSequenceCycle).toSorted()).toEqual([
    '10t',
    '10v',
    '200t',
    '200v',
    '2v',
    '500t',
    '50t',
    '50v',
  ])
  expect(recommended['5m']).not.toBe(9)
})
