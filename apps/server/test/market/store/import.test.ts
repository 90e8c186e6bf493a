import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  emptyTrades,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { type Instrument, type InstrumentSpec, TickChangedError } from '../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { makeTape } from './tapes.ts'

const MIDNIGHT = Date.UTC(2025, 5, 21)
let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const newInstrument = (given: Partial<InstrumentSpec> = {}): Promise<Instrument> =>
  world.store.ensureInstrument(spec(`TEST:I${++count}`, given))
const steady = (start: number, trades: number, gap: number, firstId = 100): Trades =>
  makeTape(
    start - gap,
    Array.from({ length: trades }, (_, i) => ({ gap, price: 8_300 + (i % 7), qty: 10, buy: i % 2 === 0, fills: 1 })),
    firstId,
  )
const states = async (instrument: Instrument, cycleMs = MINUTE_MS) =>
  Array.from((await world.store.readHistory(instrument, { cycleMs, step: 1 })).bars.state)

describe('import', () => {
  test('is one revision with one seq for the whole minutes of its trades', async () => {
    const instrument = await newInstrument()
    const events = world.events(instrument.symbol)
    const result = await world.store.importRun(instrument, [steady(MIDNIGHT + 10_000, 5, 30_000)])
    expect(result).toEqual({
      imported: 5,
      duplicates: 0,
      conflicting: 0,
      conflictExamples: emptyTrades(),
      gaps: 0,
      seq: 1,
      from: MIDNIGHT + 10_000,
      to: MIDNIGHT + 130_000,
    })
    expect(events).toEqual([
      {
        kind: 'revision',
        symbol: instrument.symbol,
        seq: 1,
        from: MIDNIGHT,
        to: MIDNIGHT + 3 * MINUTE_MS,
        reason: 'import',
        newestTs: MIDNIGHT + 130_000,
      },
    ])
    const trades = await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 10 })
    expect(Array.from(trades.seq as Float64Array)).toEqual([1, 1, 1, 1, 1])
  })

  test('of the same trades again stores, logs and publishes nothing', async () => {
    const instrument = await newInstrument()
    const tape = steady(MIDNIGHT, 50, 1_000)
    await world.store.importRun(instrument, [tape])
    const events = world.events(instrument.symbol)
    expect(await world.store.importRun(instrument, [sliceTrades(tape, 20), sliceTrades(tape, 0, 30)])).toMatchObject({
      imported: 0,
      duplicates: 60,
      seq: null,
    })
    expect(events).toEqual([])
    expect((await world.store.readLog(instrument, 1)).lastSeq).toBe(1)
  })

  test('of a fill contained in a stored trade is a duplicate', async () => {
    const instrument = await newInstrument()
    const merged = makeTape(MIDNIGHT, [{ gap: 0, price: 8_300, qty: 30, buy: true, fills: 3 }])
    const fills = makeTape(
      MIDNIGHT,
      Array.from({ length: 3 }, () => ({ gap: 0, price: 8_300, qty: 10, buy: true, fills: 1 })),
    )
    await world.store.importRun(instrument, [merged])
    expect(await world.store.importRun(instrument, [fills])).toMatchObject({
      imported: 0,
      duplicates: 3,
      conflicting: 0,
    })
    const others = { ...fills, price: Int32Array.of(8_300, 8_301, 8_300) }
    expect(await world.store.importRun(instrument, [others])).toMatchObject({
      imported: 0,
      duplicates: 2,
      conflicting: 1,
    })
  })

  test('that fails half-way leaves nothing, and the next one is unaffected', async () => {
    const instrument = await newInstrument()
    const tape = steady(MIDNIGHT, 300_000, 20)
    const batches = function* () {
      yield sliceTrades(tape, 0, 280_000)
      throw new Error('line 280001: no price')
    }
    await expect(world.store.importRun(instrument, batches())).rejects.toThrow('no price')
    expect(await world.store.coverage(instrument)).toMatchObject({ from: null, lastSeq: 0 })
    expect(await world.store.importRun(instrument, [tape])).toMatchObject({ imported: 300_000, seq: 1 })
  })

  test('of nothing does nothing', async () => {
    const instrument = await newInstrument()
    expect(await world.store.importRun(instrument, [emptyTrades()])).toEqual({
      imported: 0,
      duplicates: 0,
      conflicting: 0,
      conflictExamples: emptyTrades(),
      gaps: 0,
      seq: null,
      from: null,
      to: null,
    })
  })

  test('spans years and stores each month in a separate partition', async () => {
    const instrument = await newInstrument()
    const tape = steady(Date.UTC(2023, 10, 30, 23), 40, 20 * DAY_MS)
    await world.store.importRun(instrument, [tape])
    const { bars } = await world.store.readHistory(instrument, { cycleMs: 7 * DAY_MS, step: 1, limit: 100 })
    expect(bars.trades.reduce((sum, trades) => sum + trades, 0)).toBe(40)
    const { rows } = await world.database.pool.query(
      "select count(*)::int as n from pg_class where relname like 'tape_chunk_202%' and relkind = 'r'",
    )
    expect(rows[0].n).toBeGreaterThanOrEqual(24)
  })
})

