import * as fc from 'fast-check'
import { BID, Book, BookChangesBuilder } from '@flowprint/orderflow'
import type { BookChanges, BookSide, BookSnapshot } from '@flowprint/orderflow'

/** One level of a change: side, tick, lots. */
export type LevelChange = readonly [BookSide, number, number]
/** Milliseconds since the event before, and its levels. */
export type EventChange = readonly [number, readonly LevelChange[]]

/** Bids at 90 to 99 and asks at 100 to 109 mostly, small quantities, often removals. */
const levelChange: fc.Arbitrary<LevelChange> = fc
  .tuple(fc.constantFrom(0, 1), fc.nat(9), fc.oneof(fc.constant(0), fc.nat(20)))
  .map(([side, away, lots]) => [side as BookSide, side === BID ? 99 - away : 100 + away, lots])

export const eventChanges = (maxLength: number): fc.Arbitrary<EventChange[]> =>
  fc.array(
    fc.tuple(fc.oneof(fc.nat(30), fc.nat(1500), fc.constant(0)), fc.array(levelChange, { minLength: 1, maxLength: 6 })),
    { maxLength },
  )

/** Changes from `t0` on. */
export function makeChanges(t0: number, events: readonly EventChange[]): BookChanges {
  const builder = new BookChangesBuilder()
  let t = t0
  for (const [after, levels] of events) {
    t += after
    builder.startEvent(t)
    for (const [side, tick, lots] of levels) builder.push(side, tick, lots)
  }
  return builder.build()
}

/** A snapshot with these levels, in any order. */
export function makeSnapshot(
  t: number,
  levels: readonly LevelChange[],
  window: { low: number; high: number } = { low: 0, high: 1000 },
): BookSnapshot {
  const book = new Book()
  for (const [side, tick, lots] of levels) book.set(side, tick, lots)
  book.setWindow(window)
  return book.snapshot(t)
}

export const snapshotLevels: fc.Arbitrary<LevelChange[]> = fc.array(levelChange, { maxLength: 12 })
