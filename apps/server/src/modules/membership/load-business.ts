import { isTronAddress, parseAmount } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { computePriceAt } from './rules/price-at.ts'
import type { YearlyPrice } from './rules/price-at.ts'

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
  const { rows } = await client.query<{ key: string; value: unknown }>(
    `select distinct on (key) key, value from site_setting
     where key in ('original_price', 'discount', 'receive_address', 'payment_tolerance') and valid_from <= $1
     order by key, valid_from desc, id desc`,
    [new Date(now)],
  )
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
  const { rows } = await client.query<{ address: string | null; valid_from: Date | number; next: Date | null }>(
    `select value->>'address' as address, valid_from, lead(valid_from) over (order by valid_from, id) as next
     from site_setting where key = 'receive_address' order by valid_from, id`,
  )
  return rows.flatMap(({ address, valid_from, next }) =>
    address === null ? [] : [{ address, from: Number(valid_from), to: next === null ? Infinity : Number(next) }],
  )
}

function amountOf(text: string): bigint {
  const amount = parseAmount(text)
  if (amount === null) throw new Error(`Invariant: a stored amount is valid, got ${text}`)
  return amount
}