describe('coverage of an import', () => {
  test('defaults to its first to last trade, with incomplete bars at both', async () => {
    const instrument = await newInstrument()
    await world.store.importRun(instrument, [steady(MIDNIGHT + 10_000, 12, 15_000)])
    expect(await states(instrument)).toEqual([BAR_INCOMPLETE, BAR_COMPLETE, BAR_INCOMPLETE])
  })

  test('is the whole UTC day for an archive day', async () => {
    const instrument = await newInstrument()
    await world.store.importRun(instrument, [steady(MIDNIGHT + 10_000, 12, 15_000)], {
      covers: { from: MIDNIGHT, to: MIDNIGHT + DAY_MS },
    })
    expect(await states(instrument)).toEqual([BAR_COMPLETE, BAR_COMPLETE, BAR_COMPLETE])
    expect(await states(instrument, DAY_MS)).toEqual([BAR_COMPLETE])
  })

  test('is joined by consecutive ids, in any order of imports', async () => {
    const instrument = await newInstrument()
    const tape = steady(MIDNIGHT + 2 * HOUR_MS - MINUTE_MS, 240, 1_000)
    await world.store.importRun(instrument, [sliceTrades(tape, 120)])
    await world.store.importRun(instrument, [sliceTrades(tape, 0, 120)])
    expect(await states(instrument)).toEqual([BAR_COMPLETE, BAR_COMPLETE, BAR_COMPLETE, BAR_INCOMPLETE])
    expect((await world.store.coverage(instrument)).gaps).toEqual([])
  })

  test('has a gap of unknown size for unclaimed time between two imports', async () => {
    const instrument = await newInstrument({ ids: 'none' })
    await world.store.importRun(instrument, [steady(MIDNIGHT, 10, 1_000)], {
      covers: { from: MIDNIGHT, to: MIDNIGHT + HOUR_MS },
    })
    await world.store.importRun(instrument, [steady(MIDNIGHT + 5 * HOUR_MS, 10, 1_000, 900)], {
      covers: { from: MIDNIGHT + 5 * HOUR_MS, to: MIDNIGHT + 6 * HOUR_MS },
    })
    expect((await world.store.coverage(instrument)).gaps).toEqual([
      { from: MIDNIGHT + HOUR_MS, to: MIDNIGHT + 5 * HOUR_MS - 1, missing: null, state: 'lost' },
    ])
  })

  test('has a lost gap for missing ids, whose bars are incomplete until a later import fills it', async () => {
    const instrument = await newInstrument()
    const tape = steady(MIDNIGHT, 600, 1_000)
    const covers = { from: MIDNIGHT, to: MIDNIGHT + DAY_MS }
    const parts = [sliceTrades(tape, 0, 100), sliceTrades(tape, 310)]
    expect(await world.store.importRun(instrument, parts, { covers })).toMatchObject({ gaps: 1 })
    expect(await states(instrument)).toEqual([
      BAR_COMPLETE,
      ...[1, 5].map(() => BAR_INCOMPLETE),
      ...Array<number>(4).fill(BAR_COMPLETE),
    ])
    expect((await world.store.coverage(instrument)).gaps).toEqual([
      { from: MIDNIGHT + 99_000, to: MIDNIGHT + 310_000, missing: 210, state: 'lost' },
    ])
    expect(await world.store.importRun(instrument, [sliceTrades(tape, 100, 310)], { covers })).toMatchObject({
      imported: 210,
      gaps: 0,
    })
    expect(await states(instrument)).toEqual(Array<number>(10).fill(BAR_COMPLETE))
  })

  test('has a gap across the hour in any order of imports', async () => {
    const tape = steady(MIDNIGHT + HOUR_MS - 10_000, 20, 1_000)
    const covers = { from: MIDNIGHT, to: MIDNIGHT + DAY_MS }
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const instrument = await newInstrument()
      const parts = [sliceTrades(tape, 0, 9), sliceTrades(tape, 13)]
      for (const part of order) await world.store.importRun(instrument, [parts[part]], { covers })
      expect((await world.store.coverage(instrument)).gaps).toMatchObject([
        { from: MIDNIGHT + HOUR_MS - 2_000, to: MIDNIGHT + HOUR_MS + 3_000, missing: 4 },
      ])
    }
  })
})

describe('ensureInstrument', () => {
  test('finds the same instrument again, and treats 0.010 as 0.01', async () => {
    const instrument = await newInstrument()
    expect((await world.store.ensureInstrument(spec(instrument.symbol, { tickSize: '0.010' }))).id).toBe(instrument.id)
  })

  test('rejects another tick or lot', async () => {
    const instrument = await newInstrument()
    await expect(world.store.ensureInstrument(spec(instrument.symbol, { tickSize: '0.05' }))).rejects.toBeInstanceOf(
      TickChangedError,
    )
    await expect(world.store.ensureInstrument(spec(instrument.symbol, { lotSize: '1' }))).rejects.toThrow(
      'is stored with tick 0.01 and lot 0.001',
    )
  })

  test('creates one instrument under concurrency', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => world.store.ensureInstrument(spec('TEST:MANY'))))
    expect(new Set(made.map((instrument) => instrument.id)).size).toBe(1)
  })
})
