import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  concatTrades,
  filterTrades,
  findGaps,
  gatherTrades,
  mergeTrades,
  sliceTrades,
  sortTrades,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { GRACE_MS, TradeQueue } from '../../../../src/market/ingest/feed/rules/trade-queue.ts'

const NOW = 1_000_000

/** Trades of one fill: [ts, id]. */
function trades(...list: readonly (readonly [number, number])[]): Trades {
  const builder = new TradeBuilder()
  for (const [ts, id] of list) builder.push(ts, 100, 1, true, 1, id)
  return builder.build()
}

const ids = (trades: Trades): number[] => Array.from(trades.id)

describe('trades waiting for their commit', () => {
  test('are returned once, in canonical order', () => {
    const queue = new TradeQueue('contiguous', 1)
    queue.push(trades([5, 2], [5, 1]), NOW)
    queue.push(trades([5, 2], [7, 3]), NOW)
    expect(ids(queue.take(NOW))).toEqual([1, 2, 3])
    expect(queue.duplicates).toBe(1)
    expect(queue.dueAt()).toBeNull()
  })

  test('are held back for the grace period when their ids jump, then released', () => {
    const queue = new TradeQueue('contiguous', 1)
    queue.push(trades([1, 1], [4, 4]), NOW)
    expect(ids(queue.take(NOW))).toEqual([1])
    expect([queue.length, queue.dueAt()]).toEqual([1, NOW + GRACE_MS])
    expect(ids(queue.take(NOW + GRACE_MS - 1))).toEqual([])
    expect(ids(queue.take(NOW + GRACE_MS))).toEqual([4])
  })

  test('leave no gap when they arrive out of order within the grace period', () => {
    const queue = new TradeQueue('contiguous', 1)
    queue.push(trades([3, 3]), NOW)
    expect(ids(queue.take(NOW))).toEqual([])
    queue.push(trades([1, 1], [2, 2]), NOW + 10)
    expect(ids(queue.take(NOW + 10))).toEqual([1, 2, 3])
  })

  test('are released at once when they arrive out of order after the grace period', () => {
    const queue = new TradeQueue('contiguous', 1)
    queue.push(trades([3, 3]), NOW)
    queue.take(NOW + GRACE_MS)
    queue.push(trades([2, 2]), NOW + 400)
    expect(ids(queue.take(NOW + 400))).toEqual([2])
  })

  test('wait separately for each of several jumps', () => {
    const queue = new TradeQueue('contiguous', 1)
    queue.push(trades([3, 3]), NOW)
    queue.push(trades([5, 5]), NOW + 100)
    expect(ids(queue.take(NOW + GRACE_MS))).toEqual([3])
    expect(ids(queue.take(NOW + GRACE_MS + 100))).toEqual([5])
  })

  test('skip a single id when the venue does', () => {
    const queue = new TradeQueue('sparse', 1)
    queue.push(trades([1, 2], [2, 5]), NOW)
    expect(ids(queue.take(NOW))).toEqual([2])
  })

  test('of a venue without ids are never held back, and are deduplicated by text', () => {
    const queue = new TradeQueue('none', null)
    const builder = new TradeBuilder()
    builder.push(2, 100, 1, true, 1, 2, 'b')
    builder.push(1, 100, 1, true, 1, 1, 'a')
    const run = builder.build()
    queue.push(run, NOW)
    queue.push(run, NOW)
    const taken = queue.take(NOW)
    expect([taken.textId, queue.duplicates, queue.length]).toEqual([['a', 'b'], 2, 0])
  })

  test('are returned again before newer ones when their commit failed', () => {
    const queue = new TradeQueue('contiguous', 1)
    queue.push(trades([1, 1], [2, 2]), NOW)
    const taken = queue.take(NOW)
    queue.putBack(taken)
    queue.push(trades([3, 3], [1, 1]), NOW)
    expect(ids(queue.take(NOW))).toEqual([1, 2, 3])
  })

  test('continue after what another holder of the lease has stored', () => {
    const queue = new TradeQueue('contiguous', 1)
    queue.continueAt(10)
    queue.push(trades([10, 10]), NOW)
    expect(ids(queue.take(NOW))).toEqual([10])
  })
})

describe('any order, repeats, failures and losses', () => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('push' as const),
        at: fc.nat(400),
        count: fc.integer({ min: 1, max: 30 }),
        gap: fc.nat(120),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const) }) },
  )

  test('give exactly the tape when a repair fills the gaps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ gap: fc.nat(50), fills: fc.integer({ min: 1, max: 3 }) }), {
          minLength: 1,
          maxLength: 400,
        }),
        fc.array(step, { maxLength: 60 }),
        (made, steps) => {
          const builder = new TradeBuilder()
          let ts = NOW
          let id = 1
          for (const { gap, fills } of made) {
            ts += gap
            builder.push(ts, 100, 1, true, fills, id)
            id += fills
          }
          const tape = builder.build()
          const queue = new TradeQueue('fills', 1)
          let now = NOW
          let stored = sliceTrades(tape, 0, 0)
          const commit = (fails: boolean): void => {
            const taken = queue.take(now)
            expect(taken).toEqual(sortTrades(taken))
            if (fails) return queue.putBack(taken)
            const merged = mergeTrades(stored, taken)
            expect(merged.duplicates).toBe(0)
            stored = merged.trades
          }
          for (const one of steps) {
            if (one.kind === 'fail') {
              commit(true)
              continue
            }
            now += one.gap
            const from = one.at % tape.length
            // Newest first at times, as some venues send.
            const part = sliceTrades(tape, from, from + one.count)
            queue.push(one.gap % 2 === 0 ? part : gatherTrades(part, Array.from(part.id.keys()).reverse()), now)
            if (one.gap % 3 === 0) commit(false)
          }
          now += GRACE_MS
          commit(false)
          expect(queue.length).toBe(0)
          if (stored.length === 0) return
          // What a repair fetches: exactly the trades of the tape inside each gap.
          const inGaps = findGaps(stored, 'fills').map(({ afterId, beforeId }) =>
            filterTrades(
              tape,
              Array.from(tape.id, (one) => (one > Number(afterId) && one < Number(beforeId) ? 1 : 0)),
            ),
          )
          const repaired = mergeTrades(stored, concatTrades(inGaps)).trades
          const least = Math.min(...stored.id)
          const greatest = Math.max(...stored.id)
          const seen = filterTrades(
            tape,
            Array.from(tape.id, (one) => (one >= least && one <= greatest ? 1 : 0)),
          )
          const plain = (trades: Trades) => ({ ...concatTrades([trades]), seq: null })
          expect(plain(repaired)).toEqual(plain(seen))
        },
      ),
    )
  })
})
