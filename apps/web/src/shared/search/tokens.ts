/**
 * Tokenizes a text for the search, in lower case.
 *
 * Letters and digits form words, also joined by a point (`0.05`). Chinese has no spaces, so every run yields its single
 * characters and all adjacent pairs: a query of two characters matches wherever they are adjacent, without a dictionary
 * that might segment the text differently than the query.
 */
export function tokensOf(text: string): string[] {
  return runsOf(text).flatMap((run) => (isHan(run) ? [...pairsOf(run), ...run] : [run]))
}

/** Tokens of a query: a run of Chinese is searched by its pairs only, a single character by itself. */
export function queryTokens(text: string): string[] {
  return runsOf(text).flatMap((run) => (isHan(run) && [...run].length > 1 ? pairsOf(run) : [run]))
}

const RUN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:\.\p{N}+)*/gu

function runsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(RUN) ?? []
}

function isHan(run: string): boolean {
  return /^\p{Script=Han}/u.test(run)
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, i) => characters[i] + character)
}
