import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { db } from '../../../platform/database/index.ts'
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

/** Classes of the advisory locks for creating quotes. */
const ACCOUNT_LOCK = 4_703
const ADDRESS_LOCK = 4_704

const COLUMNS = [
  'id',
  'account_id as accountId',
  'network',
  'receive_address as receiveAddress',
  sql<string>`original_price::text`.as('original_price'),
  sql<string>`price::text`.as('price'),
  sql<string>`amount::text`.as('amount'),
  'created_at',
  'expire_at',
] as const

const select = (client: Queryable) => db(client).selectFrom('order_quote as q').select(COLUMNS)

type Row = InferResult<ReturnType<typeof select>>[number]

const quoteOf = ({ original_price, price, amount, created_at, expire_at, ...row }: Row): Quote => ({
  ...row,
  originalPrice: BigInt(original_price),
  price: BigInt(price),
  amount: BigInt(amount),
  createdAt: created_at.getTime(),
  expireAt: expire_at.getTime(),
})

const HAS_NO_PASSED_ORDER = sql<boolean>`not exists (select from payment_order where quote_id = q.id and status = 'passed')`
const HAS_NO_CURRENT_ORDER = sql<boolean>`not exists (select from payment_order where quote_id = q.id and status <> 'refused')`

/** Releases the amounts of quotes that expired before a time (ms). */
export async function releaseAmounts(client: Queryable, expiredBefore: number): Promise<void> {
  await db(client)
    .updateTable('order_quote')
    .set({ is_live: false })
    .where(sql<boolean>`is_live`)
    .where('expire_at', '<', new Date(expiredBefore))
    .execute()
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
  const row = await select(client)
    .where(({ and }) => and({ account_id: accountId, receive_address: terms.receiveAddress, price: terms.price }))
    .where(sql<boolean>`is_live`)
    .where('expire_at', '>', new Date(now))
    .where(HAS_NO_PASSED_ORDER)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : quoteOf(row)
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
  const named = await select(client)
    .where(({ and }) => and({ id, account_id: accountId }))
    .where(HAS_NO_PASSED_ORDER)
    .executeTakeFirst()
  if (named === undefined) return null
  const row = await select(client)
    .where('account_id', '=', accountId)
    .where('receive_address', '=', named.receiveAddress)
    .where('amount', '=', BigInt(named.amount))
    .where(sql<boolean>`is_live`)
    .where('expire_at', '>=', new Date(expiredBefore))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined ? 'released' : quoteOf(row)
}

/**
 * Expires the account's other open quotes without orders, so that it has one open quote. Their amounts stay reserved
 * for late payments.
 */
export async function endOtherQuotes(client: Queryable, accountId: number, id: number, now: number): Promise<void> {
  const at = new Date(now)
  await db(client)
    .updateTable('order_quote as q')
    .set({ expire_at: at })
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .where(sql<boolean>`is_live`)
    .where('expire_at', '>', at)
    .where(HAS_NO_CURRENT_ORDER)
    .execute()
}

/** Whether the mailbox of an account is confirmed. */
export async function isActivated(client: Queryable, accountId: number): Promise<boolean> {
  const query = db(client).selectFrom('account').where('id', '=', accountId).where('activated_at', 'is not', null)
  return (await query.executeTakeFirst()) !== undefined
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
  const rows = await db(client)
    .updateTable('order_quote as q')
    .set({ is_live: false })
    .where(({ and }) => and({ account_id: accountId, receive_address: terms.receiveAddress, price: terms.price }))
    .where(sql<boolean>`is_live`)
    .where('expire_at', '<=', new Date(now))
    .where(HAS_NO_CURRENT_ORDER)
    .returning(sql<string>`amount::text`.as('amount'))
    .execute()
  const newest = rows.at(-1)
  return newest === undefined ? null : BigInt(newest.amount)
}

/** Serializes the creation of quotes per account and per address, so that amounts stay unique. */
export async function lockQuotes(
  client: Queryable,
  of: { accountId: number } | { receiveAddress: string },
): Promise<void> {
  const [kind, name] = 'accountId' in of ? [ACCOUNT_LOCK, String(of.accountId)] : [ADDRESS_LOCK, of.receiveAddress]
  await sql`select pg_advisory_xact_lock(${kind}, hashtext(${name}))`.execute(db(client))
}

/** Inserts a quote; null if another open quote of the address has the amount. */
export async function insertQuote(client: Queryable, quote: Omit<Quote, 'id' | 'network'>): Promise<Quote | null> {
  const row = await db(client)
    .insertInto('order_quote')
    .values({
      account_id: quote.accountId,
      network: 'TRC20',
      receive_address: quote.receiveAddress,
      original_price: quote.originalPrice,
      price: quote.price,
      amount: quote.amount,
      created_at: new Date(quote.createdAt),
      expire_at: new Date(quote.expireAt),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['receive_address', 'amount'])
        .where(sql<boolean>`is_live`)
        .doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  return row === undefined ? null : quoteOf(row)
}

/** Which of the amounts price + k x step (k from 0) are taken at an address, as k. */
export async function takenAmounts(
  client: Queryable,
  receiveAddress: string,
  price: bigint,
  step: bigint,
  count: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ k: number }>`
    select ((amount - ${price}) / ${step})::int as k from order_quote
    where is_live and receive_address = ${receiveAddress} and amount between ${price} and ${price} + ${step} * (${count}::bigint - 1)
      and (amount - ${price}) % ${step} = 0`.execute(db(client))
  return new Set(rows.map(({ k }) => k))
}

/** Another account whose open quote has exactly this amount at this address, or null. */
export async function ownerOfAmount(
  client: Queryable,
  receiveAddress: string,
  amount: bigint,
  accountId: number,
): Promise<number | null> {
  const row = await db(client)
    .selectFrom('order_quote')
    .select('account_id')
    .where(({ and }) => and({ receive_address: receiveAddress, amount }))
    .where('account_id', '<>', accountId)
    .where(sql<boolean>`is_live`)
    .executeTakeFirst()
  return row?.account_id ?? null
}
