import type { Success } from '@flowprint/contract'
import type { ReadHead } from './read-job.ts'

/** Characters per piece of a body. */
const PIECE_LENGTH = 64 * 1024

export const JSON_HEAD: ReadHead = { type: 'application/json; charset=utf-8', headers: {} }

/** Header of an answer whose format (JSON or packed) depends on Accept. */
export const VARY = { vary: 'accept' }

/** Cost of JSON text relative to unpacking its numbers. */
export const JSON_UNITS = 5

export const successText = <T>(data: T): string =>
  JSON.stringify({ code: 200, message: 'OK', data } satisfies Success<T>)

/** Joins short texts into pieces of about 64 Ki characters. */
export function* joined(texts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/**
 * The envelope of an answer whose single long list is written piece by piece.
 * Input   `before` and `after`: the fields around the list; `entries`: the JSON text of the list's entries, with
 * commas.
 */
export function* answerTexts(
  before: object,
  name: string,
  entries: Iterable<string>,
  after: object = {},
): Generator<string> {
  const start = successText(before)
  const fields = start.slice(0, -2)
  yield `${fields}${fields.endsWith('{') ? '' : ','}${JSON.stringify(name)}:[`
  yield* entries
  const end = JSON.stringify(after).slice(1)
  yield end === '}' ? ']}}' : `],${end}}`
}
