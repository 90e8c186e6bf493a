/** [from, to) in ms; -Infinity and Infinity for "from the beginning" and "until now". */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A span and the log entry it is loaded, or requested, up to. */
export interface SeqSpan extends Span {
  readonly seq: number
}

/** The parts of `spans` outside [from, to), in order. */
export function cutSpans<S extends Span>(spans: readonly S[], from: number, to: number): S[] {
  const out: S[] = []
  for (const span of spans) {
    if (span.to <= from || span.from >= to) {
      out.push(span)
      continue
    }
    if (span.from < from) out.push({ ...span, to: from })
    if (span.to > to) out.push({ ...span, from: to })
  }
  return out
}

/** Joins overlapping and touching spans, ascending. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.filter((span) => span.from < span.to).sort((a, b) => a.from - b.from)
  const out: Span[] = []
  for (const { from, to } of sorted) {
    const last = out.at(-1)
    if (last !== undefined && from <= last.to) out[out.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else out.push({ from, to })
  }
  return out
}

/** What remains requested after [from, to) was loaded up to `seq`. */
export function cutKnown(stale: readonly SeqSpan[], from: number, to: number, seq: number): SeqSpan[] {
  return stale.flatMap((span) => (span.seq <= seq ? cutSpans([span], from, to) : [span]))
}
