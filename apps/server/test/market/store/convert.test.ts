import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, HOUR_MS, barsEqual, CYCLES, scaleTrades, sliceTrades, storedSteps } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import {
  ConversionRefusedError,
  type Instrument,
  type InstrumentSpec,
  type Lease,
  VersionChangedError,
} from '../../../src/market/store/index.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { NEAR_MONTH_END, barsOfHistory, barsOfTape, makeTape, numbers, tape } from './tapes.ts'

let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const newInstrument = (given: Partial<InstrumentSpec> = {}): Promise<Instrument> =>
  world.store.ensureInstrument(spec(`TEST:C${++count}`, given))

async function underLease<Result>(instrument: Instrument, work: (lease: Lease) => Promise<Result>): Promise<Result> {
  const lease = await world.store.acquireLease(instrument)
  try {
    return await work(lease)
  } finally {
    await lease.release()
  }
}

const convert = (instrument: Instrument, tickSize: string, lotSize: string): Promise<Instrument> =>
  underLease(instrument, (lease) => world.store.convert(lease, { tickSize, lotSize }))

/** Checks that the stored tape gives the engine's bars of these trades at every interval, at native ticks and every stored step. */
async function expectTape(instrument: Instrument, want: Trades): Promise<void> {
  const stored = await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 1_000_000 })
  expect(Array.from(stored.price)).toEqual(Array.from(want.price))
  expect(Array.from(stored.qty)).toEqual(Array.from(want.qty))
  for (const { ms } of CYCLES) {
    for (const step of [...storedSteps(instrument.tickSize), 7]) {
      const history = await world.store.readHistory(instrument, { cycleMs: ms, step, limit: 50_000 })
      const equal = barsEqual(numbers(barsOfHistory(history, ms, step)), numbers(barsOfTape(want, ms, step)))
      expect({ ms, step, equal }).toEqual({ ms, step, equal: true })
    }
  }
}

const someTape = (trades: number, gap = 700): Trades =>
  makeTape(
    NEAR_MONTH_END,
    Array.from({ length: trades }, (_, i) => ({
      gap: (i * 7919) % (2 * gap),
      price: 8_300 + ((i * 31) % 97),
      qty: 1 + ((i * 104_729) % 900),
      buy: (i * i) % 3 > 0,
      fills: 1 + (i % 2),
    })),
  )

