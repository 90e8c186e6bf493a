import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { VenueRest } from '@flowprint/venues'
import { filterTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { fetchGap, GapRepairer } from '../../../../src/market/ingest/feed/gap-repairer.ts'
import { createClock } from '../../../../src/platform/clock/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import type { ImportOptions, Lease, TapeGap, TapeStore } from '../../../../src/market/store/index.ts'
import { spec } from '../../../test-database.ts'
import { until } from '../../../until.ts'
import { listingOf } from './fake-venue.ts'
import { tapeOf } from './live-world.ts'

const listing = listingOf('V:BTCUSD', { ids: 'none' })
const T = Date.UTC(2026, 4, 13, 14)

interface Case {
  /** All trades, by time. */
  readonly truth: readonly number[]
  readonly gap: readonly [from: number, to: number]
  /** The venue lists the trades at these positions: a window of recent trades that may end before the newest. */
  readonly listed: readonly [first: number, end: number]
}

/** What the repair reports as covered, and what it stored. */
async function attempt({ truth, gap: [from, to], listed: [first, end] }: Case) {
  const tape = tapeOf(...truth.map((ts, i) => [T + ts, `t${i}`] as const))
  const covered: { from: number; to: number }[] = []
  const stored = new Set<string>()
  const store = {
    async importRun(_: unknown, runs: readonly Trades[], { covers }: ImportOptions) {
      if (covers !== undefined) covered.push({ from: covers.from - T, to: covers.to - T })
      for (const run of runs) for (const id of run.textId ?? []) stored.add(id)
      return { imported: runs.reduce((sum, run) => sum + run.length, 0) }
    },
  } as unknown as TapeStore
  const rest = {
    async *trades(_: unknown, { fromTs = -Infinity, toTs = Infinity }: { fromTs?: number; toTs?: number }) {
      const inList = (i: number) => i >= first && i < end
      const trades = filterTrades(
        tape,
        Array.from(tape.ts, (ts, i) => (inList(i) && ts >= fromTs && ts < toTs ? 1 : 0)),
      )
      yield { trades, complete: first < end && tape.ts[first] < fromTs }
    },
  } as unknown as VenueRest
  const gap: TapeGap = {
    from: T + from,
    to: T + to,
    afterId: null,
    beforeId: null,
    missing: null,
    state: 'repairing',
    proof: 'connection',
  }
  // The feed continues after the gap: its newest trade proves nothing about the list.
  const lease = { instrument: spec('V:BTCUSD', { ids: 'none' }), lastTs: T } as unknown as Lease
  const result = await fetchGap({
    store,
    rest,
    listing,
    traits: { repair: 'recent', reachMs: null },
    gap,
    lease,
    signal: new AbortController().signal,
  })
  return { ...result, covered, stored }
}

describe('gap by time', () => {
  test('is covered up to the newest trade of the list and no further, however current the list seems', async () => {
    const { outcome, covered, stored } = await attempt({
      truth: [0, 100, 200, 300, 400],
      gap: [50, 4_000],
      listed: [0, 4],
    })
    expect([outcome, covered, [...stored]]).toEqual(['progress', [{ from: 50, to: 300 }], ['t1', 't2', 't3']])
  })

  test('is covered completely by a list with a later trade', async () => {
    const { covered } = await attempt({ truth: [0, 100, 9_000], gap: [50, 4_000], listed: [0, 3] })
    expect(covered).toEqual([{ from: 50, to: 4_001 }])
  })

  test('waits while the list has nothing newer than its start', async () => {
    const { outcome, covered } = await attempt({ truth: [0, 10, 9_000], gap: [50, 4_000], listed: [0, 2] })
    expect([outcome, covered]).toEqual(['unproven', []])
  })

  test('never loses a trade: every covered trade was listed', async () => {
    const times = fc
      .array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 40 })
      .map((list) => list.toSorted((a, b) => a - b))
    const cases = times.chain((truth) =>
      fc.record({
        truth: fc.constant(truth),
        gap: fc
          .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 2_000 }))
          .map(([from, length]) => [from, from + length] as const),
        listed: fc
          .tuple(fc.nat(truth.length), fc.nat(truth.length))
          .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
      }),
    )
    let partly = 0
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { covered, stored } = await attempt(one)
        for (const { from, to } of covered) {
          if (to <= one.gap[1]) partly += 1
          for (const [i, ts] of one.truth.entries()) {
            // The feed delivers everything after the gap, including its last millisecond.
            const isAfterNewest = i >= one.listed[1] && ts === one.gap[1]
            if (ts >= from && ts < to && ts <= one.gap[1] && !isAfterNewest) expect(stored).toContain(`t${i}`)
          }
        }
      }),
      { numRuns: 500 },
    )
    expect(partly).toBeGreaterThan(10)
  })
})

test('a gap given up while the database does not answer is given up again later', async () => {
  const gap: TapeGap = {
    from: T,
    to: T + 1_000,
    afterId: '1',
    beforeId: '3',
    missing: 1,
    state: 'repairing',
    proof: 'ids',
  }
  let stored = gap
  let failures = 0
  const store = {
    gaps: async () => [stored],
    async settleGap(_: unknown, settled: TapeGap, state: TapeGap['state']) {
      if (failures++ === 0) throw new Error('connection terminated')
      stored = { ...settled, state }
    },
  } as unknown as TapeStore
  const rest = {
    async *trades() {
      yield { trades: tapeOf(), complete: true }
    },
  } as unknown as VenueRest
  const clock = createClock()
  const repairer = new GapRepairer({
    store,
    clock,
    log: createLog('silent'),
    rest,
    listing,
    // Older than the venue lists: the first answer decides.
    traits: { repair: 'id', reachMs: 1 },
    exchangeTime: (atMs) => atMs,
    isSettled: () => true,
    onLost: () => {},
  })
  const lease = { instrument: spec('V:BTCUSD'), lastTs: T } as unknown as Lease
  const stopping = new AbortController()
  const running = repairer.run(lease, stopping.signal)
  try {
    await until(() => expect(failures).toBe(1))
    repairer.wake()
    await until(() => expect(stored.state).toBe('lost'))
  } finally {
    stopping.abort()
    await running
  }
})
