import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, BAR_COMPLETE, BAR_INCOMPLETE, BAR_REPAIRING, emptyTrades, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { type Instrument, type InstrumentSpec, type Lease, openStore } from '../../../src/market/store/index.ts'
import type { TapeEvent } from '../../../src/platform/bus/index.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'

const T = Date.UTC(2025, 5, 21, 12)
let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

/** One trade of one lot per [ms after T, id]; ids below 0 are texts. */
function trades(...list: readonly (readonly [number, number])[]): Trades {
  const builder = new TradeBuilder()
  for (const [at, id] of list) builder.push(T + at, 8_300, 1, true, 1, Math.abs(id), ...(id < 0 ? [`t${id}`] : []))
  return builder.build()
}

interface Live {
  readonly instrument: Instrument
  readonly lease: Lease
  readonly events: TapeEvent[]
}

async function live(given: Partial<InstrumentSpec> = {}): Promise<Live> {
  const instrument = await world.store.ensureInstrument(
    spec(`TEST:H${++count}`, { live: true, ids: 'contiguous', ...given }),
  )
  const lease = await world.store.acquireLease(instrument)
  return { instrument, lease, events: world.events(instrument.symbol) }
}

const states = async ({ instrument }: Live) =>
  Array.from((await world.store.readHistory(instrument, { cycleMs: MINUTE_MS, step: 1 })).bars.state)
const revisions = ({ events }: Live) =>
  events.flatMap((event) =>
    event.kind === 'revision' ? [{ from: event.from - T, to: event.to - T, reason: event.reason }] : [],
  )

describe('gap found by a live commit', () => {
  test('is published with the trades that reveal it, in the order of the log', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1]), T)
    const result = await world.store.appendLive(it.lease, trades([70_000, 4]), T, { gaps: 'repairing' })
    expect(result.gaps).toBe(true)
    expect(it.events.map((event) => event.kind)).toEqual(['trades', 'trades', 'revision'])
    expect(revisions(it)).toEqual([{ from: 0, to: 2 * MINUTE_MS, reason: 'repair' }])
    expect(await world.store.gaps(it.instrument)).toEqual([
      { from: T, to: T + 70_000, afterId: '1', beforeId: '4', missing: 2, state: 'repairing', proof: 'ids' },
    ])
    const { entries } = await world.store.readLog(it.instrument, 1)
    expect(entries.map(({ kind, firstSeq }) => [kind, firstSeq])).toEqual([
      ['trades', 1],
      ['trades', 2],
      ['revision', 3],
    ])
    await it.lease.release()
  })

  test.each([
    [
      'at once',
      [
        [[2, 4]],
        [
          [0, 2],
          [0, 3],
        ],
      ],
    ],
    ['one by one', [[[2, 4]], [[1, 3]], [[0, 2]]]],
    ['from its end', [[[9, 5]], [[7, 4]], [[0, 2]], [[0, 3]]]],
    ['by a trade that comes too late for the raw tail', [[[9_000, 3]], [[4_000, 2]]]],
    ['by late trades, first in part', [[[99_000, 5]], [[4_000, 2]], [[80_000, 4]], [[70_000, 3]]]],
    [
      'after more of the run came',
      [
        [[9_000, 3]],
        [
          [9_500, 4],
          [80_000, 5],
        ],
        [[4_000, 2]],
      ],
    ],
  ] as const)(
    'at the start of the run, filled %s, no longer separates the run from an import',
    async (_how, commits) => {
      const it = await live()
      await world.store.importRun(it.instrument, [trades([0, 1])])
      for (const list of commits) await world.store.appendLive(it.lease, trades(...list), T)
      expect((await world.store.coverage(it.instrument)).gaps).toEqual([])
      await it.lease.release()
    },
  )

  test('partly filled by a repair keeps its state for the rest', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [70_000, 6]), T + 140_000, { gaps: 'repairing' })
    await world.store.importRun(it.instrument, [trades([30_000, 3])], {
      reason: 'repair',
      lease: it.lease,
      gaps: 'repairing',
    })
    expect(
      (await world.store.gaps(it.instrument)).map(({ afterId, beforeId, state }) => [afterId, beforeId, state]),
    ).toEqual([
      ['1', '3', 'repairing'],
      ['3', '6', 'repairing'],
    ])
    await world.store.importRun(it.instrument, [trades([20_000, 2], [40_000, 4], [50_000, 5])], {
      reason: 'repair',
      lease: it.lease,
    })
    expect(await world.store.gaps(it.instrument)).toEqual([])
    expect(await states(it)).toEqual([BAR_COMPLETE, BAR_COMPLETE])
    await it.lease.release()
  })

  test('that is lost makes its bars incomplete with a revision, unlike the change from open to repairing', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [70_000, 4], [130_000, 5]), T + 200_000)
    expect(await states(it)).toEqual([BAR_REPAIRING, BAR_REPAIRING, BAR_COMPLETE])
    const before = revisions(it).length
    const [open] = await world.store.gaps(it.instrument)
    await world.store.settleGap(it.lease, open, 'repairing')
    expect(revisions(it).length).toBe(before)
    await world.store.settleGap(it.lease, { ...open, state: 'repairing' }, 'lost')
    expect(revisions(it).slice(before)).toEqual([{ from: 0, to: 2 * MINUTE_MS, reason: 'repair' }])
    expect(await states(it)).toEqual([BAR_INCOMPLETE, BAR_INCOMPLETE, BAR_COMPLETE])
    await it.lease.release()
  })

  test('that has been closed is not settled', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [1_000, 3]), T + 1_000)
    const [open] = await world.store.gaps(it.instrument)
    await world.store.appendLive(it.lease, trades([500, 2]), T + 1_000)
    const before = it.events.length
    await world.store.settleGap(it.lease, open, 'lost')
    expect([await world.store.gaps(it.instrument), it.events.length]).toEqual([[], before])
    await it.lease.release()
  })
})

