import { amountText, ratioText } from '@flowprint/contract'
import type { DividendRow } from '@flowprint/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

export interface DividendFilter {
  readonly inviterId: number
  readonly status?: 'unpaid' | 'pending' | 'settled'
  /** Prefix of a payout ID. */
  readonly settlementId?: string
}

export interface ListPage {
  readonly from: number
  readonly size: number
}

interface ListRow {
  id: number | null
  invitee_id: number
  invitee_name: string
  registered_at: Date
  order_id: number | null
  paid_amount: string
  amount: string
  inviter_name: string
  ratio_bp: number | null
  status: 'unpaid' | 'pending' | 'settled'
  kind: string
  available_at: Date | null
  mail_sent: boolean
  settlement_id: string | null
  settled_at: Date | null
}

type Sql = RawBuilder<unknown>

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/**
 * Merges two lists, each in index order and limited to the page; names and mail states are looked up for the page only.
 */
const earned = (inviterId: number): Sql => sql`
  select d.id, d.invitee_id, d.order_id, d.paid_amount, d.amount, d.ratio_bp, d.status, d.kind, d.available_at, d.settlement_id, d.created_at as at
  from dividend d where d.inviter_id = ${inviterId}`
const unpaid = (inviterId: number, most: number): Sql => sql`
  select null::bigint as id, r.invitee_id, null::bigint as order_id, 0::bigint as paid_amount, 0::bigint as amount, null::integer as ratio_bp,
    'unpaid' as status, 'share' as kind, null::timestamptz as available_at, null::bigint as settlement_id, r.registered_at as at
  from referral r where r.inviter_id = ${inviterId} and r.dividends = 0 order by r.registered_at desc, r.invitee_id desc limit ${most}`

const whole = (inviterId: number, rows: Sql, end: Sql): RawBuilder<ListRow> => sql<ListRow>`
  select l.id, l.invitee_id, invitee.username as invitee_name, referral.registered_at, l.order_id, l.paid_amount::text, l.amount::text,
    inviter.username as inviter_name, l.ratio_bp, l.status, l.kind, l.available_at, s.settlement_id, s.settled_at,
    exists (select from dividend_mail_row mr join dividend_mail m on m.id = mr.mail_id where mr.dividend_id = l.id and m.accepted_at is not null) as mail_sent
  from (${rows}) l
  join referral on referral.invitee_id = l.invitee_id join account invitee on invitee.id = l.invitee_id
  join account inviter on inviter.id = ${inviterId} left join settlement s on s.id = l.settlement_id ${end}`

const present =
  (inviterId: number, ratioBp: number) =>
  (row: ListRow): DividendRow => ({
    id: row.id,
    invitee_id: row.invitee_id,
    invitee_name: row.invitee_name,
    register_time: row.registered_at.toISOString(),
    order_id: row.order_id,
    paid_amount: amountText(BigInt(row.paid_amount)),
    share_amount: amountText(BigInt(row.amount)),
    inviter_id: inviterId,
    inviter_name: row.inviter_name,
    ratio: ratioText(row.ratio_bp ?? ratioBp),
    status: row.status,
    is_clawback: row.kind === 'clawback',
    available_at: iso(row.available_at),
    mail_sent: row.mail_sent,
    settlement_id: row.settlement_id,
    settlement_time: iso(row.settled_at),
  })

/**
 * Shares of an inviter and invitees who have not earned any, newest first. `ratioBp`: the current ratio, for those who
 * have not paid.
 */
export async function listDividends(
  client: Queryable,
  filter: DividendFilter,
  page: ListPage,
  ratioBp: number,
): Promise<DividendRow[]> {
  const { inviterId, status, settlementId } = filter
  const most = page.from + page.size
  const newest = sql`order by d.created_at desc, d.id desc limit ${most}`
  const parts: Sql[] = []
  if (settlementId !== undefined) {
    // One subquery per payout, so that each returns no more rows than the page needs.
    if (status === undefined || status === 'settled')
      parts.push(sql`select of_payout.* from
        (select id from settlement where inviter_id = ${inviterId} and settlement_id like ${`${settlementId}%`}) payout,
        lateral (${earned(inviterId)} and d.settlement_id = payout.id ${newest}) of_payout`)
  } else {
    if (status === undefined) parts.push(sql`${earned(inviterId)} and d.status <> 'void' ${newest}`)
    else if (status !== 'unpaid') parts.push(sql`${earned(inviterId)} and d.status = ${status} ${newest}`)
    if (status === undefined || status === 'unpaid') parts.push(unpaid(inviterId, most))
  }
  if (parts.length === 0) return []
  const lists = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )
  const order = sql`order by at desc, id desc nulls last, invitee_id desc`
  const rows = sql`select * from (${lists}) both_lists ${order} limit ${page.size} offset ${page.from}`
  const end = sql`order by l.at desc, l.id desc nulls last, l.invitee_id desc`
  const found = await whole(inviterId, rows, end).execute(db(client))
  return found.rows.map(present(inviterId, ratioBp))
}

/** Rows of a payout, in order of their IDs. */
export async function listSettled(client: Queryable, inviterId: number, settlementRow: number): Promise<DividendRow[]> {
  const rows = sql`${earned(inviterId)} and d.settlement_id = ${settlementRow}`
  const found = await whole(inviterId, rows, sql`order by l.id`).execute(db(client))
  return found.rows.map(present(inviterId, 0))
}

export async function countSettledIn(client: Queryable, inviterId: number, settlementId: string): Promise<number> {
  const { n } = await db(client)
    .selectFrom('dividend as d')
    .innerJoin('settlement as s', 's.id', 'd.settlement_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('s.inviter_id', '=', inviterId)
    .where('s.settlement_id', 'like', `${settlementId}%`)
    .executeTakeFirstOrThrow()
  return n
}

/** Rows of all inviters after an ID, in order of their IDs: for exports, which stream millions of rows. */
export async function dividendsAfter(
  client: Queryable,
  { inviterId, status }: { readonly inviterId?: number; readonly status?: 'pending' | 'settled' },
  afterId: number,
  size: number,
): Promise<DividendRow[]> {
  const { rows } = await sql<ListRow & { inviter_id: number }>`
    select d.id, d.invitee_id, invitee.username as invitee_name, r.registered_at, d.order_id, d.paid_amount::text, d.amount::text, d.inviter_id,
      inviter.username as inviter_name, d.ratio_bp, d.status, d.kind, d.available_at, s.settlement_id, s.settled_at,
      exists (select from dividend_mail_row mr join dividend_mail m on m.id = mr.mail_id where mr.dividend_id = d.id and m.accepted_at is not null) as mail_sent
    from dividend d join referral r on r.invitee_id = d.invitee_id join account invitee on invitee.id = d.invitee_id
    join account inviter on inviter.id = d.inviter_id left join settlement s on s.id = d.settlement_id
    where d.id > ${afterId} and d.status <> 'void' ${inviterId === undefined ? sql`` : sql`and d.inviter_id = ${inviterId}`}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`} order by d.id limit ${size}`.execute(db(client))
  return rows.map((row) => present(row.inviter_id, 0)(row))
}
