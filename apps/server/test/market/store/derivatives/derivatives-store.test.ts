import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FencedError } from '../../../../src/market/store/index.ts'
import type {
  DerivativesLease,
  LiquidationCommit,
  MinuteStat,
  NewLiquidation,
} from '../../../../src/market/store/index.ts'
import { dropVersion } from '../../../../src/market/store/versions/version-rows.ts'
import { derivativesWorld } from './derivatives-world.ts'
import type { DerivativesWorld } from './derivatives-world.ts'
import { Model, rowsOf } from './model.ts'

const T = Date.UTC(2026, 10, 20, 10)
const WHOLE = { fromMs: 0, toMs: 4e12 }
let world: DerivativesWorld
beforeAll(async () => {
  world = await derivativesWorld()
})
afterAll(() => world.close())

const liquidation = (after: number, given: Partial<NewLiquidation> = {}): NewLiquidation => ({
  ts: T + after,
  position: 'long',
  priceTicks: 1_000,
  lots: 5,
  ...given,
})
const covered = (from: number, until: number, isComplete = true): LiquidationCommit['coverage'] => ({
  fromMs: T + from,
  untilMs: T + until,
  isComplete,
})
/** As if its connection had been lost without a word. */
const unaware = (lease: DerivativesLease): DerivativesLease =>
  Object.assign(Object.create(lease), { assertHeld: () => {} })

