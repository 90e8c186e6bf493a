import type { ExportList, EXPORT_QUERIES } from '@flowprint/contract'
import type { Static } from 'typebox'
import type { Queryable } from '../../platform/database/index.ts'
import { userFilter, usersAfter } from '../accounts/index.ts'
import { adminOrdersAfter, orderFilter } from '../membership/index.ts'
import { dividendsAfter, unpaidAfter } from '../promotion/index.ts'
import { AUDIT_COLUMNS, DIVIDEND_COLUMNS, ORDER_COLUMNS, USER_COLUMNS } from './export-columns.ts'
import type { Columns, ExportedDividend } from './export-columns.ts'
import { auditFilter } from './list-audit.ts'
import { auditAfter } from './repository/audit-rows.ts'
import { BYTE_ORDER_MARK, csvLine } from './rules/csv.ts'

export type ExportQuery = { readonly [List in ExportList]: Static<(typeof EXPORT_QUERIES)[List]> & { readonly list: List } }[ExportList]
type DividendQuery = Extract<ExportQuery, { list: 'dividends' }>

/** Rows that are read at once; no more of a list is ever in memory. */
const BATCH = 1000

type After<Row> = (afterId: number) => Promise<readonly (Row & { readonly id: number | null })[]>

/** A list as the text of a CSV file, piece by piece, in order of the IDs. `now` in ms: what has expired by then. */
export async function* exportList(client: Queryable, query: ExportQuery, now: number): AsyncGenerator<string> {
  if (query.list === 'orders') {
    const filter = await orderFilter(client, query)
    yield* file(ORDER_COLUMNS, (afterId) => adminOrdersAfter(client, filter, afterId, BATCH))
  } else if (query.list === 'users') {
    const filter = await userFilter(client, query, now)
    yield* file(USER_COLUMNS, (afterId) => usersAfter(client, filter, afterId, BATCH))
  } else if (query.list === 'audit') {
    const filter = await auditFilter(client, query)
    yield* file(AUDIT_COLUMNS, (afterId) => auditAfter(client, filter, afterId, BATCH))
  } else yield* dividendFile(client, query)
}

/** First what was earned, then those who were brought and have not paid. */
async function* dividendFile(client: Queryable, { id, status, settlement_id }: DividendQuery): AsyncGenerator<string> {
  const inviter = id === undefined ? {} : { inviterId: id }
  const wanted = settlement_id?.trim().toLowerCase() ?? ''
  yield headOf(DIVIDEND_COLUMNS)
  if (status !== 'unpaid') {
    const filter = { ...inviter, ...(status === undefined ? {} : { status }) }
    const isWanted = (row: ExportedDividend): boolean => wanted === '' || (row.settlement_id?.startsWith(wanted) ?? false)
    yield* rowsOf(DIVIDEND_COLUMNS, (afterId) => dividendsAfter(client, filter, afterId, BATCH), isWanted)
  }
  if (wanted === '' && (status === undefined || status === 'unpaid')) {
    yield* rowsOf({ ...DIVIDEND_COLUMNS, id: () => null }, async (afterId): Promise<(ExportedDividend & { id: number })[]> =>
      (await unpaidAfter(client, inviter, afterId, BATCH)).map((row) => ({ ...row, invitee_id: row.id, status: 'unpaid' })))
  }
}

async function* file<Row>(columns: Columns<Row>, after: After<Row>): AsyncGenerator<string> {
  yield headOf(columns)
  yield* rowsOf(columns, after)
}

const headOf = <Row>(columns: Columns<Row>): string => BYTE_ORDER_MARK + csvLine(Object.keys(columns))

async function* rowsOf<Row>(columns: Columns<Row>, after: After<Row>, isWanted: (row: Row) => boolean = () => true): AsyncGenerator<string> {
  const cells = Object.values(columns)
  let afterId = 0
  for (;;) {
    const rows = await after(afterId)
    const text = rows.filter(isWanted).map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
    if (text !== '') yield text
    if (rows.length < BATCH) return
    afterId = rows[rows.length - 1].id ?? Infinity
  }
}
