import { MINUTE_MS, HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CommitPace } from '../../../../src/market/ingest/backfill/commit-batch.ts'
import {
  type Span,
  missingSpans,
  planBatches,
  planPieces,
  startOfDay,
} from '../../../../src/market/ingest/backfill/plan.ts'
import { withoutStored } from '../../../../src/market/ingest/backfill/fill-day.ts'
import { makeTape } from '../../store/tapes.ts'
import { FIRST_DAY, NOW } from './world.ts'

const at = (days: number, hours = 0, minutes = 0): number =>
  FIRST_DAY + days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS
const window = { from: at(0), to: at(3) }
const gap = (from: number, to: number, state: 'open' | 'lost' = 'lost') => ({ from, to, missing: 3, state })

describe('missingSpans', () => {
  test('returns what no span covers inside the window', () => {
    const spans = [
      { from: at(-5), to: at(0, 3) },
      { from: at(1), to: at(1, 12) },
      { from: at(2), to: at(9) },
    ]
    expect(missingSpans(window, { spans, gaps: [] }, 'every')).toEqual([
      { from: at(0, 3), to: at(1) },
      { from: at(1, 12), to: at(2) },
    ])
  })

  test('includes both trades around a gap, and leaves open gaps of up to a day to the feed', () => {
    const tape = { spans: [window], gaps: [gap(at(1), at(1, 1), 'open'), gap(at(2), at(2, 1))] }
    const long = { spans: [window], gaps: [gap(at(0), at(2), 'open')] }
    expect(missingSpans(window, long, 'given-up')).toEqual([{ from: at(0), to: at(2) + 1 }])
    expect(missingSpans(window, tape, 'every')).toEqual([
      { from: at(1), to: at(1, 1) + 1 },
      { from: at(2), to: at(2, 1) + 1 },
    ])
    expect(missingSpans(window, tape, 'given-up')).toEqual([{ from: at(2), to: at(2, 1) + 1 }])
  })

  test('returns nothing for a complete tape', () => {
    expect(missingSpans(window, { spans: [{ from: -Infinity, to: Infinity }], gaps: [] }, 'every')).toEqual([])
  })
})

describe('planPieces', () => {
  test('loads whole days by file and the rest by REST, newest first, with the newest slice short', () => {
    const pieces = planPieces([{ from: at(0), to: NOW }], startOfDay(NOW), NOW)
    expect(pieces.slice(0, 3).map(({ via, span }) => [via, (span.to - span.from) / MINUTE_MS])).toEqual([
      ['rest', 15],
      ['rest', 5],
      ['rest', 60],
    ])
    expect(pieces.slice(-2)).toEqual(
      [1, 0].map((day) => ({
        via: 'archive',
        span: { from: at(day), to: at(day + 1) },
        missing: [{ from: at(day), to: at(day + 1) }],
      })),
    )
  })

  test('loads all missing parts of a day with one file', () => {
    const missing = [
      { from: at(0, 1), to: at(0, 2) },
      { from: at(0, 20), to: at(1, 2) },
    ]
    expect(planPieces(missing, startOfDay(NOW), NOW)).toEqual([
      { via: 'archive', span: { from: at(1), to: at(2) }, missing: [{ from: at(1), to: at(1, 2) }] },
      {
        via: 'archive',
        span: { from: at(0), to: at(1) },
        missing: [
          { from: at(0, 1), to: at(0, 2) },
          { from: at(0, 20), to: at(1) },
        ],
      },
    ])
  })

  test('plans every missing time exactly once', () => {
    const spans = fc
      .array(fc.integer({ min: 0, max: 3 * 24 * 60 - 700 }), { minLength: 2, maxLength: 8 })
      .map((edges) => {
        const sorted = [...new Set(edges)].sort((a, b) => a - b)
        return sorted.flatMap((from, i): Span[] =>
          i % 2 === 0 && i + 1 < sorted.length ? [{ from: at(0, 0, from), to: at(0, 0, sorted[i + 1]) }] : [],
        )
      })
    fc.assert(
      fc.property(spans, fc.integer({ min: -60, max: 5_000 }), (missing, until) => {
        const pieces = planPieces(missing, at(0, 0, until), NOW)
        const got = pieces
          .flatMap((piece) => (piece.via === 'archive' ? piece.missing : [piece.span]))
          .toSorted((a, b) => a.from - b.from)
        expect(missingSpans({ from: at(0), to: at(3) }, { spans: got, gaps: [] }, 'every')).toEqual(
          missingSpans({ from: at(0), to: at(3) }, { spans: missing, gaps: [] }, 'every'),
        )
        got.slice(1).forEach((span, i) => expect(span.from).toBeGreaterThanOrEqual(got[i].to))
      }),
    )
  })
})

describe('planBatches', () => {
  const hours = [0, 1, 2, 3, 5].map((hour) => ({ hourTs: at(0, hour), count: 100 }))

  test('returns batches of whole hours, newest first, each with enough trades', () => {
    expect(planBatches([{ from: at(0), to: at(1) }], hours, 200)).toEqual([
      { from: at(0, 3), to: at(1) },
      { from: at(0, 1), to: at(0, 3) },
      { from: at(0), to: at(0, 1) },
    ])
  })

  test('covers exactly the missing time, with boundaries at whole hours', () => {
    const missing = [
      { from: at(0, 0, 30), to: at(0, 2, 10) },
      { from: at(0, 3, 5), to: at(1) },
    ]
    const batches = planBatches(missing, hours, 1)
    expect(missingSpans({ from: at(0), to: at(1) }, { spans: batches.toReversed(), gaps: [] }, 'every')).toEqual([
      { from: at(0), to: at(0, 0, 30) },
      { from: at(0, 2, 10), to: at(0, 3, 5) },
    ])
    expect(batches.every(({ to }) => to % HOUR_MS === 0 || missing.some((span) => span.to === to))).toBe(true)
  })

  test('returns one batch for a day without trades', () => {
    expect(planBatches([{ from: at(0), to: at(1) }], [], 10)).toEqual([{ from: at(0), to: at(1) }])
  })
})

describe('commit interval', () => {
  test('is five seconds during a live feed', async () => {
    let now = 0
    const waits: number[] = []
    const pace = new CommitPace(
      () => now,
      async (ms) => void (waits.push(ms), (now += ms)),
    )
    const { signal } = new AbortController()
    for (const took of [200, 7_000, 4_999, 0]) {
      await pace.ready(true, signal)
      pace.committed()
      now += took
    }
    await pace.ready(true, signal)
    expect(waits).toEqual([4_800, 1, 5_000])
  })

  test('is zero without a live feed', async () => {
    const pace = new CommitPace(
      () => 0,
      async () => expect.unreachable(),
    )
    for (let i = 0; i < 5; i++) {
      await pace.ready(false, new AbortController().signal)
      pace.committed()
    }
  })

  test('ends its wait when the signal aborts', async () => {
    const pace = new CommitPace()
    pace.committed()
    const stop = new AbortController()
    const waiting = pace.ready(true, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toThrow()
  })
})

test('withoutStored removes each stored trade once', () => {
  const trade = { gap: 0, price: 100, qty: 5, buy: true, fills: 1 }
  const trades = makeTape(at(0), [trade, trade, { ...trade, buy: false }])
  const left = withoutStored(trades, makeTape(at(0), [trade], 9_000))
  expect(Array.from(left.id)).toEqual([101, 102])
})
