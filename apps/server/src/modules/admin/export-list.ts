import type { ExportList, EXPORT_QUERIES } from '@flowprint/contract'
import type { Static } from 'typebox'
import { csvFile, csvHead, csvRows } from '../../platform/csv/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { userFilter, usersAfter } from '../accounts/index.ts'
import { adminOrdersAfter, orderFilter } from '../membership/index.ts'
import { dividendsAfter, unpaidAfter } from '../promotion/index.ts'
import { AUDIT_COLUMNS, DIVIDEND_COLUMNS, ORDER_COLUMNS, USER_COLUMNS } from './export-columns.ts'
import type { ExportedDividend } from './export-columns.ts'
import { auditFilter } from './list-audit.ts'
import { auditAfter } from './repository/audit-rows.ts'

export type ExportQuery = {
  readonly [List in ExportList]: Static<(typeof EXPORT_QUERIES)[List]> & { readonly list: List }
}[ExportList]
type DividendQuery = Extract<ExportQuery, { list: 'dividends' }>

/** Streams a list as CSV text, in order of the IDs. `now` (ms) decides what has expired. */
export async function* exportList(client: Queryable, query: ExportQuery, now: number): AsyncGenerator<string> {
  if (query.list === 'orders') {
    const filter = await orderFilter(client, query)
    yield* csvFile(ORDER_COLUMNS, (afterId, size) => adminOrdersAfter(client, filter, afterId, size))
  } else if (query.list === 'users') {
    const filter = await userFilter(client, query, now)
    yield* csvFile(USER_COLUMNS, (afterId, size) => usersAfter(client, filter, afterId, size))
  } else if (query.list === 'audit') {
    const filter = await auditFilter(client, query)
    yield* csvFile(AUDIT_COLUMNS, (afterId, size) => auditAfter(client, filter, afterId, size))
  } else yield* dividendFile(client, query)
}

/** Earned shares first, then unpaid invitees. */
async function* dividendFile(client: Queryable, { id, status, settlement_id }: DividendQuery): AsyncGenerator<string> {
  const inviter = id === undefined ? {} : { inviterId: id }
  const wanted = settlement_id?.trim().toLowerCase() ?? ''
  yield csvHead(DIVIDEND_COLUMNS)
  if (status !== 'unpaid') {
    const filter = { ...inviter, ...(status === undefined ? {} : { status }) }
    const isWanted = (row: ExportedDividend): boolean =>
      wanted === '' || (row.settlement_id?.startsWith(wanted) ?? false)
    yield* csvRows(DIVIDEND_COLUMNS, (afterId, size) => dividendsAfter(client, filter, afterId, size), isWanted)
  }
  if (wanted === '' && (status === undefined || status === 'unpaid')) {
    yield* csvRows(
      { ...DIVIDEND_COLUMNS, id: () => null },
      async (afterId, size): Promise<(ExportedDividend & { id: number })[]> =>
        (await unpaidAfter(client, inviter, afterId, size)).map((row) => ({
          ...row,
          invitee_id: row.id,
          status: 'unpaid',
        })),
    )
  }
}
