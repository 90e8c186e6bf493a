import { TradeBuilder, decodeFrame, encodeFrame } from '@flowprint/orderflow'
import type { Frame } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ItemRing, Pacer } from '../../../src/market/stream/log-relay.ts'
import { frameAfter, mergeFrames } from '../../../src/market/stream/log-item.ts'
import type { FrameItem, LogItem, RevisionItem } from '../../../src/market/stream/log-item.ts'

const T = Date.UTC(2025, 5, 21, 12)

function frame(firstSeq: number, count = 1): FrameItem {
  const builder = new TradeBuilder()
  // Differs from log order: canonical order is by time.
  const lastSeq = firstSeq + count - 1
  for (let i = 0; i < count; i++)
    builder.push(T + firstSeq * 10 + i, 100, 1, true, 1, firstSeq + i, undefined, lastSeq - i)
  const head = { symbol: 'A:B', tape: 't', instrumentVersion: 1, firstSeq, lastSeq, watermark: T + lastSeq }
  const bytes = encodeFrame({ ...head, trades: builder.build() })
  return { kind: 'frame', firstSeq, lastSeq, newestTs: T + firstSeq * 10 + count - 1, bytes }
}

const revision = (seq: number, reason: RevisionItem['reason'], from = 0): RevisionItem => ({
  kind: 'revision',
  firstSeq: seq,
  lastSeq: seq,
  newestTs: T,
  from,
  to: from + 60_000,
  reason,
})

