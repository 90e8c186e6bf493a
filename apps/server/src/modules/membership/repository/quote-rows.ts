import type { Queryable } from '../../../platform/database/index.ts'

/** A row of a quote; amounts in micro-USDT, times in ms. */
export interface Quote {
  readonly id: number
  readonly accountId: number
  readonly network: 'TRC20'
  readonly receiveAddress: string
  readonly originalPrice: bigint
  readonly price: bigint
  readonly amount: bigint
  readonly createdAt: number
  readonly expireAt: number
}

interface QuoteRow {
  id: number
  account_id: number
  receive_address: string
  original_price: string
  price: string
  amount: string
  created_at: Date
  expire_at: Date
}

/** Classes of the advisory locks for creating quotes. */
const ACCOUNT_LOCK = 4_703
const ADDRESS_LOCK = 4_704

const COLUMNS =
  'id, account_id, receive_address, original_price::text, price::text, amount::text, created_at, expire_at'

const quoteOf = (row: QuoteRow): Quote => ({
  id: row.id,
  accountId: row.account_id,
  network: 'TRC20',
  receiveAddress: row.receive_address,
  originalPrice: BigInt(row.original_price),
  price: BigInt(row.price),
  amount: BigInt(row.amount),
  createdAt: row.created_at.getTime(),
  expireAt: row.expire_at.getTime(),
})

/** Releases the amounts of quotes that expired before a time (ms). */
export async function releaseAmounts(client: Queryable, expiredBefore: number): Promise<void> {
  await client.query('update order_quote set is_live = false where is_live and expire_at < $1', [
    new Date(expiredBefore),
  ])
}

/**
 * The account's valid quote at these terms; null if there is none or an order of it passed. It stays the account's
 * quote while an order of it is pending and after a refusal: a wrong transaction ID may have been submitted for a
 * correct payment.
 */
export async function findOpenQuote(
  client: Queryable,
  accountId: number,
  terms: { receiveAddress: string; price: bigint },
  now: number,
): Promise<Quote | null> {
  const { rows } = await client.query<QuoteRow>(
    `select ${COLUMNS} from order_quote q
     where account_id = $1 and receive_address = $2 and price = $3 and is_live and expire_at > $4
       and not exists (select from payment_order where quote_id = q.id and status = 'passed')
     order by id desc limit 1`,
    [accountId, terms.receiveAddress, String(terms.price), new Date(now)],
  )
  return rows.length === 0 ? null : quoteOf(rows[0])
}

/**
 * Finds a quote of the account, expired or not, and locks it so that its amount is not released before the transaction
 * ends. Null if there is none or an order of it passed. 'released': its amount may now belong to another account. If a
 * newer quote of the account took over the amount, returns the newer one.
 */
export async function lockQuote(
  client: Queryable,
  id: number,
  accountId: number,
  expiredBefore: number,
): Promise<Quote | 'released' | null> {
  const { rows: named } = await client.query<{ receive_address: string; amount: string }>(
    `select receive_address, amount::text from order_quote q where id = $1 and account_id = $2
       and not exists (select from payment_order where quote_id = q.id and status = 'passed')`,
    [id, accountId],
  )
  if (named.length === 0) return null
  const { rows } = await client.query<QuoteRow>(
    `select ${COLUMNS} from order_quote
     where account_id = $1 and receive_address = $2 and amount = $3 and is_live and expire_at >= $4 for no key update`,
    [accountId, named[0].receive_address, named[0].amount, new Date(expiredBefore)],
  )
  return rows.length === 0 ? 'released' : quoteOf(rows[0])
}

/**
 * Expires the account's other open quotes without orders, so that it has one open quote. Their amounts stay reserved
 * for late payments.
 */
export async function endOtherQuotes(client: Queryable, accountId: number, id: number, now: number): Promise<void> {
  await client.query(
    `update order_quote q set expire_at = $3 where account_id = $1 and id <> $2 and is_live and expire_at > $3
       and not exists (select from payment_order where quote_id = q.id and status <> 'refused')`,
    [accountId, id, new Date(now)],
  )
}

/** Whether the mailbox of an account is confirmed. */
export async function isActivated(client: Queryable, accountId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from account where id = $1 and activated_at is not null', [accountId])
  return rowCount === 1
}

/**
 * Releases the account's expired quotes at these terms that have no orders. Returns the amount of the newest, which the
 * next quote may reuse.
 */
export async function releaseExpiredQuotes(
  client: Queryable,
  accountId: number,
  terms: { receiveAddress: string; price: bigint },
  now: number,
): Promise<bigint | null> {
  const { rows } = await client.query<{ amount: string }>(
    `update order_quote q set is_live = false
     where account_id = $1 and receive_address = $2 and price = $3 and is_live and expire_at <= $4
       and not exists (select from payment_order where quote_id = q.id and status <> 'refused')
     returning amount::text`,
    [accountId, terms.receiveAddress, String(terms.price), new Date(now)],
  )
  return rows.length === 0 ? null : BigInt(rows[rows.length - 1].amount)
}

/** Serializes the creation of quotes per account and per address, so that amounts stay unique. */
export async function lockQuotes(
  client: Queryable,
  of: { accountId: number } | { receiveAddress: string },
): Promise<void> {
  const [kind, name] = 'accountId' in of ? [ACCOUNT_LOCK, String(of.accountId)] : [ADDRESS_LOCK, of.receiveAddress]
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [kind, name])
}

/** Inserts a quote; null if another open quote of the address has the amount. */
export async function insertQuote(client: Queryable, quote: Omit<Quote, 'id' | 'network'>): Promise<Quote | null> {
  const { rows } = await client.query<QuoteRow>(
    `insert into order_quote (account_id, network, receive_address, original_price, price, amount, created_at, expire_at)
     values ($1, 'TRC20', $2, $3, $4, $5, $6, $7) on conflict (receive_address, amount) where is_live do nothing returning ${COLUMNS}`,
    [
      quote.accountId,
      quote.receiveAddress,
      String(quote.originalPrice),
      String(quote.price),
      String(quote.amount),
      new Date(quote.createdAt),
      new Date(quote.expireAt),
    ],
  )
  return rows.length === 0 ? null : quoteOf(rows[0])
}

/** Which of the amounts price + k x step (k from 0) are taken at an address, as k. */
export async function takenAmounts(
  client: Queryable,
  receiveAddress: string,
  price: bigint,
  step: bigint,
  count: number,
): Promise<Set<number>> {
  const { rows } = await client.query<{ k: number }>(
    `select ((amount - $2) / $3)::int as k from order_quote
     where is_live and receive_address = $1 and amount between $2 and $2 + $3 * ($4::bigint - 1) and (amount - $2) % $3 = 0`,
    [receiveAddress, String(price), String(step), count],
  )
  return new Set(rows.map(({ k }) => k))
}

/** Another account whose open quote has exactly this amount at this address, or null. */
export async function ownerOfAmount(
  client: Queryable,
  receiveAddress: string,
  amount: bigint,
  accountId: number,
): Promise<number | null> {
  const { rows } = await client.query<{ account_id: number }>(
    'select account_id from order_quote where receive_address = $1 and amount = $2 and account_id <> $3 and is_live',
    [receiveAddress, String(amount), accountId],
  )
  return rows[0]?.account_id ?? null
}
