import { Book, BookChangesBuilder, foldColumns, MINUTE_MS } from '@flowprint/orderflow'
import type { BookChanges, BookSide, BookSnapshot } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { FrameMaker } from '../../../../src/market/ingest/depth/rules/frame-maker.ts'
import type { NewDepthFrame } from '../../../../src/market/ingest/depth/rules/frame-maker.ts'
import { randomOf } from '../../store/depth/depth-world.ts'

const T = Date.UTC(2026, 10, 20, 10)
const WINDOW = { low: 90, high: 110 }
const START = { qtyUnit: '0.01', proof: 'proven', reason: '' } as const

const snapshotAt = (t: number): BookSnapshot => ({
  t,
  window: WINDOW,
  bidTicks: Float64Array.of(99, 98),
  bidLots: Float64Array.of(5, 7),
  askTicks: Float64Array.of(101),
  askLots: Float64Array.of(3),
})

function changesOf(
  ...events: readonly (readonly [t: number, side: BookSide, tick: number, lots: number])[]
): BookChanges {
  const builder = new BookChangesBuilder()
  for (const [t, side, tick, lots] of events) {
    builder.startEvent(t)
    builder.push(side, tick, lots)
  }
  return builder.build()
}

const shapeOf = (frames: readonly NewDepthFrame[]) =>
  frames.map(({ kind, until, changes }) => [kind, until - T, ...Array.from(changes?.t ?? [], (t) => t - T)])

describe('frames', () => {
  test('gather changes until the newest is known, exclusive', () => {
    const maker = new FrameMaker()
    maker.start(snapshotAt(T), START)
    maker.changes(changesOf([T + 100, 0, 99, 6], [T + 200, 1, 101, 0]), WINDOW)
    expect(shapeOf(maker.take())).toEqual([
      ['start', 0],
      ['changes', 201, 100, 200],
    ])
    expect(maker.take()).toEqual([])
  })

  test('of a quiet book extend its known time once a second', () => {
    const maker = new FrameMaker()
    maker.start(snapshotAt(T), START)
    maker.take()
    maker.alive(T + 900)
    expect(maker.take()).toEqual([])
    maker.alive(T + 1_400)
    expect(shapeOf(maker.take())).toEqual([['changes', 1_400]])
  })

  test('split at every full minute, which begins with the book', () => {
    const maker = new FrameMaker()
    maker.start(snapshotAt(T), START)
    maker.changes(changesOf([T + 59_999, 0, 99, 6], [T + 60_000, 0, 99, 9]), WINDOW)
    maker.alive(T + 180_000)
    const frames = maker.take()
    expect(shapeOf(frames)).toEqual([
      ['start', 0],
      ['changes', 60_000, 59_999],
      ['keyframe', 60_000],
      ['changes', 120_000, 60_000],
      ['keyframe', 120_000],
      ['changes', 180_000],
      ['keyframe', 180_000],
    ])
    expect(frames[2].snapshot?.bidLots[0]).toBe(6)
    expect(frames[4].snapshot?.bidLots[0]).toBe(9)
  })

  test('never go back: a late change counts at the end of the known time', () => {
    const maker = new FrameMaker()
    maker.start(snapshotAt(T), START)
    maker.changes(changesOf([T + 500, 0, 99, 6]), WINDOW)
    maker.take()
    maker.changes(changesOf([T + 400, 0, 98, 1]), WINDOW)
    expect(shapeOf(maker.take())).toEqual([['changes', 502, 501]])
  })

  test('change to a finer unit with a keyframe', () => {
    const maker = new FrameMaker()
    maker.start(snapshotAt(T), START)
    maker.changes(changesOf([T + 100, 0, 99, 6]), WINDOW)
    maker.unit('0.001', 10)
    maker.changes(changesOf([T + 200, 0, 98, 71]), WINDOW)
    const frames = maker.take()
    expect(frames.map(({ kind, qtyUnit }) => [kind, qtyUnit])).toEqual([
      ['start', '0.01'],
      ['changes', '0.01'],
      ['keyframe', '0.001'],
      ['changes', '0.001'],
    ])
    expect(Array.from(frames[2].snapshot?.bidLots ?? [])).toEqual([60, 70])
  })

  test('end with what was known, and a new run begins with its reason', () => {
    const maker = new FrameMaker()
    maker.start(snapshotAt(T), START)
    maker.changes(changesOf([T + 100, 0, 99, 6]), WINDOW)
    maker.end('connection lost')
    maker.changes(changesOf([T + 200, 0, 99, 7]), WINDOW)
    maker.start(snapshotAt(T + 5_000), { ...START, reason: 'connection lost' })
    const frames = maker.take()
    expect(shapeOf(frames)).toEqual([
      ['start', 0],
      ['changes', 101, 100],
      ['end', 101],
      ['start', 5_000],
    ])
    expect(frames.map(({ reason }) => reason)).toEqual(['', '', 'connection lost', 'connection lost'])
  })

  test('that are shed leave only the end', () => {
    const maker = new FrameMaker()
    maker.start(snapshotAt(T), START)
    maker.changes(changesOf([T + 100, 0, 99, 6]), WINDOW)
    maker.shed('overload')
    expect([maker.levels, maker.isRunning]).toEqual([0, false])
    expect(maker.take().map(({ kind, reason }) => [kind, reason])).toEqual([['end', 'overload']])
  })

  test('of random events lead to the same book and the same columns however they are gathered', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomOf(seed)
      const book = new Book()
      book.load(snapshotAt(T))
      const [often, rarely] = [new FrameMaker(), new FrameMaker()]
      const frames: [NewDepthFrame[], NewDepthFrame[]] = [[], []]
      for (const maker of [often, rarely]) maker.start(snapshotAt(T), START)
      let t = T
      for (let i = 0; i < 400; i++) {
        t += Math.floor(random() * 900)
        const side = (random() < 0.5 ? 0 : 1) as BookSide
        const tick = side === 0 ? 99 - Math.floor(random() * 8) : 101 + Math.floor(random() * 8)
        const changes = changesOf([t, side, tick, Math.floor(random() * 9)])
        book.apply(changes)
        for (const maker of [often, rarely]) maker.changes(changes, WINDOW)
        // Every change is committed at once: two of the same ms are moved apart, so they are left out.
        t += 2
        frames[0].push(...often.take())
        if (i % 50 === 49) frames[1].push(...rarely.take())
      }
      for (const maker of [often, rarely]) maker.alive(t + MINUTE_MS)
      frames[0].push(...often.take())
      frames[1].push(...rarely.take())
      const lastKeyframe = frames[0].findLast(({ snapshot }) => snapshot !== null)
      expect(lastKeyframe?.snapshot, `seed ${seed}`).toEqual(book.snapshot(lastKeyframe?.until ?? 0))
      const [a, b] = frames.map((list) =>
        foldColumns(
          list.map((frame, k) => ({ ...frame, symbol: 'T', seq: k + 1 })),
          { fromMs: T, toMs: T + 5 * MINUTE_MS, step: 1 },
        ),
      )
      expect(a, `seed ${seed}`).toEqual(b)
    }
  })
})