describe('unverified range', () => {
  const unproven = { from: T + 65_000, to: T + 70_000 }

  test('is a gap by time within the run, published at once, even without trades', async () => {
    const it = await live({ ids: 'none' })
    await world.store.appendLive(it.lease, trades([0, -1], [61_000, -2]), T + 61_000)
    await world.store.appendLive(it.lease, emptyTrades(), T + 61_000, { unproven, gaps: 'repairing' })
    expect(revisions(it)).toEqual([{ from: MINUTE_MS, to: 2 * MINUTE_MS, reason: 'repair' }])
    await world.store.appendLive(it.lease, trades([121_000, -3]), T + 200_000)
    expect(await states(it)).toEqual([BAR_COMPLETE, BAR_REPAIRING, BAR_COMPLETE])
    expect((await world.store.coverage(it.instrument)).gaps).toEqual([
      { ...unproven, missing: null, state: 'repairing' },
    ])
    await it.lease.release()
  })

  test('outlives the process: another lease continues the run and the gap', async () => {
    const it = await live({ ids: 'none' })
    await world.store.appendLive(it.lease, trades([0, -1], [61_000, -2]), T + 61_000)
    await it.lease.release()
    const next = await world.store.acquireLease(it.instrument)
    await world.store.appendLive(next, trades([121_000, -3]), T + 200_000, { unproven })
    expect(await states(it)).toEqual([BAR_COMPLETE, BAR_REPAIRING, BAR_COMPLETE])
    await next.release()
  })

  test('shrinks to what a repair does not cover', async () => {
    const it = await live({ ids: 'none' })
    await world.store.appendLive(it.lease, trades([0, -1], [80_000, -2]), T + 100_000)
    await world.store.appendLive(it.lease, emptyTrades(), T + 100_000, { unproven })
    const part = { reason: 'repair', lease: it.lease, proof: 'connection' } as const
    await world.store.importRun(it.instrument, [trades([67_000, -3])], {
      ...part,
      covers: { from: T + 66_001, to: T + 68_000 },
    })
    const spans = async () => (await world.store.gaps(it.instrument)).map(({ from, to }) => [from - T, to - T])
    expect(await spans()).toEqual([
      [65_000, 66_000],
      [68_000, 70_000],
    ])
    await world.store.importRun(it.instrument, [emptyTrades()], {
      ...part,
      covers: { from: T + 60_000, to: T + 71_000 },
    })
    expect(await spans()).toEqual([])
    await it.lease.release()
  })

  test('does not exist when the writer has stored everything under another lease', async () => {
    const it = await live({ ids: 'none' })
    await world.store.appendLive(it.lease, trades([0, -1]), T)
    await it.lease.release()
    const next = await world.store.acquireLease(it.instrument)
    await world.store.appendLive(next, trades([61_000, -2], [121_000, -3]), T + 200_000, { unbroken: true })
    expect(await states(it)).toEqual([BAR_COMPLETE, BAR_COMPLETE, BAR_COMPLETE])
    await next.release()
  })
})

