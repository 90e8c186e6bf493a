import { isTronAddress, parseAmount } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { computePriceAt } from '../rules/judge-payment.ts'
import type { YearlyPrice } from '../rules/judge-payment.ts'

/** Current payment settings. Amounts in micro-USDT. */
export interface PaymentTerms {
  readonly originalPrice: bigint
  readonly price: bigint
  /** Null: payments are not open. */
  readonly receiveAddress: string | null
  /** A payment may fall short of the quote by this amount. */
  readonly tolerance: bigint
}

/**
 * The terms at a time (ms since the epoch). Queries the database on every use, because payments to an outdated cached
 * address are lost.
 */
export async function loadPaymentTerms(client: Queryable, now: number): Promise<PaymentTerms> {
  const rows = await db(client)
    .selectFrom('site_setting')
    .distinctOn('key')
    .select(['key', 'value'])
    .where('key', 'in', ['original_price', 'discount', 'receive_address', 'payment_tolerance'])
    .where('valid_from', '<=', new Date(now))
    .orderBy('key')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const values = Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as YearlyPrice & {
    receive_address: { address: string | null }
    payment_tolerance: string
  }
  const { address } = values.receive_address
  return {
    originalPrice: amountOf(values.original_price),
    price: amountOf(computePriceAt(values, now)),
    receiveAddress: address !== null && isTronAddress(address) ? address : null,
    tolerance: amountOf(values.payment_tolerance),
  }
}

/** Every receiving address ever set, with its validity ([from, to), ms; to = Infinity for the current one). */
export async function loadAddressHistory(client: Queryable): Promise<{ address: string; from: number; to: number }[]> {
  const rows = await db(client)
    .selectFrom('site_setting')
    .select([
      'valid_from',
      sql<string | null>`value->>'address'`.as('address'),
      sql<Date | null>`lead(valid_from) over (order by valid_from, id)`.as('next'),
    ])
    .where('key', '=', 'receive_address')
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ address, valid_from, next }) =>
    address === null ? [] : [{ address, from: Number(valid_from), to: next === null ? Infinity : Number(next) }],
  )
}

function amountOf(text: string): bigint {
  const amount = parseAmount(text)
  if (amount === null) throw new Error(`Invariant: a stored amount is valid, got ${text}`)
  return amount
}

/** Public page of a transaction; {id} is replaced by its ID. */
export const EXPLORER_URL = 'https://tronscan.org/#/transaction/{id}'