describe('frames', () => {
  test('merge consecutive ones into one with all trades and the latest watermark', () => {
    const [item, ...rest] = mergeFrames([frame(5, 3), frame(8, 2)])
    expect(rest).toEqual([])
    const merged = decodeFrame(item.bytes)
    expect(merged).toMatchObject({ firstSeq: 5, lastSeq: 9, watermark: T + 9 })
    expect([...(merged.trades.seq ?? [])].sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9])
  })

  test('merge as far as possible without a trade older than the watermark allows', () => {
    /** Frames like those of the store: the watermark never decreases, and no trade is older than it by more than two seconds. */
    const steps = fc.array(
      fc.record({
        rise: fc.integer({ min: 0, max: 3_000 }),
        ages: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    let split = 0
    let joined = 0
    fc.assert(
      fc.property(steps, (list) => {
        let watermark = T
        let seq = 1
        const items = list.map(({ rise, ages }): FrameItem => {
          watermark += rise
          const builder = new TradeBuilder()
          const ordered = ages.toSorted((a, b) => b - a)
          for (const [i, age] of ordered.entries())
            builder.push(watermark - age, 100, 1, true, 1, seq + i, undefined, seq + i)
          const [firstSeq, lastSeq] = [seq, seq + ages.length - 1]
          seq = lastSeq + 1
          const bytes = encodeFrame({
            symbol: 'A:B',
            tape: 't',
            instrumentVersion: 1,
            firstSeq,
            lastSeq,
            watermark,
            trades: builder.build(),
          })
          return { kind: 'frame', firstSeq, lastSeq, newestTs: watermark - ordered[ordered.length - 1], bytes }
        })
        const merged = mergeFrames(items)
        const frames = merged.map(({ bytes }) => decodeFrame(bytes))
        const valid = (all: readonly Frame[]) =>
          Math.min(...all.flatMap(({ trades }) => [...trades.ts])) >=
          Math.max(...all.map((one) => one.watermark as number)) - 2_000
        expect(frames.every((one) => valid([one]))).toBe(true)
        expect(frames.flatMap(({ trades }) => [...(trades.seq as Float64Array)])).toEqual(
          Array.from({ length: seq - 1 }, (_, i) => i + 1),
        )
        for (const [i, { firstSeq, lastSeq, newestTs }] of merged.entries()) {
          expect([firstSeq, lastSeq, newestTs]).toEqual([
            frames[i].firstSeq,
            frames[i].lastSeq,
            Math.max(...frames[i].trades.ts),
          ])
          // The first frame of the next batch could not have been merged into this one.
          const next = items.find((item) => item.firstSeq === lastSeq + 1)
          if (next !== undefined) expect(valid([frames[i], decodeFrame(next.bytes)])).toBe(false)
        }
        if (merged.length > 1) split += 1
        if (merged.length < items.length) joined += 1
      }),
    )
    expect([split > 10, joined > 10]).toEqual([true, true])
  })

  test('split after a seq, whatever the order of their trades', () => {
    const rest = decodeFrame(frameAfter(frame(5, 4), 6).bytes)
    expect([rest.firstSeq, rest.lastSeq, [...(rest.trades.seq ?? [])]]).toEqual([7, 8, [8, 7]])
    const whole = frame(5, 4)
    expect(frameAfter(whole, 4)).toBe(whole)
  })
})

describe('frame ring', () => {
  test('returns frames after a seq, or reports that it no longer can', () => {
    const ring = new ItemRing(10, { keepMs: 1000, maxBytes: 1e9 })
    ring.push(frame(11, 2), 0)
    ring.push(revision(13, 'repair'), 500)
    expect(ring.after(10)?.map(({ lastSeq }) => lastSeq)).toEqual([12, 13])
    expect(ring.after(11)?.map(({ lastSeq }) => lastSeq)).toEqual([12, 13])
    expect(ring.after(13)).toEqual([])
    expect(ring.after(99)).toEqual([])
    expect(ring.after(9)).toBe(null)
    ring.push(frame(14), 1600)
    expect([ring.base, ring.position]).toEqual([13, 14])
    expect(ring.after(12)).toBe(null)
  })

  test('evicts by size, but never the newest', () => {
    const ring = new ItemRing(0, { keepMs: 1e9, maxBytes: 10 })
    ring.push(frame(1), 0)
    ring.push(frame(2), 0)
    expect([ring.base, ring.after(1)?.length]).toEqual([1, 1])
  })

  test('rejects a gap in the log', () => {
    const ring = new ItemRing(0, { keepMs: 1, maxBytes: 1 })
    expect(() => ring.push(frame(2), 0)).toThrow('Invariant')
  })
})

describe('pacing', () => {
  let out: LogItem[] = []
  let pacer: Pacer
  beforeEach(() => {
    vi.useFakeTimers()
    out = []
    pacer = new Pacer(
      () => Date.now(),
      (item) => out.push(item),
    )
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const seqs = () => out.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])

  test('sends the first frame at once and merges those of the next 50 ms', () => {
    for (let seq = 1; seq <= 4; seq++) pacer.push(frame(seq))
    expect(seqs()).toEqual([[1, 1]])
    vi.advanceTimersByTime(50)
    expect(seqs()).toEqual([
      [1, 1],
      [2, 4],
    ])
  })

  test('releases everything at once when more than a thousand items wait', () => {
    // A frame and a revision in turn cannot be merged.
    let seq = 0
    while (pacer.overflowCount === 0 && seq < 3_000) {
      seq += 1
      pacer.push(seq % 2 === 0 ? revision(seq, 'repair') : frame(seq))
      expect(pacer.waitingCount).toBeLessThanOrEqual(1_000)
    }
    expect([pacer.overflowCount, pacer.waitingCount]).toEqual([1, 0])
    expect(out.at(-1)?.lastSeq).toBe(seq)
    expect(out.every((item, i) => i === 0 || item.firstSeq === out[i - 1].lastSeq + 1)).toBe(true)
  })

  test('sends frames that cannot be merged 50 ms apart, in order', () => {
    const late = (seq: number): FrameItem => {
      const builder = new TradeBuilder()
      builder.push(T + seq * 1_500, 100, 1, true, 1, seq, undefined, seq)
      const bytes = encodeFrame({
        symbol: 'A:B',
        tape: 't',
        instrumentVersion: 1,
        firstSeq: seq,
        lastSeq: seq,
        watermark: T + seq * 1_500,
        trades: builder.build(),
      })
      return { kind: 'frame', firstSeq: seq, lastSeq: seq, newestTs: T + seq * 1_500, bytes }
    }
    for (let seq = 1; seq <= 6; seq++) pacer.push(late(seq))
    vi.advanceTimersByTime(49)
    expect(seqs()).toEqual([[1, 1]])
    vi.advanceTimersByTime(1)
    expect(seqs()).toEqual([
      [1, 1],
      [2, 3],
    ])
    vi.advanceTimersByTime(100)
    expect(seqs()).toEqual([
      [1, 1],
      [2, 3],
      [4, 5],
      [6, 6],
    ])
  })

  test('sends at most twenty frames a second', () => {
    let seq = 0
    for (let ms = 0; ms < 1000; ms += 5) {
      pacer.push(frame(++seq))
      vi.advanceTimersByTime(5)
    }
    expect(out.length).toBeLessThanOrEqual(21)
    vi.advanceTimersByTime(50)
    expect(out.at(-1)?.lastSeq).toBe(seq)
  })

  test('keeps the order of frames and revisions', () => {
    pacer.push(frame(1))
    pacer.push(frame(2))
    pacer.push(revision(3, 'late'))
    pacer.push(frame(4))
    vi.advanceTimersByTime(100)
    expect(seqs()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ])
  })

  test('publishes a backfill once in five seconds, with all its ranges', () => {
    for (let i = 0; i < 4; i++) pacer.push(revision(1 + i, 'import', i * 60_000))
    expect(seqs()).toEqual([[1, 1]])
    vi.advanceTimersByTime(4999)
    expect(seqs()).toEqual([[1, 1]])
    vi.advanceTimersByTime(1)
    expect(out[1]).toMatchObject({ firstSeq: 2, lastSeq: 4, from: 60_000, to: 240_000 })
  })

  test('never merges repairs, and never delays frames for a backfill', () => {
    pacer.push(revision(1, 'backfill'))
    pacer.push(revision(2, 'repair'))
    pacer.push(revision(3, 'repair'))
    pacer.push(revision(4, 'backfill'))
    pacer.push(frame(5))
    expect(seqs()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ])
  })

  test('drops pending frames when the log restarts', () => {
    pacer.push(frame(1))
    pacer.push(frame(2))
    pacer.clear()
    vi.advanceTimersByTime(100)
    expect(seqs()).toEqual([[1, 1]])
  })
})
