import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import type { Cell } from './csv.ts'

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