describe('tape in finer units', () => {
  test(
    'has the same bars at every interval, imported or live, whatever is still open',
    { tags: ['long'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          tape,
          fc.constantFrom(['0.001', '0.001', 10, 1], ['0.005', '0.0005', 2, 2], ['0.01', '0.00001', 1, 100]),
          fc.boolean(),
          fc.nat(100),
          async (trades, [tick, lot, k, m], live, share) => {
            const instrument = await newInstrument({ live })
            const half = Math.ceil((trades.length * share) / 100)
            await world.store.importRun(instrument, [sliceTrades(trades, 0, live ? half : trades.length)])
            if (live) {
              const rest = sliceTrades(trades, half)
              await underLease(instrument, (lease) => world.store.appendLive(lease, rest, trades.ts[trades.length - 1]))
            }
            const next = await convert(instrument, String(tick), String(lot))
            expect(next).toMatchObject({
              symbol: instrument.symbol,
              version: 2,
              tape: instrument.tape,
              tickSize: tick,
              lotSize: lot,
            })
            await expectTape(next, scaleTrades(trades, BigInt(k), BigInt(m)))
          },
        ),
        { numRuns: 25 },
      )
    },
  )

  test('continues live with its clock, ids, log and open minutes', async () => {
    const all = someTape(4_000)
    const instrument = await newInstrument({ live: true })
    const half = sliceTrades(all, 0, 2_000)
    await underLease(instrument, (lease) => world.store.appendLive(lease, half, half.ts[1_999] + 500))
    const before = await world.store.coverage(instrument)
    const events = world.events(instrument.symbol)
    const next = await convert(instrument, '0.0025', '0.001')
    expect(events).toEqual([{ kind: 'resync', symbol: instrument.symbol, reason: 'version' }])
    const after = await world.store.coverage(next)
    expect(after).toEqual({ ...before, lastSeq: before.lastSeq + 1 })
    expect(next.sinceSeq).toBe(after.lastSeq)
    const finer = scaleTrades(all, 4n, 1n)
    const rest = sliceTrades(finer, 2_000)
    const repeated = sliceTrades(finer, 1_990)
    const appended = await underLease(next, (lease) => {
      expect(lease).toMatchObject({ nextId: half.id[1_999] + half.fills[1_999], lastTs: half.ts[1_999] })
      return world.store.appendLive(lease, repeated, all.ts[3_999])
    })
    expect(appended).toMatchObject({
      duplicates: 10,
      firstSeq: after.lastSeq + 1,
      lastSeq: after.lastSeq + rest.length,
    })
    await expectTape(next, finer)
    const { entries } = await world.store.readLog(next, 1)
    entries.reduce((seq, entry) => {
      expect(entry.firstSeq).toBe(seq)
      return entry.lastSeq + 1
    }, 1)
  })

  test('keeps recommended steps as the same decimals', async () => {
    const instrument = await newInstrument()
    await world.store.importRun(instrument, [someTape(3_000, 60_000)])
    await world.store.refreshRecommended(instrument)
    const find = async () => (await world.store.listInstruments()).find(({ symbol }) => symbol === instrument.symbol)
    const before = await find()
    await convert(instrument, '0.001', '0.001')
    const after = await find()
    expect(Object.keys(before?.recommended ?? {})).toEqual(expect.arrayContaining(CYCLES.map(({ value }) => value)))
    const tenfold = Object.fromEntries(
      Object.entries(before?.recommended ?? {}).map(([cycle, step]) => [cycle, step * 10]),
    )
    expect(after).toMatchObject({ recommended: tenfold, maxStep: (before?.maxStep ?? 0) * 10, version: 2 })
  })

  test('stores quantities beyond 2^53 exactly', async () => {
    const wide = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 600 }, (_, i) => ({
        gap: 20_000,
        price: 8_300 + (i % 9),
        qty: 2 ** 46 + i,
        buy: i % 3 > 0,
        fills: 1,
      })),
    )
    const instrument = await newInstrument()
    await world.store.importRun(instrument, [wide])
    const next = await convert(instrument, '0.01', '0.00001')
    await expectTape(next, scaleTrades(wide, 1n, 100n))
    const { bars } = await world.store.readHistory(next, { cycleMs: HOUR_MS, step: 10 })
    expect(bars.overflow).not.toBeNull()
  })

  test.each([
    { what: 'a price', tick: '0.00000001', lot: '0.001', code: /ticks of 0.00000001.*price of/ },
    { what: 'a quantity', tick: '0.01', lot: '0.0000000000000000001', code: /quantity of/ },
  ])('is rejected without changes when $what would leave its range', async ({ tick, lot, code }) => {
    const trades = someTape(500)
    const instrument = await newInstrument({ live: true })
    await underLease(instrument, (lease) => world.store.appendLive(lease, trades, trades.ts[499]))
    await expect(convert(instrument, tick, lot)).rejects.toThrow(ConversionRefusedError)
    await expect(convert(instrument, tick, lot)).rejects.toThrow(code)
    expect(await world.store.findInstrument(instrument.symbol)).toEqual(instrument)
    await expectTape(instrument, trades)
    const { rows } = await world.database.pool.query('select state from instrument where symbol = $1', [
      instrument.symbol,
    ])
    expect(rows).toEqual([{ state: 'current' }])
  })
})

