import type { Pool, PoolClient } from 'pg'

export const USERS = 1_000_000
export const ORDERS = 3_000_000
const DIVIDENDS = 1_000_000
/** Inviter with a tenth of all dividends, and the number of invitees who have not paid. */
export const GREAT_INVITER = 1000
const TABLES = ['account', 'membership', 'referral', 'payment_order', 'dividend', 'settlement']

/** 64 digits; the first ones distinguish transactions. */
export const TRANSACTION = (n: string): string => `md5((${n})::text) || md5((-(${n}))::text)`

/** Fills the database with years of business data in one go; indexes are created after the rows, as in a restore. */
export async function fillBackOffice(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    // Rows are consistent by construction: skip keys and triggers for each of them.
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
    )
    const indexes = await dropIndexes(client)
    for (const statement of STATEMENTS) await client.query(statement)
    for (const definition of indexes) await client.query(definition)
    await client.query('reset session_replication_role; reset synchronous_commit; reset maintenance_work_mem')
    for (const table of [...TABLES, 'promoter']) await client.query(`vacuum (analyze) ${table}`)
  } finally {
    client.release()
  }
}

async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and not exists (select from pg_constraint where conindid = indexname::regclass)`,
    [TABLES],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const STATEMENTS = [
  `insert into account (id, username, username_key, email, email_key, first_name, last_name, language, is_inviter, invite_code, created_at, activated_at)
   select i, 'user' || i, 'user' || i, 'u' || i || '@' || (i % 50) || '.example.com', 'u' || i || '@' || (i % 50) || '.example.com', 'A', 'B', 'en', i % 500 = 0,
     case when i % 500 = 0 then 'C' || i end, timestamptz '2020-01-01' + i * interval '3 minutes', timestamptz '2020-01-01' + i * interval '3 minutes'
   from generate_series(1, ${USERS}) i`,
  `insert into membership (account_id, expire_time) select i, now() + (i % 4000 - 3000) * interval '1 day' from generate_series(1, ${USERS}, 2) i`,
  `insert into referral (invitee_id, inviter_id, code, registered_at, activated_at, dividends)
   select i, case when i % 10 < 2 then ${GREAT_INVITER} else 500 * (i % 2000 + 1) end, 'x', timestamptz '2020-01-01' + i * interval '3 minutes',
     timestamptz '2020-01-01' + i * interval '3 minutes', case when i % 10 in (0, 2, 3, 4, 5, 6, 7, 8, 9) then 1 else 0 end
   from generate_series(1, ${USERS}) i where i % 500 <> 0`,
  `insert into order_quote (id, account_id, network, receive_address, original_price, price, amount, created_at, expire_at, is_live)
   values (1, 1, 'TRC20', 'T', 299000000, 199000000, 199000000, now(), now(), false)`,
  `insert into payment_order (id, account_id, quote_id, network, transaction_id, payment_address, receive_address, quoted_amount, amount, is_late, status, remark,
     reviewer_id, submitted_at, reviewed_at)
   select i, i % ${USERS} + 1, 1, 'TRC20', ${TRANSACTION('i')}, 'TPayer' || i, 'T', 199000000, case when i % 9 > 0 and i <= ${ORDERS - 1000} then 199000000 end, false,
     case when i > ${ORDERS - 1000} then 'pending' when i % 9 = 0 then 'refused' else 'passed' end, 'Seen', case when i <= ${ORDERS - 1000} then 1 end,
     timestamptz '2020-01-01' + i * interval '1 minute', case when i <= ${ORDERS - 1000} then timestamptz '2020-01-02' + i * interval '1 minute' end
   from generate_series(1, ${ORDERS}) i`,
  `insert into settlement (id, network, settlement_id, inviter_id, receive_address, amount, operator_id, settled_at)
   select i, 'TRC20', ${TRANSACTION('i + 9000000')}, case when i <= 100 then ${GREAT_INVITER} else 500 * (i % 2000 + 1) end, 'T', 1000000, 1, timestamptz '2021-01-01' + i * interval '1 hour'
   from generate_series(1, 20000) i`,
  // Nine of ten dividends of the large inviter are settled, a thousand rows per payout.
  `insert into dividend (id, kind, order_id, invitee_id, inviter_id, paid_amount, ratio_bp, amount, status, created_at, available_at, settlement_id)
   select i, 'share', i, case when i % 10 = 0 then i else i + 1 end, case when i % 10 = 0 then ${GREAT_INVITER} else 500 * (i % 2000 + 1) end, 199000000, 1000, 19900000,
     case when i % 100 < 90 then 'settled' else 'pending' end, timestamptz '2020-01-02' + i * interval '1 minute', timestamptz '2020-01-02' + i * interval '1 minute',
     case when i % 100 < 90 then case when i % 10 = 0 then i / 10 % 100 + 1 else 101 + i % 19900 end end
   from generate_series(1, ${DIVIDENDS - 500}) i where i % 500 not in (0, 499)`,
  `insert into promoter (account_id, referrals, activated_invitees, paying_invitees, earning_invitees, dividends, pending_count, pending_amount, settled_amount)
   select a.id, 500, 500, 450, 450, 500, 50, 995000000, 8955000000 from account a where a.is_inviter`,
  `update promoter set referrals = 200000, activated_invitees = 200000, paying_invitees = 100000, earning_invitees = 100000, dividends = 100000, pending_count = 10000
   where account_id = ${GREAT_INVITER}`,
]