describe('append', () => {
  test('numbers liquidations without gaps and publishes them after the commit', async () => {
    const instrument = await world.newInstrument()
    const events = world.events(instrument.symbol)
    const lease = await world.derivatives.acquireLease(instrument)
    expect([lease.lastSeq, lease.untilMs]).toEqual([0, null])
    const first = [liquidation(10), liquidation(5, { position: 'short' })]
    expect(await world.derivatives.append(lease, { liquidations: first, coverage: covered(0, 20) })).toBe(2)
    expect(await world.derivatives.append(lease, { liquidations: [], coverage: covered(0, 90) })).toBe(2)
    expect(await world.derivatives.append(lease, { liquidations: [liquidation(95)], coverage: covered(0, 100) })).toBe(
      3,
    )
    expect([lease.lastSeq, lease.untilMs]).toEqual([3, T + 100])
    expect(events).toMatchObject([
      {
        kind: 'liquidations',
        firstSeq: 1,
        until: T + 20,
        rows: [
          [T + 10, 'long', 1_000, 5],
          [T + 5, 'short', 1_000, 5],
        ],
      },
      { kind: 'liquidations', firstSeq: 3, until: T + 90, rows: [] },
      { kind: 'liquidations', firstSeq: 3, until: T + 100, rows: [[T + 95, 'long', 1_000, 5]] },
    ])
    expect(
      rowsOf(await world.derivatives.readLiquidations(instrument, { ...WHOLE, limit: 9 })).map(({ seq }) => seq),
    ).toEqual([2, 1, 3])
    await lease.release()
  })

  test('rejects a recorder whose lease was taken over, with nothing stored or sent', async () => {
    const instrument = await world.newInstrument()
    const events = world.events(instrument.symbol)
    const old = await world.derivatives.acquireLease(instrument)
    await world.derivatives.append(old, { liquidations: [liquidation(1)], coverage: covered(0, 10) })
    await old.release()
    await expect(world.derivatives.append(old, { liquidations: [], coverage: covered(0, 20) })).rejects.toBeInstanceOf(
      FencedError,
    )
    const next = await world.openOther().acquireLease(instrument)
    for (const attempt of [
      () => world.derivatives.append(unaware(old), { liquidations: [liquidation(11)], coverage: covered(0, 20) }),
      () => world.derivatives.saveStats(unaware(old), [stat(0, { openInterest: '7' })]),
    ])
      await expect(attempt()).rejects.toBeInstanceOf(FencedError)
    expect(events).toHaveLength(1)
    expect(await world.derivatives.readHead(instrument)).toEqual({ lastSeq: 1, fromMs: T, untilMs: T + 10 })
    expect(await world.derivatives.readStats(instrument, WHOLE)).toEqual([])
    await next.release()
  })

  test('stores the commits of several markets in one statement; a fenced one rejects alone', async () => {
    const instruments = [await world.newInstrument(), await world.newInstrument(), await world.newInstrument()]
    const leases: DerivativesLease[] = []
    for (const instrument of instruments) leases.push(await world.derivatives.acquireLease(instrument))
    const [fenced, ...held] = leases
    await fenced.release()
    const next = await world.openOther().acquireLease(instruments[0])
    const events = instruments.map(({ symbol }) => world.events(symbol))
    const query = vi.spyOn(world.tape.database.pool, 'query')
    // The second commit of a lease continues the first, so it is stored by another statement.
    const results = await Promise.allSettled(
      [unaware(fenced), ...held, held[0]].map((lease, i) =>
        world.derivatives.append(lease, {
          liquidations: [liquidation(i), liquidation(i)],
          coverage: covered(0, 10 + i),
        }),
      ),
    )
    expect(query.mock.calls).toHaveLength(2)
    query.mockRestore()
    expect(results).toMatchObject([
      { status: 'rejected', reason: expect.any(FencedError) },
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: 4 },
    ])
    expect(events.map((own) => own.map((event) => event.kind === 'liquidations' && event.until))).toEqual([
      [],
      [T + 11, T + 13],
      [T + 12],
    ])
    for (const [i, seqs] of [[], [1, 2, 3, 4], [1, 2]].entries()) {
      const coverage = await world.derivatives.readCoverage(instruments[i], WHOLE)
      expect(coverage.map(({ to }) => to)).toEqual(seqs.length === 0 ? [] : [T + (i === 1 ? 13 : 12)])
      const rows = await world.derivatives.readSince(instruments[i], 0, { limit: 9 })
      expect(rowsOf(rows).map(({ seq, ts }) => [seq, ts])).toEqual(seqs.map((seq) => [seq, T + (seq > 2 ? 3 : i)]))
    }
    await Promise.all([next, ...held].map((lease) => lease.release()))
  })

  test('rows that the database refuses do not hold up the commits of other markets', async () => {
    const refused = await world.derivatives.acquireLease(await world.newInstrument())
    const lease = await world.derivatives.acquireLease(await world.newInstrument())
    const ts = Date.UTC(2019, 3, 5)
    const old = { liquidations: [liquidation(0, { ts })], coverage: null }
    await world.derivatives.append(refused, old)
    await world.tape.database.pool.query('drop table liquidation_2019_04')
    const results = await Promise.allSettled([
      world.derivatives.append(refused, old),
      world.derivatives.append(lease, { liquidations: [liquidation(1)], coverage: covered(0, 10) }),
    ])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: '23514' } },
      { status: 'fulfilled', value: 1 },
    ])
    expect(await world.derivatives.append(lease, { liquidations: [], coverage: covered(0, 20) })).toBe(1)
    await Promise.all([refused, lease].map((one) => one.release()))
  })

  test.each(['before', 'after'] as const)(
    'stores a repeated commit once when the connection was lost %s it was executed',
    async (when) => {
      const instrument = await world.newInstrument()
      const events = world.events(instrument.symbol)
      const lease = await world.derivatives.acquireLease(instrument)
      const commit = { liquidations: [liquidation(1), liquidation(1)], coverage: covered(0, 10) }
      world.breakNext('append_liquidations', when)
      await expect(world.derivatives.append(lease, commit)).rejects.toThrow('connection lost')
      expect(await world.derivatives.append(lease, commit)).toBe(2)
      expect(await world.derivatives.append(lease, commit)).toBe(4)
      expect((await world.derivatives.readSince(instrument, 0, { limit: 9 })).length).toBe(4)
      expect(events.map((event) => event.kind === 'liquidations' && event.firstSeq)).toEqual([1, 3])
      await lease.release()
    },
  )

  test.each([
    [
      'a price that is no whole number of ticks',
      { liquidations: [liquidation(0, { priceTicks: 1.5 })], coverage: null },
    ],
    ['a quantity of 0', { liquidations: [liquidation(0, { lots: 0 })], coverage: null }],
    ['a quantity that a number cannot hold', { liquidations: [liquidation(0, { lots: 2 ** 53 })], coverage: null }],
    ['a time that is no whole number', { liquidations: [liquidation(0.5)], coverage: null }],
    ['coverage that ends before it begins', { liquidations: [], coverage: covered(10, 5) }],
  ])('refuses %s', async (_name, commit) => {
    const instrument = await world.newInstrument()
    const lease = await world.derivatives.acquireLease(instrument)
    await expect(world.derivatives.append(lease, commit)).rejects.toThrow('Condition failed')
    expect(await world.derivatives.readHead(instrument)).toEqual({ lastSeq: 0, fromMs: null, untilMs: null })
    await lease.release()
  })
})

