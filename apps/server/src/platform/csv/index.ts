import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Leading characters that spreadsheets may evaluate as a formula, including full-width forms. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const NUMBER = /^-?\d+(\.\d+)?$/
/** Includes the separators of other locales, so that no cell is split. */
const NEEDS_QUOTES = /[",;\t\r\n]/

export type Cell = string | number | boolean | null

/**
 * One line of a CSV file for spreadsheets. Text that would be evaluated as a formula gets a leading apostrophe;
 * numbers, including negative ones, stay numbers. Null is an empty cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** One line of a CSV file for programs. Values are numbers, ids and fixed words: nothing needs quotes. */
export const plainLine = (values: readonly (string | number)[]): string => `${values.join(',')}\n`

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

function cellText(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The columns of a file in order, keyed by their names in the calls. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Loads the rows after an ID, ordered by ID; fewer than `size` rows mean the end. */
export type After<Row> = (afterId: number, size: number) => Promise<readonly (Row & { readonly id: number | null })[]>

/** Rows per query; at most this many are in memory. */
const BATCH = 1000

/** Streams a list as CSV text. */
export async function* csvFile<Row>(columns: Columns<Row>, after: After<Row>): AsyncGenerator<string> {
  yield csvHead(columns)
  yield* csvRows(columns, after)
}

export const csvHead = <Row>(columns: Columns<Row>): string => BYTE_ORDER_MARK + csvLine(Object.keys(columns))

export async function* csvRows<Row>(
  columns: Columns<Row>,
  after: After<Row>,
  isWanted: (row: Row) => boolean = () => true,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  let afterId = 0
  for (;;) {
    const rows = await after(afterId, BATCH)
    const text = rows
      .filter(isWanted)
      .map((row) => csvLine(cells.map((cell) => cell(row))))
      .join('')
    if (text !== '') yield text
    if (rows.length < BATCH) return
    afterId = rows[rows.length - 1].id ?? Infinity
  }
}

/** Max bytes buffered for a slow reader before the database is read again. */
const WAITING = 256 * 1024

/**
 * Streams a CSV file. An error before the first line is answered like any other error, and `onStart` is not called; a
 * later one closes the connection.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncGenerator<string>,
  onStart?: () => Promise<void>,
): Promise<FastifyReply> {
  const first = await pieces.next()
  await onStart?.()
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
  return reply.send(Readable.from(inOrder(first, pieces), { objectMode: false, highWaterMark: WAITING }))
}

/** The pieces, of which the first was already read. */
export async function* inOrder(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
