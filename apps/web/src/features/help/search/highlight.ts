/** A piece of a text that was found, or one between. */
export interface Piece {
  readonly text: string
  /** Where in the whole text it begins. */
  readonly at: number
  readonly isHit: boolean
}

/**
 * A text in pieces, those that match one of the terms marked. Overlapping matches, as the pairs of Chinese characters
 * are, become one. With `length` only a stretch of about so many characters around the first match is kept.
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
  // Lower case of some letters is longer: then places would not fit.
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

/** Words of letters are matched from their beginning, as the search does; Chinese anywhere. */
function isWordStart(text: string, at: number, term: string): boolean {
  return /^\p{Script=Han}/u.test(term) || !/[a-z0-9]/.test(text[at - 1] ?? '')
}

/** Begins a little before the first match, at a word or a sentence where one is near. */
function stretch(text: string, hit: number, length: number): readonly [number, number] {
  if (text.length <= length) return [0, text.length]
  const wanted = Math.max(0, Math.min(hit - Math.floor(length / 4), text.length - length))
  const space = text.slice(0, wanted).search(/[\s。；，][^\s。；，]*$/)
  const from = wanted > 0 && space >= 0 && wanted - space < 16 ? space + 1 : wanted
  return [from, Math.min(text.length, from + length)]
}
