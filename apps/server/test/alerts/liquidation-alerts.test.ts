import type { Liquidations } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DerivativesLease, NewLiquidation } from '../../src/market/store/index.ts'
import { LiquidationWindows, MAX_WINDOW_MS } from '../../src/modules/alerts/rules/liquidation-events.ts'
import type { AlertOf } from '../../src/modules/alerts/rules/waiting-alert.ts'
import { cutLeases } from '../test-database.ts'
import { alertWorld, DELAY_MS, START } from './alert-world.ts'
import type { AlertWorld } from './alert-world.ts'

const UNITS = { tickSize: '0.01', lotSize: '0.001' }

describe('the sums of a rule', () => {
  const alertOf = (given: Partial<AlertOf<'liquidation'>>): AlertOf<'liquidation'> => ({
    id: 1,
    armedT: 0,
    lastFiredT: null,
    repeat: 'event',
    cooldownMs: 0,
    expiresAt: null,
    kind: 'liquidation',
    side: 'either',
    atLeast: '1',
    value: 100_000n,
    seconds: 60,
    cycleMs: 60_000,
    ...given,
  })
  type Row = readonly [ts: number, isLong: boolean, price: number, lots: number]
  const columns = (rows: readonly Row[], firstSeq = 1): Liquidations => ({
    length: rows.length,
    seq: Float64Array.from(rows, (_, i) => firstSeq + i),
    ts: Float64Array.from(rows, ([ts]) => ts),
    price: Float64Array.from(rows, ([, , price]) => price),
    lots: Float64Array.from(rows, ([, , , lots]) => lots),
    isLong: Uint8Array.from(rows, ([, isLong]) => Number(isLong)),
  })
  const keysOf = (rows: readonly Row[], given: Partial<AlertOf<'liquidation'>> = {}): string[] =>
    new LiquidationWindows(UNITS, null)
      .evaluate(columns(rows), [alertOf(given)], 0)
      .map((hit) => hit.complete('all').what)

  test('fire at the liquidation that reaches the amount, and again only after they were below it', () => {
    const rows: Row[] = [
      [1_000, true, 100, 600],
      [2_000, false, 100, 600],
      [3_000, true, 100, 400],
      [4_000, true, 100, 400],
      // 60 s later only the last one is left.
      [63_500, true, 100, 599],
      [63_600, true, 100, 1],
    ]
    expect(keysOf(rows)).toEqual(['l long 3', 'l long 6'])
    expect(keysOf(rows, { side: 'short' })).toEqual([])
    expect(keysOf(rows, { side: 'short', value: 60_000n })).toEqual(['l short 2'])
  })

  test('a single one fires each time', () => {
    const rows: Row[] = [
      [1_000, true, 100, 1_000],
      [1_000, true, 100, 999],
      [1_001, false, 1_000, 100],
    ]
    expect(keysOf(rows, { seconds: 0 })).toEqual(['l long 1', 'l short 3'])
  })

  test('do not contain what happened before the alert was armed', () => {
    const rows: Row[] = [
      [1_000, true, 100, 900],
      [2_000, true, 100, 900],
      [2_500, true, 100, 100],
    ]
    expect(keysOf(rows, { armedT: 1_001 })).toEqual(['l long 3'])
    expect(keysOf(rows, { armedT: 2_001 })).toEqual([])
  })

  test('tell value, number and the price of the largest one', () => {
    const rows: Row[] = [
      [1_000, true, 12_345, 2],
      [2_000, true, 10_000, 8],
    ]
    const [hit] = new LiquidationWindows(UNITS, null).evaluate(columns(rows), [alertOf({})], 0)
    expect([hit.from, hit.to]).toEqual([0, 2_000])
    expect(hit.complete('lower bound').facts).toEqual({
      kind: 'liquidation',
      position: 'long',
      value: '1.04690',
      at_least: '1',
      seconds: 60,
      completeness: 'lower bound',
      count: 2,
      largest_price: '100.00',
    })
  })

  test('are those of a plain sum over all rows, also when rows arrive late and the evaluation is restarted', () => {
    const row = fc.tuple(fc.integer({ min: -3_000, max: 90_000 }), fc.boolean(), fc.nat(40), fc.nat(40))
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 60 }),
        fc.nat(60),
        fc.constantFrom(60, 300, 900),
        (drawn, cut, seconds) => {
          let now = 10_000_000
          const rows = drawn.map(([after, isLong, price, lots]): Row => {
            const ts = now + after
            now = Math.max(now, ts)
            return [ts, isLong, price + 1, lots + 1]
          })
          const alert = alertOf({ value: 900n, seconds })
          const expected = rows.flatMap(([ts, isLong], i) => {
            const end = Math.max(...rows.slice(0, i + 1).map(([t]) => t))
            const sum = (count: number): number =>
              rows
                .slice(0, count)
                .filter(([t, long]) => long === isLong && t > end - seconds * 1000)
                .reduce((total, [, , price, lots]) => total + price * lots, 0)
            if (ts <= end - seconds * 1000) return []
            return sum(i + 1) >= 900 && sum(i) < 900 ? [`l ${isLong ? 'long' : 'short'} ${i + 1}`] : []
          })
          const first = new LiquidationWindows(UNITS, null)
          const found = first.evaluate(columns(rows.slice(0, cut)), [alert], 0)
          const { newestTs } = first
          const second = new LiquidationWindows(UNITS, newestTs)
          // As the table is read: by time.
          const end = newestTs ?? -Infinity
          const kept = rows.slice(0, cut).filter(([ts]) => ts >= end - MAX_WINDOW_MS)
          second.restore(columns(kept.toSorted((a, b) => a[0] - b[0])))
          found.push(...second.evaluate(columns(rows.slice(cut), Math.min(cut, rows.length) + 1), [alert], 0))
          expect(found.map((hit) => hit.complete('all').what)).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('alerts on liquidations', () => {
  let world: AlertWorld
  let lease: DerivativesLease
  let until = START
  beforeEach(async () => {
    world = await alertWorld()
    await world.pool.query("update instrument set kind = 'perpetual' where symbol = $1", [world.symbol])
    await world.trade([{ ts: START - 60_000, price: 20_000, qty: 1, buy: true }])
    const instrument = await world.store.findInstrument(world.symbol)
    if (instrument === null) throw new Error('Condition failed: the market exists')
    await world.derivatives.createPartitions(START)
    lease = await world.derivatives.acquireLease(instrument)
    until = START
    await world.derivatives.append(lease, { liquidations: [], coverage: covered(START - 3_600_000, START) })
  })
  afterEach(async () => {
    await lease.release()
    await world.close()
  })

  const covered = (fromMs: number, untilMs: number, isComplete = true) => ({ fromMs, untilMs, isComplete })
  const long = (after: number, lots: number): NewLiquidation => ({
    ts: START + after,
    position: 'long',
    priceTicks: 20_000,
    lots,
  })

  /** Stores liquidations and moves the market beyond them; lets `Alerts` evaluate. */
  async function liquidate(rows: readonly NewLiquidation[], isComplete = true): Promise<void> {
    const from = until
    until = Math.max(until, ...rows.map(({ ts }) => ts + 1))
    await world.derivatives.append(lease, { liquidations: rows, coverage: covered(from, until, isComplete) })
    await move(until)
  }
  async function move(to: number): Promise<void> {
    // The evaluator asks twice a second at most.
    await new Promise((resolve) => setTimeout(resolve, 550))
    await world.trade([{ ts: to, price: 20_000, qty: 1, buy: true }])
    await world.settle()
  }
  const factsOf = async () => (await world.events()).map(({ facts }) => facts)
  /** Waits until the evaluator has found so many: a new one needs the lease of the former first. */
  const waitForFacts = (count: number) =>
    expect
      .poll(
        async () => {
          await move(until)
          return (await factsOf()).length
        },
        { timeout: 20_000 },
      )
      .toBe(count)

  const RULE = { kind: 'liquidation', side: 'either', at_least: '1000', seconds: 60 } as const

  test('fires once per crossing, whether or not the evaluator crashes in between', async () => {
    const who = await world.person()
    await world.wait(who, RULE)
    await world.wait(who, { ...RULE, seconds: 0 })
    let worker = world.worker()
    await worker.poll()
    await move(START)
    // 600 + 500 quote units: the second one reaches 1,000.
    await liquidate([long(1_000, 3_000)])
    await cutLeases(world.pool, 'alerts')
    worker = world.worker()
    await worker.poll()
    await liquidate([long(2_000, 2_500)])
    await waitForFacts(1)
    expect(await factsOf()).toEqual([
      {
        kind: 'liquidation',
        position: 'long',
        value: '1100.00000',
        at_least: '1000',
        seconds: 60,
        completeness: 'all',
        count: 2,
        largest_price: '200.00',
      },
    ])
    // From the beginning again, as after a crash before the position was written.
    await cutLeases(world.pool, 'alerts')
    await world.pool.query(
      `update alert_market set state = jsonb_set(state::jsonb, '{liquidations}', '{"seq":0,"newestTs":null}') where symbol = $1`,
      [world.symbol],
    )
    worker = world.worker()
    await worker.poll()
    await liquidate([long(3_000, 10)])
    expect((await factsOf()).length).toBe(1)
    // A single one that is large enough.
    await liquidate([long(70_000, 6_000)], false)
    await waitForFacts(3)
    const facts = await factsOf()
    expect(facts.slice(1)).toMatchObject([
      { seconds: 60, completeness: 'lower bound', count: 1 },
      { seconds: 0, completeness: 'lower bound', value: '1200.00000' },
    ])
  })

  test('counts what was stored before the first evaluation, and after a crash before its position was stored', async () => {
    const who = await world.person()
    await world.wait(who, RULE)
    await liquidate([long(1_000, 3_000)])
    let worker = world.worker()
    await worker.poll()
    await cutLeases(world.pool, 'alerts')
    await world.pool.query("update alert_market set state = jsonb_set(state::jsonb, '{liquidations}', $1::jsonb)", [
      JSON.stringify({ seq: null, newestTs: null }),
    ])
    // Stored while no evaluator runs.
    await world.derivatives.append(lease, {
      liquidations: [long(2_000, 2_500)],
      coverage: covered(until, START + 2_001),
    })
    worker = world.worker()
    await worker.poll()
    await move(START + 3_000)
    expect(await factsOf()).toMatchObject([{ value: '1100.00000', count: 2 }])
  })

  test('members without delay get it at once, others when their market is there', async () => {
    const [member, free] = [await world.person(), await world.person({ member: false })]
    await world.wait(member, RULE)
    await world.wait(free, RULE, { delayMs: DELAY_MS })
    const worker = world.worker()
    await worker.poll()
    await move(START)
    await liquidate([long(1_000, 6_000)])
    expect((await world.events()).length).toBe(1)
    await move(START + DELAY_MS)
    expect((await world.events()).length).toBe(1)
    await move(START + DELAY_MS + 3_000)
    await worker.poll()
    await move(START + DELAY_MS + 5_000)
    expect((await world.events()).length).toBe(2)
  })

  test('refuses markets without liquidations, and names the reason', async () => {
    const who = await world.person()
    const faultOf = (saving: Promise<unknown>): Promise<unknown> =>
      saving.then(
        () => null,
        (error: { options: { faults: unknown } }) => error.options.faults,
      )
    await world.wait(who, RULE)
    await world.pool.query('update derivatives_head set until_ts = null, cover_from = null')
    expect(await faultOf(world.wait(who, RULE))).toMatchObject([
      { field: 'rule.kind', error: 'LIQUIDATIONS_NOT_RECORDED' },
    ])
    await world.pool.query("update instrument set kind = 'spot' where symbol = $1", [world.symbol])
    expect(await faultOf(world.wait(who, RULE))).toMatchObject([{ field: 'rule.kind', error: 'NOT_A_PERPETUAL' }])
    // A paused alert may be kept.
    expect(await faultOf(world.wait(who, RULE, { enabled: false }))).toBe(null)
  })
})
