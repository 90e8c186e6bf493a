import type { ExportList, EXPORT_QUERIES, AdminOrder, AdminUser, AuditRow, DividendRow } from '@flowprint/contract'
import type { Static } from 'typebox'
import { csvFile, csvHead, csvRows } from '../../../platform/csv/index.ts'
import type { Columns } from '../../../platform/csv/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { userFilter, usersAfter } from '../../accounts/index.ts'
import { adminOrdersAfter, orderFilter } from '../../membership/index.ts'
import { dividendsAfter, unpaidAfter } from '../../promotion/index.ts'
import { auditFilter, auditAfter } from './lists.ts'

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

const ORDER_COLUMNS: Columns<AdminOrder> = {
  id: (row) => row.id,
  transaction_id: (row) => row.transaction_id,
  submit_time: (row) => row.submit_time,
  network_type: (row) => row.network_type,
  quoted_amount: (row) => row.quoted_amount,
  amount: (row) => row.amount,
  payment_address: (row) => row.payment_address,
  status: (row) => row.status,
  remark: (row) => row.remark,
  review_time: (row) => row.review_time,
  reviewer_name: (row) => row.reviewer_name,
  reversed_at: (row) => row.reversed_at,
  reversal_remark: (row) => row.reversal_remark,
  user_id: (row) => row.user_id,
  username: (row) => row.username,
  email: (row) => row.email,
  from_exchange: (row) => row.from_exchange,
  late: (row) => row.late,
  check_state: (row) => row.check_state,
  check_reasons: (row) => row.check_reasons.join(' '),
  duplicate_of: (row) => row.duplicate_of,
  disputes: (row) => row.disputes,
}

const USER_COLUMNS: Columns<AdminUser> = {
  id: (row) => row.id,
  username: (row) => row.username,
  first_name: (row) => row.first_name,
  last_name: (row) => row.last_name,
  email: (row) => row.email,
  role: (row) => row.role.join(' '),
  expire_time: (row) => row.expire_time,
  expired: (row) => row.expired,
  register_time: (row) => row.register_time,
  activated: (row) => row.activated,
  disabled: (row) => row.disabled,
  inviter_id: (row) => row.inviter_id,
}

/** An unpaid invitee has neither a share nor a ratio. */
export type ExportedDividend = Pick<
  DividendRow,
  'invitee_id' | 'invitee_name' | 'register_time' | 'inviter_id' | 'inviter_name' | 'status'
> &
  Partial<DividendRow>

const DIVIDEND_COLUMNS: Columns<ExportedDividend> = {
  id: (row) => row.id ?? null,
  invitee_id: (row) => row.invitee_id,
  invitee_name: (row) => row.invitee_name,
  register_time: (row) => row.register_time,
  order_id: (row) => row.order_id ?? null,
  paid_amount: (row) => row.paid_amount ?? '0.000000',
  share_amount: (row) => row.share_amount ?? '0.000000',
  inviter_id: (row) => row.inviter_id,
  inviter_name: (row) => row.inviter_name,
  ratio: (row) => row.ratio ?? null,
  status: (row) => row.status,
  is_clawback: (row) => row.is_clawback ?? false,
  available_at: (row) => row.available_at ?? null,
  mail_sent: (row) => row.mail_sent ?? false,
  settlement_id: (row) => row.settlement_id ?? null,
  settlement_time: (row) => row.settlement_time ?? null,
}

const AUDIT_COLUMNS: Columns<AuditRow> = {
  id: (row) => row.id,
  at: (row) => row.at,
  actor_id: (row) => row.actor_id,
  actor_name: (row) => row.actor_name,
  action: (row) => row.action,
  object_type: (row) => row.object_type,
  object_id: (row) => row.object_id,
  before: (row) => (row.before === null ? null : JSON.stringify(row.before)),
  after: (row) => (row.after === null ? null : JSON.stringify(row.after)),
}
