/**
 * Selects one of two media types by an Accept header; the first one when it has no preference or accepts neither.
 * Rules   the greater q wins; at equal q an explicit type wins over a wildcard, then the first.
 */
export function accepts<First extends string, Second extends string>(
  header: string | undefined,
  first: First,
  second: Second,
): First | Second {
  const ranges = (header ?? '*/*').split(',').map(readRange)
  const [a, b] = [weigh(ranges, first), weigh(ranges, second)]
  if (b.q !== a.q) return b.q > a.q ? second : first
  return b.q > 0 && b.exactness > a.exactness ? second : first
}

interface Range {
  readonly type: string
  readonly q: number
}

function readRange(text: string): Range {
  const [type, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const value = q === undefined ? 1 : Number(q)
  return { type, q: Number.isFinite(value) ? Math.min(Math.max(value, 0), 1) : 0 }
}

/** The most specific range that covers the type decides. */
function weigh(ranges: readonly Range[], type: string): { q: number; exactness: number } {
  const patterns = ['*/*', `${type.split('/')[0]}/*`, type]
  for (let exactness = 2; exactness >= 0; exactness--) {
    const range = ranges.find((one) => one.type === patterns[exactness])
    if (range !== undefined) return { q: range.q, exactness }
  }
  return { q: 0, exactness: -1 }
}
