// The numbers of a watchlist follow a revision at the next update, also one that arrives while they are being read.
import { expect, test } from 'vitest'
import type { LogItem, RevisionItem } from '../../../src/market/stream/log-item.ts'
import type { MarketView } from '../../../src/market/stream/market-view.ts'
import { SummaryTracker } from '../../../src/market/stream/summary-tracker.ts'
import type { History, TapeStore } from '../../../src/market/store/index.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { StatTracker } from '../../../src/market/stream/stat-tracker.ts'
import { LTC, MemoryTape } from './memory-tape.ts'
import { NO_DERIVATIVES } from './no-derivatives.ts'

const T = Date.UTC(2025, 5, 30, 12)

/** A tracker over a tape whose history reads can be held back. */
function world() {
  const bus = createBus(() => {})
  const tape = new MemoryTape(bus)
  tape.commit([{ ts: T, price: 8000, qty: 1000, buy: true }], T)
  let listener: (item: LogItem) => void = () => {}
  let hold: Promise<void> | null = null
  const memory = tape.asStore()
  const store = {
    ...memory,
    readHistory: async (...given: Parameters<TapeStore['readHistory']>): Promise<History> => {
      const history = await memory.readHistory(...given)
      await hold
      return history
    },
  }
  const view: MarketView = {
    instrument: LTC,
    cut: () => undefined,
    watermark: () => tape.watermark,
    status: () => null,
    onReset: () => () => {},
    relay: { listen: (hear: typeof listener) => ((listener = hear), () => {}) } as unknown as MarketView['relay'],
  }
  const tracker = new SummaryTracker(view, store, new StatTracker(view, NO_DERIVATIVES, bus))
  return {
    tracker,
    tape,
    /** A log entry for a trade of an hour ago. */
    repair(): void {
      tape.revise([{ ts: T - 3_600_000, price: 7900, qty: 500, buy: false }])
      const item: RevisionItem = {
        kind: 'revision',
        firstSeq: tape.lastSeq,
        lastSeq: tape.lastSeq,
        newestTs: T,
        from: T - 3_600_000,
        to: T,
        reason: 'repair',
      }
      listener(item)
    },
    /** Holds reads from now on; the returned function releases them. */
    hold(): () => void {
      const gate = Promise.withResolvers<void>()
      hold = gate.promise
      return () => {
        hold = null
        gate.resolve()
      }
    },
    volume: () => tracker.present(T).volume,
  }
}

test('a repair is included in the next update, a second later', async () => {
  const { tracker, repair, volume } = world()
  await tracker.begin(T)
  expect(volume()).toBe('1.000')
  repair()
  await tracker.refresh(T + 1_000)
  expect(volume()).toBe('1.500')
})

test.each([
  ['first', true],
  ['second', false],
])('a repair during the %s reading is included too', async (_which, isFirst) => {
  const { tracker, tape, repair, hold, volume } = world()
  let now = T
  if (!isFirst) {
    await tracker.begin(now)
    tape.tick((now += 61_000))
  }
  const release = hold()
  const reading = isFirst ? tracker.begin(now) : tracker.refresh(now)
  await new Promise((resolve) => setImmediate(resolve))
  repair()
  release()
  await reading
  expect(volume()).toBe('1.000')
  await tracker.refresh(now + 1_000)
  expect(volume()).toBe('1.500')
})

test('a repair that the reading already contains causes no other reading', async () => {
  const { tracker, tape, repair, volume } = world()
  tape.mute = true
  repair()
  await tracker.begin(T)
  expect(volume()).toBe('1.500')
  tape.failure = new Error('must not read')
  const seen = tape.lastSeq
  await tracker.refresh(T + 1_000)
  expect(tape.lastSeq).toBe(seen)
  expect(volume()).toBe('1.500')
})

test('a failed reading is retried at the next update', async () => {
  const { tracker, tape, volume } = world()
  tape.failure = new Error('the database is away')
  await tracker.begin(T)
  expect(volume()).toBe(null)
  tape.failure = null
  await tracker.refresh(T + 1_000)
  expect(volume()).toBe('1.000')
})
