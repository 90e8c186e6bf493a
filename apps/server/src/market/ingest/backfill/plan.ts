import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { TapeSpans } from '../../store/index.ts'

/** The newest REST slice is short, so that a chart soon has something to show. */
const NEWEST_SLICE = 15 * MINUTE_MS

/** [from, to) in ms. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** One unit of work: a day's file, or a time slice fetched by REST. */
export type Piece =
  | {
      readonly via: 'archive'
      readonly span: Span
      /** What of the day is missing, ascending. */ readonly missing: readonly Span[]
    }
  | { readonly via: 'rest'; readonly span: Span }

export const startOfDay = (ts: number): number => Math.floor(ts / DAY_MS) * DAY_MS

/**
 * Missing time of the window, ascending: time in no covered span, and around gaps by ids.
 * Input   gaps: all gaps, or only those the live feed does not repair (given up, or longer than a day).
 */
export function missingSpans(
  window: Span,
  tape: Pick<TapeSpans, 'spans' | 'gaps'>,
  gaps: 'every' | 'given-up',
): Span[] {
  const missing: Span[] = []
  let at = window.from
  for (const span of tape.spans) {
    if (span.from > at) missing.push({ from: at, to: Math.min(span.from, window.to) })
    at = Math.max(at, span.to)
  }
  missing.push({ from: at, to: window.to })
  for (const gap of tape.gaps) {
    if (gaps === 'given-up' && gap.state !== 'lost' && gap.to - gap.from <= DAY_MS) continue
    missing.push({ from: Math.max(gap.from, window.from), to: Math.min(gap.to + 1, window.to) })
  }
  return joined(missing.filter((span) => span.from < span.to))
}

function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last !== undefined && span.from <= last.to)
      out[out.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else out.push(span)
  }
  return out
}

/**
 * Plans how the missing time is fetched, newest piece first: before `archiveUntil` by day files, the rest by REST.
 * `archiveUntil` of -Infinity: the venue publishes no files. REST pieces end at whole hours; the newest one is shorter.
 */
export function planPieces(missing: readonly Span[], archiveUntil: number, now: number): Piece[] {
  const days = new Map<number, Span[]>()
  const pieces: Piece[] = []
  for (const span of missing) {
    for (let from = span.from; from < Math.min(span.to, archiveUntil);) {
      const day = startOfDay(from)
      const to = Math.min(span.to, day + DAY_MS, archiveUntil)
      days.set(day, [...(days.get(day) ?? []), { from, to }])
      from = to
    }
    const from = Math.max(span.from, archiveUntil)
    if (from < span.to) pieces.push(...restPieces([{ from, to: span.to }], now))
  }
  for (const [day, spans] of days)
    pieces.push({ via: 'archive', span: { from: day, to: day + DAY_MS }, missing: spans })
  return pieces.sort((a, b) => b.span.to - a.span.to)
}

/** Slices for REST, newest first. */
export function restPieces(spans: readonly Span[], now: number): Piece[] {
  const pieces: Piece[] = []
  for (const span of spans) {
    for (let from = span.from; from < span.to;) {
      const hourEnd = Math.floor(from / HOUR_MS) * HOUR_MS + HOUR_MS
      const newest = now - NEWEST_SLICE
      const to = Math.min(span.to, from < newest && newest < hourEnd ? newest : hourEnd)
      pieces.push({ via: 'rest', span: { from, to } })
      from = to
    }
  }
  return pieces.reverse()
}

/** Trades per commit: a commit of this size blocks a market's tape for some tenths of a second at worst. */
const ENOUGH = 100_000

/**
 * Splits the missing time of a day into commits, newest first: whole hours with about `enough` trades together, never
 * across time that is already stored.
 * Input   missing: ascending; hours: trades of each hour of the file.
 * Output  spans that together are exactly the missing ones.
 */
export function planBatches(
  missing: readonly Span[],
  hours: readonly { readonly hourTs: number; readonly count: number }[],
  enough = ENOUGH,
): Span[] {
  const countOf = new Map(hours.map((hour) => [hour.hourTs, hour.count]))
  const batches: Span[] = []
  for (const span of missing.toReversed()) {
    let to = span.to
    let count = 0
    for (let at = span.to; at > span.from;) {
      const hourTs = Math.floor((at - 1) / HOUR_MS) * HOUR_MS
      const from = Math.max(hourTs, span.from)
      count += countOf.get(hourTs) ?? 0
      if (count >= enough || from === span.from) {
        batches.push({ from, to })
        to = from
        count = 0
      }
      at = from
    }
  }
  return batches
}
