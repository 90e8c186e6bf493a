import type { SubmitOrderBody, SubmittedOrder } from '@flowprint/contract'
import { amountText, isTronAddress, readTransactionId } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { codeOf } from '../../platform/errors/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { Fault } from '../../platform/http/index.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { LATE_MS, openQuote } from './quote-order.ts'
import { insertNotice } from './repository/notice-rows.ts'
import {
  countRefused,
  findByTransaction,
  findPendingOrder,
  insertDispute,
  insertOrder,
} from './repository/order-rows.ts'
import type { Order } from './repository/order-rows.ts'
import { lockQuote } from './repository/quote-rows.ts'
import type { Quote } from './repository/quote-rows.ts'
import { sendOrderReceived } from './send-mails.ts'

const UNIQUE_VIOLATION = '23505'
/** A refused transaction may be submitted again so often by the same account. */
const MAX_RESUBMISSIONS = 3

interface Claim {
  readonly accountId: number
  readonly transactionId: string
  readonly paymentAddress: string
  readonly fromExchange: boolean
  readonly quoteId: number | undefined
}

/**
 * Takes the claim of a payment for review. The amount is the quote's, never the client's. The same claim again, while it
 * waits, is the same order; a transaction that another order has is refused and noted beside that order.
 */
export async function submitOrder(
  deps: MembershipDeps,
  accountId: number,
  body: SubmitOrderBody,
): Promise<SubmittedOrder> {
  const claim = readClaim(accountId, body)
  await deps.limits.take(['submit_order', String(accountId)])
  const order = await inTransactionWithRetry(deps.pool, (client) => place(client, deps, claim)).catch(
    async (error: unknown) => {
      // A claim of the same moment was first: what it left says what this one is.
      if (codeOf(error) !== UNIQUE_VIOLATION) throw error
      return inTransactionWithRetry(deps.pool, (client) => place(client, deps, claim))
    },
  )
  if (order === 'used') {
    throw new AppError('TRANSACTION_USED', {
      faults: [{ field: 'transaction_id', error: 'TRANSACTION_USED', params: {} }],
    })
  }
  return {
    id: order.id,
    status: order.status,
    amount: amountText(order.quotedAmount),
    submit_time: new Date(order.submittedAt).toISOString(),
  }
}

function readClaim(accountId: number, body: SubmitOrderBody): Claim {
  const transactionId = readTransactionId(body.transaction_id)
  const paymentAddress = body.payment_address.trim()
  const faults: Fault[] = []
  if (paymentAddress === '') faults.push({ field: 'payment_address', error: 'REQUIRED', params: {} })
  else if (!isTronAddress(paymentAddress)) faults.push({ field: 'payment_address', error: 'BAD_ADDRESS', params: {} })
  if (body.transaction_id.trim() === '') faults.push({ field: 'transaction_id', error: 'REQUIRED', params: {} })
  else if (transactionId === null) faults.push({ field: 'transaction_id', error: 'BAD_TRANSACTION_ID', params: {} })
  if (faults.some(({ error }) => error === 'REQUIRED')) {
    throw new AppError('VALIDATION', { faults, sentences: [{ key: 'PURCHASE_INCOMPLETE', params: {} }] })
  }
  if (faults.length > 0)
    throw new AppError(faults[0].error === 'BAD_ADDRESS' ? 'BAD_ADDRESS' : 'BAD_TRANSACTION_ID', { faults })
  return {
    accountId,
    transactionId: transactionId ?? '',
    paymentAddress,
    fromExchange: body.from_exchange ?? false,
    quoteId: body.quote_id,
  }
}

async function place(client: Queryable, deps: MembershipDeps, claim: Claim): Promise<Order | 'used'> {
  const now = deps.clock.now()
  const { accountId, transactionId, paymentAddress } = claim
  const pending = await findPendingOrder(client, accountId)
  if (pending?.transactionId === transactionId) return pending
  const other = await findByTransaction(client, transactionId)
  if (other !== null) {
    // Of the same moment: it was not there yet when the account's pending order was looked for.
    if (other.accountId === accountId && other.status === 'pending') return other
    // The transaction is public: who submits it second may be the one who paid. A reviewer sees both.
    if (other.accountId !== accountId && (await insertDispute(client, other.id, accountId, paymentAddress, now)))
      await insertNotice(client, 'dispute', other.id, now)
    return 'used'
  }
  if (pending !== null) throw new AppError('ORDER_PENDING_EXISTS', { data: { order_id: pending.id } })
  if ((await countRefused(client, accountId, transactionId)) > MAX_RESUBMISSIONS) throw new AppError('RESUBMIT_LIMIT')
  const quote = await quoteOf(client, claim, now)
  if (quote.receiveAddress === paymentAddress) {
    const fault: Fault = { field: 'payment_address', error: 'BAD_ADDRESS', sentence: 'OWN_ADDRESS', params: {} }
    throw new AppError('BAD_ADDRESS', { faults: [fault], sentences: [{ key: 'OWN_ADDRESS', params: {} }] })
  }
  const order = await insertOrder(client, {
    ...claim,
    quoteId: quote.id,
    receiveAddress: quote.receiveAddress,
    quotedAmount: quote.amount,
    isLate: quote.expireAt <= now,
    submittedAt: now,
  })
  await insertNotice(client, 'order', order.id, now)
  await sendOrderReceived(client, deps, order)
  return order
}

/** The quote that was paid: the one named, else the account's open one, else a new one. */
async function quoteOf(client: Queryable, { accountId, quoteId }: Claim, now: number): Promise<Quote> {
  if (quoteId === undefined) return openQuote(client, accountId, now)
  const quote = await lockQuote(client, quoteId, accountId, now - LATE_MS)
  if (quote === 'released')
    throw new AppError('QUOTE_RELEASED', { faults: [{ field: 'quote_id', error: 'QUOTE_RELEASED', params: {} }] })
  if (quote === null)
    throw new AppError('NOT_FOUND', { faults: [{ field: 'quote_id', error: 'NOT_FOUND', params: {} }] })
  return quote
}