describe('coverage', () => {
  test('grows with each commit, and a time in which nothing was received stays one', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.derivatives.acquireLease(instrument)
    for (const coverage of [covered(0, 10), covered(0, 40), covered(40, 60), covered(75, 90), covered(75, 80)])
      await world.derivatives.append(lease, { liquidations: [], coverage })
    await world.derivatives.append(lease, { liquidations: [], coverage: covered(85, 120, false) })
    const read = (range: { fromMs: number; toMs: number; cut?: number }) =>
      world.derivatives.readCoverage(instrument, range)
    const expected = [
      { from: T, to: T + 60, isComplete: true },
      { from: T + 75, to: T + 90, isComplete: true },
      { from: T + 90, to: T + 120, isComplete: false },
    ]
    expect(await read(WHOLE)).toEqual(expected)
    expect(await read({ fromMs: T + 5, toMs: T + 100, cut: T + 80 })).toEqual([
      { from: T + 5, to: T + 60, isComplete: true },
      { from: T + 75, to: T + 80, isComplete: true },
    ])
    expect(await read({ fromMs: T + 60, toMs: T + 75 })).toEqual([])
    await lease.release()
  })
})

describe('reads', () => {
  test('of the largest take the earlier of equal values, and are exact beyond 2^53', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.derivatives.acquireLease(instrument)
    const huge = 9_007_199_254_740_991
    const liquidations = [
      liquidation(1, { priceTicks: 6, lots: 4 }),
      liquidation(2, { priceTicks: 4, lots: 6 }),
      liquidation(0, { priceTicks: 3, lots: 8 }),
      liquidation(3, { priceTicks: huge, lots: huge }),
      liquidation(4, { priceTicks: huge, lots: huge - 1, position: 'short' }),
    ]
    await world.derivatives.append(lease, { liquidations, coverage: covered(0, 10) })
    const largest = async (count: number) =>
      rowsOf(await world.derivatives.readLargest(instrument, { ...WHOLE, count })).map(({ seq }) => seq)
    expect([await largest(1), await largest(2), await largest(3), await largest(4)]).toEqual([
      [4],
      [4, 5],
      [3, 4, 5],
      [3, 1, 4, 5],
    ])
    const [sums] = await world.derivatives.readSums(instrument, { starts: [T], endMs: T + 10 })
    expect(sums).toEqual({
      t: T,
      longLots: BigInt(huge) + 18n,
      shortLots: BigInt(huge - 1),
      longValue: BigInt(huge) * BigInt(huge) + 72n,
      shortValue: BigInt(huge) * BigInt(huge - 1),
      count: 5,
    })
    await lease.release()
  })

  test('of delayed readers contain nothing at or after their cut, and later ones nothing twice', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.derivatives.acquireLease(instrument)
    // The third row is older than the second, but was received after it.
    const liquidations = [liquidation(10), liquidation(50), liquidation(20), liquidation(60)]
    await world.derivatives.append(lease, { liquidations, coverage: covered(0, 100) })
    const cut = T + 50
    expect(await world.derivatives.readHead(instrument, cut)).toEqual({ lastSeq: 1, fromMs: T, untilMs: cut })
    const since = async (seq: number, until?: number) =>
      rowsOf(await world.derivatives.readSince(instrument, seq, { limit: 9, cut: until })).map((row) => row.seq)
    expect([await since(0, cut), await since(1, cut), await since(1, T + 51), await since(3)]).toEqual([
      [1],
      [],
      [2, 3],
      [4],
    ])
    expect(await world.derivatives.readHead(instrument, T)).toEqual({ lastSeq: 0, fromMs: null, untilMs: null })
    await lease.release()
  })

  test('of a market that was never recorded are empty', async () => {
    const instrument = await world.newInstrument()
    expect(await world.derivatives.readHead(instrument)).toBeNull()
    expect(await world.derivatives.readCoverage(instrument, WHOLE)).toEqual([])
    expect(await world.derivatives.readLatest(instrument, T)).toBeNull()
    expect(await world.derivatives.readSums(instrument, { starts: [], endMs: T })).toEqual([])
  })
})

const stat = (minutes: number, given: Partial<MinuteStat> = {}): MinuteStat => ({
  minute: T + minutes * MINUTE_MS,
  openInterest: null,
  fundingRate: null,
  nextFundingMs: null,
  markPrice: null,
  indexPrice: null,
  ...given,
})

