import { expect, test } from 'vitest'
import { BookBuilder } from '../../packages/venues/src/depth/book-builder.ts'
import { BinanceBookRule } from '../../packages/venues/src/depth/rules/binance.ts'
import { simulateRecording } from '../src/depth/recording.ts'
import { MARKETS } from '../src/ingest/flow.ts'

test('a simulated recording is one run without a loss', () => {
  const { tickSize, lotSize, snapshot, snapshotLevels, updates } = simulateRecording(1)
  const listing = { ...MARKETS[0].listing, kind: 'perpetual', marketId: 'BTCUSDT', tickSize, lotSize } as const
  const lost: string[] = []
  const seen = { snapshots: 0, levels: 0 }
  const builder = new BookBuilder({
    listing,
    qtyUnit: lotSize,
    window: { kind: 'snapshot', levels: snapshotLevels },
    maxCrossedMs: 1_000,
    createRule: () => new BinanceBookRule(listing),
    events: {
      snapshot: () => (seen.snapshots += 1),
      changes: ({ changes }) => (seen.levels += changes.ticks.length),
      unit: () => {},
      unchanged: () => {},
      extended: () => {},
      lost: (reason) => lost.push(reason),
      needsSnapshot: () => {},
    },
  })
  builder.start('test')
  for (const [i, { text, t }] of updates.entries()) {
    builder.read({ text, value: JSON.parse(text) as Record<string, unknown>, receivedAtMs: t })
    if (i === 0) builder.readSnapshot(snapshot, t)
  }
  expect(lost).toEqual([])
  expect(seen.snapshots).toBe(1)
  expect(seen.levels).toBeGreaterThan(1_000)
})
