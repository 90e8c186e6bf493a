import { amountText, isTronAddress, readTransactionId } from '@flowprint/contract'
import type { SubmitOrderBody, SubmittedOrder } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { codeOf } from '../../../platform/errors/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { LATE_PAYMENT_MS, openQuote } from './quote-order.ts'
import { insertNotice } from './send-notices.ts'
import { countRefused, findByTransaction, findPendingOrder, insertDispute, insertOrder } from '../queries/order-rows.ts'
import type { Order } from '../queries/order-rows.ts'
import { lockQuote } from '../queries/quote-rows.ts'
import type { Quote } from '../queries/quote-rows.ts'
import { sendOrderReceived } from './send-mails.ts'

const UNIQUE_VIOLATION = '23505'
/** How often an account may resubmit a refused transaction. */
const MAX_RESUBMISSIONS = 3

interface Claim {
  readonly accountId: number
  readonly transactionId: string
  readonly paymentAddress: string
  readonly fromExchange: boolean
  readonly quoteId: number | undefined
}

/**
 * Submits a claimed payment for review. The amount comes from the quote, never from the client. Resubmitting a pending
 * claim returns the same order; a transaction of another order is rejected and recorded as a dispute of that order.
 */
export async function submitOrder(
  deps: MembershipDeps,
  accountId: number,
  body: SubmitOrderBody,
): Promise<SubmittedOrder> {
  const claim = readClaim(accountId, body)
  await deps.limits.take(['submit_order', String(accountId)])
  const order = await inTransactionWithRetry(deps.pool, (client) => placeOrder(client, deps, claim)).catch(
    async (error: unknown) => {
      // A concurrent claim was first: run again to evaluate this one against it.
      if (codeOf(error) !== UNIQUE_VIOLATION) throw error
      return inTransactionWithRetry(deps.pool, (client) => placeOrder(client, deps, claim))
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

async function placeOrder(client: Queryable, deps: MembershipDeps, claim: Claim): Promise<Order | 'used'> {
  const now = deps.clock.now()
  const { accountId, transactionId, paymentAddress } = claim
  const pending = await findPendingOrder(client, accountId)
  if (pending?.transactionId === transactionId) return pending
  const other = await findByTransaction(client, transactionId)
  if (other !== null) {
    // Created concurrently, after the pending order was looked up.
    if (other.accountId === accountId && other.status === 'pending') return other
    // Transactions are public: the second account to submit one may be the actual payer. A reviewer sees both.
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

/** The paid quote: the one named, else the account's open quote, else a new one. */
async function quoteOf(client: Queryable, { accountId, quoteId }: Claim, now: number): Promise<Quote> {
  if (quoteId === undefined) return openQuote(client, accountId, now)
  const quote = await lockQuote(client, quoteId, accountId, now - LATE_PAYMENT_MS)
  if (quote === 'released')
    throw new AppError('QUOTE_RELEASED', { faults: [{ field: 'quote_id', error: 'QUOTE_RELEASED', params: {} }] })
  if (quote === null)
    throw new AppError('NOT_FOUND', { faults: [{ field: 'quote_id', error: 'NOT_FOUND', params: {} }] })
  return quote
}
