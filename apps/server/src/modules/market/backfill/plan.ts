import { MINUTE_MS, HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import type { TapeSpans } from '../tape/index.ts'

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