describe('volumes of the exchange', () => {
  test('raise the proof when they match, and mark and report a differing minute as lost', async () => {
    const it = await live({ ids: 'none' })
    await world.store.appendLive(it.lease, trades([0, -1], [61_000, -2], [121_000, -3]), T + 200_000)
    const proof = async () => (await world.store.coverage(it.instrument)).proof
    expect([await proof(), it.lease.volumeFrom]).toEqual(['connection', T])
    await world.store.recordVolumes(it.lease, T + 3 * MINUTE_MS, {
      equal: [T, T + 2 * MINUTE_MS],
      unequal: [T + MINUTE_MS],
    })
    expect([await proof(), it.lease.volumeFrom]).toEqual(['volume', T + 3 * MINUTE_MS])
    expect(await states(it)).toEqual([BAR_COMPLETE, BAR_INCOMPLETE, BAR_COMPLETE])
    expect(revisions(it)).toEqual([{ from: MINUTE_MS, to: 2 * MINUTE_MS, reason: 'repair' }])
    await world.store.recordVolumes(it.lease, T + 3 * MINUTE_MS, {
      equal: [T, T + 2 * MINUTE_MS],
      unequal: [T + MINUTE_MS],
    })
    expect(revisions(it).length).toBe(1)
    // A proof that is not extended ends.
    await world.store.closeUpTo(it.lease, T + 60 * MINUTE_MS)
    expect(await proof()).toBe('connection')
    await it.lease.release()
  })
})

describe('market that is no longer followed', () => {
  test('is closed completely, and continues when followed again', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1], [61_000, 2], [62_000, 3]), T + 62_000)
    await world.store.endLive(it.lease)
    const history = await world.store.readHistory(it.instrument, { cycleMs: MINUTE_MS, step: 1 })
    expect([history.watermark, history.tail.length, Array.from(history.bars.trades)]).toEqual([null, 0, [1, 2]])
    expect(it.events.at(-1)).toMatchObject({ kind: 'resync' })
    await world.store.appendLive(it.lease, trades([63_000, 4], [121_000, 5]), T + 190_000)
    const again = await world.store.readHistory(it.instrument, { cycleMs: MINUTE_MS, step: 1 })
    expect([Array.from(again.bars.trades), await states(it)]).toEqual([
      [1, 3, 1],
      [BAR_COMPLETE, BAR_COMPLETE, BAR_COMPLETE],
    ])
    await it.lease.release()
  })
})

describe('clock of a quiet market', () => {
  test('is published each time, and stored when it closes a minute or was not stored for five seconds', async () => {
    const it = await live()
    await world.store.appendLive(it.lease, trades([0, 1]), T)
    const stored = async () => ((await world.store.coverage(it.instrument)).watermark as number) - T
    const seen: number[] = []
    for (const at of [1_000, 4_000, 5_000, 9_000, 61_900, 62_000, 62_100]) {
      await world.store.closeUpTo(it.lease, T + at)
      seen.push(await stored())
    }
    // The minute before T closes at 2,000.
    expect(seen).toEqual([0, 4_000, 4_000, 9_000, 61_900, 62_000, 62_000])
    expect(it.events.flatMap((event) => (event.kind === 'clock' ? [event.watermark - T] : []))).toEqual([
      1_000, 4_000, 5_000, 9_000, 61_900, 62_000, 62_100,
    ])
    // The published clock counts: an older trade is late although the stored clock is behind.
    const late = await world.store.appendLive(it.lease, trades([60_050, 2]), T)
    expect(late.revision).toMatchObject({ reason: 'late' })
    await it.lease.release()
  })
})

describe('commit with a lost answer', () => {
  test.each([
    ['of one statement', 2, 2],
    // A jump in the ids needs the general commit, which publishes the gap as a revision.
    ['of a transaction', 3, 3],
  ])('%s is read from the log by subscribers after the next successful commit', async (_, id, lastSeq) => {
    const { pool, url } = world.database
    let breaks = false
    const breaking = {
      options: pool.options,
      async query(...args: unknown[]) {
        const answer = await (pool.query as (...given: unknown[]) => Promise<unknown>)(...args)
        if (breaks) throw new Error('Connection terminated unexpectedly')
        return answer
      },
      async connect() {
        const client = await pool.connect()
        return new Proxy(client, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target)
            if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
            return async (...args: unknown[]) => {
              const answer = await (target.query as (...given: unknown[]) => Promise<unknown>)(...args)
              if (breaks && args[0] === 'commit') throw new Error('Connection terminated unexpectedly')
              return answer
            }
          },
        }) as PoolClient
      },
    } as unknown as Pool
    const { bus } = world
    const store = openStore({ pool: breaking, url, bus })
    const instrument = await store.ensureInstrument(spec(`TEST:H${++count}`, { live: true, ids: 'contiguous' }))
    const events = world.events(instrument.symbol)
    const lease = await store.acquireLease(instrument)
    await store.appendLive(lease, trades([0, 1]), T)
    breaks = true
    await expect(store.appendLive(lease, trades([10, id]), T)).rejects.toThrow('terminated')
    breaks = false
    // The writer cannot know the result, and commits the same again.
    const again = await store.appendLive(lease, trades([10, id]), T + 10)
    expect(again).toMatchObject({ duplicates: 1, firstSeq: null })
    expect((await store.readLog(instrument, 1)).lastSeq).toBe(lastSeq)
    expect(events.map((event) => event.kind)).toEqual(['trades', 'resync', 'clock'])
    await lease.release()
    await store.close()
  })
})