describe('statistics', () => {
  test('keep every decimal, and later values of a minute replace those that are known', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.derivatives.acquireLease(instrument)
    await world.derivatives.saveStats(lease, [
      stat(0, { openInterest: '123456789012345678.00000001', fundingRate: '-0.00010000', nextFundingMs: T + HOUR_MS }),
      stat(1, { markPrice: '64000.10' }),
    ])
    await world.derivatives.saveStats(lease, [stat(1, { indexPrice: '63999.9', markPrice: '64000.2' }), stat(3)])
    const expected = [
      stat(0, { openInterest: '123456789012345678.00000001', fundingRate: '-0.00010000', nextFundingMs: T + HOUR_MS }),
      stat(1, { indexPrice: '63999.9', markPrice: '64000.2' }),
      stat(3),
    ]
    expect(await world.derivatives.readStats(instrument, WHOLE)).toEqual(expected)
    const delayed = await world.derivatives.readStats(instrument, { ...WHOLE, cut: T + 2 * MINUTE_MS - 1 })
    expect(delayed).toEqual([expected[0]])
    expect(await world.derivatives.readStats(instrument, { ...WHOLE, cut: T + 2 * MINUTE_MS })).toHaveLength(2)
    expect(await world.derivatives.readHead(instrument)).toEqual({ lastSeq: 0, fromMs: T, untilMs: null })
    await expect(world.derivatives.saveStats(lease, [stat(0.5)])).rejects.toThrow('whole minute')
    await lease.release()
  })

  test('of the present are at most an hour old, with the open interest of the day before', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.derivatives.acquireLease(instrument)
    await world.derivatives.saveStats(lease, [
      stat(-24 * 60 - 61, { openInterest: '5' }),
      stat(-24 * 60 - 2, { openInterest: '70' }),
      stat(-24 * 60 + 1, { openInterest: '80' }),
      stat(-3, { openInterest: '100', fundingRate: '0.0001' }),
      stat(0, { markPrice: '9.5' }),
    ])
    const nowMs = T + 20_000
    expect(await world.derivatives.readLatest(instrument, nowMs)).toEqual({
      ts: nowMs,
      openInterest: '100',
      fundingRate: '0.0001',
      nextFundingMs: null,
      markPrice: '9.5',
      indexPrice: null,
      openInterestDayBefore: '70',
    })
    expect(await world.derivatives.readLatest(instrument, nowMs, T - MINUTE_MS)).toMatchObject({
      ts: T - 2 * MINUTE_MS,
      openInterest: '100',
      markPrice: null,
    })
    expect(await world.derivatives.readLatest(instrument, T + 2 * HOUR_MS)).toBeNull()
    await lease.release()
  })
})

describe('retention', () => {
  test('drops months after two years, and coverage never claims what is gone', async () => {
    const own = await derivativesWorld()
    const instrument = await own.newInstrument()
    const lease = await own.derivatives.acquireLease(instrument)
    const months = [T, Date.UTC(2026, 11, 5)]
    for (const ts of months) {
      await own.derivatives.append(lease, {
        liquidations: [liquidation(0, { ts })],
        coverage: { fromMs: T, untilMs: ts + 10, isComplete: true },
      })
      await own.derivatives.saveStats(lease, [{ ...stat(0), minute: ts, markPrice: '1' }])
    }
    expect(await own.derivatives.retain(T + 731 * DAY_MS)).toEqual([])
    const dropped = await own.derivatives.retain(Date.UTC(2028, 11, 3))
    expect([...dropped].sort()).toEqual(['liquidation_2026_11', 'market_stat_2026_11'])
    const start = Date.UTC(2026, 11, 1)
    const check = async (until: number) => {
      expect(await own.derivatives.readCoverage(instrument, WHOLE)).toEqual([
        { from: start, to: until, isComplete: true },
      ])
      expect(await own.derivatives.readHead(instrument)).toMatchObject({ lastSeq: 2, fromMs: start })
    }
    await check(months[1] + 10)
    // The open coverage goes on.
    await own.derivatives.append(lease, {
      liquidations: [],
      coverage: { fromMs: T, untilMs: months[1] + 50, isComplete: true },
    })
    await check(months[1] + 50)
    expect((await own.derivatives.readLiquidations(instrument, { ...WHOLE, limit: 9 })).length).toBe(1)
    await own.close()
  })
})

test('a former version is deleted with its derivatives data, and fences its recorder', async () => {
  const instrument = await world.newInstrument()
  const lease = await world.derivatives.acquireLease(instrument)
  await world.derivatives.append(lease, { liquidations: [liquidation(1)], coverage: covered(0, 10) })
  await world.derivatives.saveStats(lease, [stat(0, { markPrice: '1' })])
  const { pool } = world.tape.database
  await pool.query("update instrument set state = 'former' where id = $1", [instrument.id])
  await dropVersion({ pool } as never, instrument.id)
  for (const table of ['derivatives_head', 'liquidation', 'liquidation_coverage', 'market_stat', 'instrument']) {
    const key = table === 'instrument' ? 'id' : 'instrument_id'
    const { rowCount } = await pool.query(`select from ${table} where ${key} = $1`, [instrument.id])
    expect([table, rowCount]).toEqual([table, 0])
  }
  await expect(world.derivatives.append(lease, { liquidations: [], coverage: covered(0, 20) })).rejects.toBeInstanceOf(
    FencedError,
  )
  await lease.release()
})

