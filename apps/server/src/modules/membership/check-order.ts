import { db } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import { loadAddressHistory, loadPaymentTerms } from './load-business.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { findOrder, saveCheck } from './repository/order-rows.ts'
import type { Order } from './repository/order-rows.ts'
import { ownerOfAmount } from './repository/quote-rows.ts'
import { isDenied } from './rules/amount-on-chain.ts'
import { judgePayment } from './rules/judge-payment.ts'
import type { Claimed, Judgement } from './rules/judge-payment.ts'

/** Looks up an order's payment on the chain and stores the result. Never fails because of the network. */
export async function checkOrder(
  deps: MembershipDeps,
  id: number,
  fresh = false,
): Promise<{ order: Order; judgement: Judgement }> {
  const order = await findOrder(deps.pool, id)
  if (order === null) throw new AppError('NOT_FOUND')
  const answer = await deps.node.ask(order.transactionId, fresh)
  const first = judgePayment(answer, await claimedOf(deps.pool, order, deps.clock.now()))
  const judgement = await flagOtherQuote(deps.pool, order, first)
  if (!shouldKeepResult(order, judgement)) {
    await saveCheck(deps.pool, id, { ...judgement, at: deps.clock.now() })
  }
  return { order: (await findOrder(deps.pool, id)) ?? order, judgement }
}

/**
 * Keep an earlier result if the node could not be queried, or if a lagging node does not know a confirmed transaction.
 */
const shouldKeepResult = ({ checkFound }: Order, { state }: Judgement): boolean =>
  checkFound !== null && (state === 'error' || (state === 'not_found' && checkFound.confirmed))

async function claimedOf(client: Queryable, order: Order, now: number): Promise<Claimed> {
  const { tolerance } = await loadPaymentTerms(client, now)
  const { quoted_at, registered_at } = await db(client)
    .selectFrom(['account as a', 'order_quote as q'])
    .select(['a.created_at as registered_at', 'q.created_at as quoted_at'])
    .where('a.id', '=', order.accountId)
    .where('q.id', '=', order.quoteId)
    .executeTakeFirstOrThrow()
  const { paymentAddress, fromExchange, receiveAddress, quotedAmount, isLate } = order
  return {
    paymentAddress,
    fromExchange,
    receiveAddress,
    quotedAmount,
    isLate,
    tolerance,
    quotedAt: quoted_at.getTime(),
    registeredAt: registered_at.getTime(),
    addresses: await loadAddressHistory(client),
  }
}

/**
 * The paid amount belongs to another account's open quote: transactions are public, so the wrong account may have
 * claimed it.
 */
async function flagOtherQuote(client: Queryable, order: Order, judgement: Judgement): Promise<Judgement> {
  const amount = judgement.found?.amount ?? null
  if (amount === null || isDenied(judgement.reasons)) return judgement
  const owner = await ownerOfAmount(client, order.receiveAddress, BigInt(amount), order.accountId)
  if (owner === null) return judgement
  const reasons = [...judgement.reasons, 'amount_of_other_quote' as const]
  return { ...judgement, state: judgement.state === 'match' ? 'mismatch' : judgement.state, reasons }
}