describe('during a conversion', () => {
  test('readers see one version or the other, and a read that began before sees the former one', async () => {
    const trades = someTape(30_000, 40_000)
    const instrument = await newInstrument({ live: true })
    await world.store.importRun(instrument, [trades], { watermark: trades.ts[29_999] })
    const want = {
      1: numbers(barsOfTape(trades, HOUR_MS, 10)),
      2: numbers(barsOfTape(scaleTrades(trades, 10n, 1n), HOUR_MS, 100)),
    }
    let done = false
    const seen = new Set<number>()
    const reading = (async () => {
      while (!done) {
        const found = (await world.store.findInstrument(instrument.symbol)) as Instrument
        const step = found.version === 1 ? 10 : 100
        const history = await world.store.readHistory(found, { cycleMs: HOUR_MS, step, limit: 50_000 })
        seen.add(found.version)
        expect(barsEqual(numbers(barsOfHistory(history, HOUR_MS, step)), want[found.version as 1 | 2])).toBe(true)
        expect((await world.store.listInstruments()).filter(({ symbol }) => symbol === instrument.symbol)).toHaveLength(
          1,
        )
      }
    })()
    const next = await convert(instrument, '0.001', '0.001')
    await world.store.readHistory(next, { cycleMs: HOUR_MS, step: 100 })
    done = true
    await reading
    expect(seen).toContain(1)
    const former = await world.store.readHistory(instrument, { cycleMs: HOUR_MS, step: 10, limit: 50_000 })
    expect(barsEqual(numbers(barsOfHistory(former, HOUR_MS, 10)), want[1])).toBe(true)
  })

  test('imports are stored in the current version, and none is lost', { tags: ['long'] }, async () => {
    const trades = someTape(20_000, 40_000)
    const instrument = await newInstrument({ live: true })
    const [old, fresh] = [sliceTrades(trades, 0, 8_000), sliceTrades(trades, 19_000)]
    await underLease(instrument, (lease) => world.store.appendLive(lease, fresh, trades.ts[19_999]))
    await world.store.importRun(instrument, [old])
    const importing = (async () => {
      for (let from = 8_000; from < 19_000; from += 500)
        await world.store.importRun(instrument, [sliceTrades(trades, from, from + 500)])
    })().catch((error: unknown) => error)
    const next = await convert(instrument, '0.001', '0.001')
    const failure = await importing
    if (failure !== undefined) expect(failure).toBeInstanceOf(VersionChangedError)
    const finer = scaleTrades(trades, 10n, 1n)
    await world.store.importRun(next, [sliceTrades(finer, 8_000, 19_000)])
    await expectTape(next, finer)
  })

  test('a writer of the former version is rejected and gets no lease', async () => {
    const trades = someTape(300)
    const instrument = await newInstrument({ live: true })
    const lease = await world.store.acquireLease(instrument)
    await world.store.appendLive(lease, sliceTrades(trades, 0, 200), trades.ts[199])
    await world.store.convert(lease, { tickSize: '0.001', lotSize: '0.001' })
    await expect(world.store.appendLive(lease, sliceTrades(trades, 200), trades.ts[299])).rejects.toThrow(
      VersionChangedError,
    )
    await expect(world.store.importRun(instrument, [sliceTrades(trades, 200)])).rejects.toThrow(VersionChangedError)
    await lease.release()
    await expect(world.store.acquireLease(instrument)).rejects.toThrow(VersionChangedError)
  })

  test('a copy that falls behind the clock of the stored tape is restarted', { tags: ['long'] }, async () => {
    const trades = someTape(3_000, 2 * HOUR_MS)
    const instrument = await newInstrument({ live: true })
    const rows = async (): Promise<number> =>
      (
        await world.database.pool.query(
          "select 1 from tape_chunk where instrument_id = (select id from instrument where symbol = $1 and state = 'next')",
          [instrument.symbol],
        )
      ).rowCount ?? 0
    await underLease(instrument, async (lease) => {
      await world.store.importRun(instrument, [sliceTrades(trades, 0, 2_990)], { watermark: trades.ts[2_989] })
      await expect(
        world.store.convert(lease, { tickSize: '0.001', lotSize: '0.001' }, stopAfterSteps(1)),
      ).rejects.toThrow('enough')
      await world.store.importRun(instrument, [sliceTrades(trades, 2_990)], {
        watermark: trades.ts[2_999] + 5 * MINUTE_MS,
        lease,
      })
    })
    expect(await rows()).toBeGreaterThan(0)
    await expectTape(await convert(instrument, '0.001', '0.001'), scaleTrades(trades, 10n, 1n))
  })
})

test('a replaced version is deleted when it is no longer read', async () => {
  const trades = someTape(2_000, 40_000)
  const instrument = await newInstrument()
  await world.store.importRun(instrument, [trades])
  const next = await convert(instrument, '0.001', '0.001')
  const { pool } = world.database
  await world.store.dropFormer()
  expect(
    (await pool.query('select 1 from tape_chunk where instrument_id = $1', [instrument.id])).rowCount,
  ).toBeGreaterThan(0)
  await pool.query("update instrument set state_at = now() - interval '11 minutes' where state <> 'current'")
  expect(await world.store.dropFormer()).toBeGreaterThan(0)
  for (const table of ['tape_chunk', 'footprint_block', 'tape_log', 'tape_head', 'coverage', 'recommended_precision']) {
    expect((await pool.query(`select 1 from ${table} where instrument_id = $1`, [instrument.id])).rowCount).toBe(0)
  }
  await expect(world.store.readHistory(instrument, { cycleMs: HOUR_MS, step: 1 })).rejects.toThrow(VersionChangedError)
  await expectTape(next, scaleTrades(trades, 10n, 1n))
})

/** A signal that is checked before each step, and aborts after the given number of checks. */
function stopAfterSteps(steps: number): AbortSignal {
  let asked = 0
  const { signal } = new AbortController()
  return Object.assign(signal, {
    throwIfAborted() {
      asked += 1
      if (asked > steps) throw new Error('enough')
    },
  })
}
