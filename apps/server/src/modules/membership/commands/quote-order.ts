import { randomInt } from 'node:crypto'
import { amountText } from '@flowprint/contract'
import type { QuoteOrderBody, OrderQuote } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import { loadPaymentTerms } from '../queries/payment-terms.ts'
import type { PaymentTerms } from '../queries/payment-terms.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { findPendingOrder } from '../queries/order-rows.ts'
import {
  endOtherQuotes,
  findOpenQuote,
  releaseAmounts,
  releaseExpiredQuotes,
  insertQuote,
  isActivated,
  lockQuotes,
  takenAmounts,
} from '../queries/quote-rows.ts'
import type { Quote } from '../queries/quote-rows.ts'

/** Validity of a quote. Its amount stays reserved for another week, for late payments. */
const QUOTE_MS = DAY_MS
export const LATE_PAYMENT_MS = 7 * DAY_MS
/** Amounts for one price differ by thousandths of a USDT; when all are taken, by millionths. */
const STEP = 1_000n
const THOUSANDTHS = 1_000
const MILLIONTHS = 999_999
/** With half of a million amounts taken, this many random ones all fail once in 2^40. */
const MAX_ATTEMPTS = 40

/**
 * The exact amount an account has to pay now. An account has one open quote: repeated calls return it until it expires
 * or the terms change.
 */
export async function quoteOrder(
  deps: MembershipDeps,
  accountId: number,
  { network_type }: QuoteOrderBody,
): Promise<OrderQuote> {
  return inTransactionWithRetry(deps.pool, async (client) => {
    const quote = await openQuote(client, accountId, deps.clock.now())
    const pending = await findPendingOrder(client, accountId)
    return {
      quote_id: quote.id,
      network_type,
      plan: 'vip_year',
      original_price: amountText(quote.originalPrice),
      price: amountText(quote.price),
      amount: amountText(quote.amount),
      receive_address: quote.receiveAddress,
      qr_text: quote.receiveAddress,
      expire_at: new Date(quote.expireAt).toISOString(),
      pending_order_id: pending?.id ?? null,
    }
  })
}

/** The account's open quote at the current terms; creates one if there is none. */
export async function openQuote(client: Queryable, accountId: number, now: number): Promise<Quote> {
  const terms = await loadPaymentTerms(client, now)
  const { receiveAddress } = terms
  if (receiveAddress === null)
    throw new AppError('ADDRESS_NOT_SET', { sentences: [{ key: 'PAYMENT_NOT_OPEN', params: {} }] })
  if (!(await isActivated(client, accountId))) throw new AppError('NOT_ACTIVATED')
  await lockQuotes(client, { accountId })
  const open = await findOpenQuote(client, accountId, { receiveAddress, price: terms.price }, now)
  const quote = open ?? (await newQuote(client, accountId, { ...terms, receiveAddress }, now))
  await endOtherQuotes(client, accountId, quote.id, now)
  return quote
}

/**
 * Creates a quote whose amount no other open quote of the address has. The unique index guarantees it; the lock only
 * avoids conflicts between concurrent requests. An account whose quote expired gets the same amount again.
 */
async function newQuote(
  client: Queryable,
  accountId: number,
  terms: PaymentTerms & { receiveAddress: string },
  now: number,
): Promise<Quote> {
  const { receiveAddress, originalPrice, price } = terms
  await lockQuotes(client, { receiveAddress })
  await releaseAmounts(client, now - LATE_PAYMENT_MS)
  const insert = (amount: bigint): Promise<Quote | null> =>
    insertQuote(client, {
      accountId,
      receiveAddress,
      originalPrice,
      price,
      amount,
      createdAt: now,
      expireAt: now + QUOTE_MS,
    })
  const own = await releaseExpiredQuotes(client, accountId, terms, now)
  const amount = own ?? (await findFreeAmount(client, receiveAddress, price))
  if (amount !== null) {
    const quote = await insert(amount)
    if (quote !== null) return quote
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const quote = await insert(price + BigInt(randomInt(1, MILLIONTHS + 1)))
    if (quote !== null) return quote
  }
  throw new AppError('MAINTENANCE', { sentences: [{ key: 'QUOTES_EXHAUSTED', params: {} }] })
}

/** The smallest free amount above the price that differs by thousandths; null when all are taken. */
async function findFreeAmount(client: Queryable, receiveAddress: string, price: bigint): Promise<bigint | null> {
  const taken = await takenAmounts(client, receiveAddress, price, STEP, THOUSANDTHS)
  let k = 1
  while (taken.has(k)) k += 1
  return k < THOUSANDTHS ? price + BigInt(k) * STEP : null
}