const arbitraryLiquidation = fc.record({
  // Some are received late, and some at the same time; over the end of a month.
  ts: fc.integer({ min: 0, max: 40 }).map((after) => Date.UTC(2026, 11) - 20_000 + after * 1_000),
  position: fc.constantFrom('long' as const, 'short' as const),
  priceTicks: fc.integer({ min: 1, max: 6 }),
  lots: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(9_007_199_254_740_991)),
})
const arbitraryStep = fc.record({
  liquidations: fc.array(arbitraryLiquidation, { maxLength: 5 }),
  gap: fc.integer({ min: -3, max: 3 }),
  length: fc.integer({ min: 0, max: 5 }),
  hasCoverage: fc.boolean(),
  isComplete: fc.boolean(),
  fault: fc.constantFrom('none' as const, 'none' as const, 'before' as const, 'after' as const, 'lease' as const),
})

test('random commits, lost answers and changes of the lease leave exactly what was committed', async () => {
  const other = world.openOther()
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryStep, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 45 }),
      fc.integer({ min: 1, max: 8 }),
      async (steps, cutAfter, count) => {
        const instrument = await world.newInstrument()
        const events = world.events(instrument.symbol)
        const model = new Model()
        let store = world.derivatives
        let lease = await store.acquireLease(instrument)
        let clock = Date.UTC(2026, 11) - 30_000
        for (const { liquidations, gap, length, hasCoverage, isComplete, fault } of steps) {
          const fromMs = clock + gap * 100
          const untilMs = fromMs + length * 100
          clock = Math.max(clock, untilMs)
          const commit = { liquidations, coverage: hasCoverage ? { fromMs, untilMs, isComplete } : null }
          if (fault === 'lease') {
            await lease.release()
            store = store === other ? world.derivatives : other
            lease = await store.acquireLease(instrument)
          } else if (fault !== 'none') {
            world.breakNext('append_liquidations', fault)
            await expect(store.append(lease, commit)).rejects.toThrow('connection lost')
          }
          model.append(commit)
          expect(await store.append(lease, commit)).toBe(model.rows.length)
        }
        await lease.release()
        const range = { fromMs: Date.UTC(2026, 11) - 15_000, toMs: Date.UTC(2026, 11) + 12_000 }
        for (const cut of [undefined, Date.UTC(2026, 11) - 22_000 + cutAfter * 1_000]) {
          for (const { fromMs, toMs } of [WHOLE, range]) {
            const query = { fromMs, toMs, cut }
            const read = rowsOf(await other.readLiquidations(instrument, { ...query, limit: 1_000 }))
            expect(read).toEqual(model.sorted(query))
            expect(rowsOf(await other.readLargest(instrument, { ...query, count }))).toEqual(
              model.largest(query, count),
            )
            expect(await other.readCoverage(instrument, query)).toEqual(model.coverage(query))
            // Pages.
            const pages = []
            for (let after: { ts: number; seq: number } | undefined; ;) {
              const page = rowsOf(await other.readLiquidations(instrument, { ...query, limit: count, after }))
              pages.push(...page)
              if (page.length < count) break
              after = page.at(-1)
            }
            expect(pages).toEqual(read)
          }
          const seq = Math.floor(model.rows.length / 2)
          expect(rowsOf(await other.readSince(instrument, seq, { limit: count, cut }))).toEqual(
            model.since(seq, { limit: count, cut }),
          )
          const starts = [0, 3, 11, 12, 30].map((after) => range.fromMs + after * 1_000)
          expect(await other.readSums(instrument, { starts, endMs: range.toMs + 20_000, cut })).toEqual(
            model.sums(starts, range.toMs + 20_000, cut),
          )
          const head = await other.readHead(instrument, cut)
          expect(head?.lastSeq).toBe(model.since(0, { limit: Infinity, cut }).length)
        }
        const sent = events.flatMap((event) =>
          event.kind === 'liquidations' ? event.rows.map(([ts], i) => [event.firstSeq + i, ts]) : [],
        )
        expect(sent).toEqual(model.rows.map(({ seq, ts }) => [seq, ts]))
      },
    ),
    { numRuns: 40 },
  )
}, 120_000)
