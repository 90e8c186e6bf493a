/** A piece of a text, matching or not. */
export interface Piece {
  readonly text: string
  /** Offset in the whole text. */
  readonly at: number
  readonly isHit: boolean
}

/**
 * Splits a text into matching and other pieces. Overlapping matches, such as pairs of Chinese characters, are merged.
 * With `length` only an excerpt of about that many characters around the first match is returned.
 */
export function highlight(text: string, terms: readonly string[], length?: number): readonly Piece[] {
  const hits = matches(text, terms)
  const [from, to] = length === undefined ? [0, text.length] : stretch(text, hits[0]?.from ?? 0, length)
  const pieces: Piece[] = []
  const add = (start: number, end: number, isHit: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), at: start, isHit })
  }
  let at = from
  for (const hit of hits) {
    if (hit.to <= from || hit.from >= to) continue
    add(at, Math.max(at, hit.from), false)
    add(Math.max(at, hit.from), Math.min(hit.to, to), true)
    at = Math.min(hit.to, to)
  }
  add(at, to, false)
  if (from > 0) pieces.unshift({ text: '…', at: -1, isHit: false })
  if (to < text.length) pieces.push({ text: '…', at: to, isHit: false })
  return pieces
}

interface Range {
  readonly from: number
  readonly to: number
}

function matches(text: string, terms: readonly string[]): readonly Range[] {
  const low = text.toLowerCase()
  const found: Range[] = []
  // Lower-casing lengthens some letters, which would shift offsets.
  if (low.length !== text.length) return found
  for (const term of terms) {
    for (let at = low.indexOf(term); at >= 0; at = low.indexOf(term, at + 1)) {
      if (isWordStart(low, at, term)) found.push({ from: at, to: at + term.length })
    }
  }
  found.sort((a, b) => a.from - b.from)
  const joined: Range[] = []
  for (const range of found) {
    const last = joined[joined.length - 1]
    if (last && range.from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else joined.push(range)
  }
  return joined
}

/** Latin words match by prefix, as in the search; Chinese anywhere. */
function isWordStart(text: string, at: number, term: string): boolean {
  return /^\p{Script=Han}/u.test(term) || !/[a-z0-9]/.test(text[at - 1] ?? '')
}

/** Starts shortly before the first match, at a word or sentence boundary if one is near. */
function stretch(text: string, hit: number, length: number): readonly [number, number] {
  if (text.length <= length) return [0, text.length]
  const wanted = Math.max(0, Math.min(hit - Math.floor(length / 4), text.length - length))
  const space = text.slice(0, wanted).search(/[\s。；，][^\s。；，]*$/)
  const from = wanted > 0 && space >= 0 && wanted - space < 16 ? space + 1 : wanted
  return [from, Math.min(text.length, from + length)]
}
