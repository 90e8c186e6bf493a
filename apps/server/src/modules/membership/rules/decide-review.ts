import type { Order } from '../repository/order-rows.ts'
import { amountSeen, isDenied } from './amount-seen.ts'

export interface ReviewInput {
  readonly order: Pick<Order, 'quotedAmount' | 'checkFound' | 'checkReasons'>
  /** So much less than quoted still counts as paid. */
  readonly tolerance: bigint
  /** What the reviewer says was paid; null: what the chain says, else what was quoted. */
  readonly given: bigint | null
  readonly status: 'passed' | 'refused'
  readonly acceptUnderpaid: boolean
  /** The reviewer confirms the quoted amount although the network denies the payment. */
  readonly acceptDenied: boolean
}

export type ReviewDecision =
  /** `amount`: what was accepted as paid, null when refused. `paidAmount`: of it what counts for shares. */
  | { readonly amount: bigint | null; readonly paidAmount: bigint }
  | { readonly error: 'UNDERPAID_NOT_ACCEPTED' | 'PAYMENT_DENIED' }

/**
 * What a decision means in money (BUSINESS 5.3): an amount below the quote needs `acceptUnderpaid`, one above it counts no more
 * than the quote, and a payment that the network denies needs an amount from the reviewer or `acceptDenied`.
 */
export function decideReview({
  order,
  tolerance,
  given,
  status,
  acceptUnderpaid,
  acceptDenied,
}: ReviewInput): ReviewDecision {
  if (status === 'refused') return { amount: null, paidAmount: 0n }
  const denied = isDenied(order.checkReasons)
  if (denied && given === null && !acceptDenied) return { error: 'PAYMENT_DENIED' }
  const amount = given ?? (denied ? order.quotedAmount : (amountSeen(order) ?? order.quotedAmount))
  if (amount <= 0n || (amount + tolerance < order.quotedAmount && !acceptUnderpaid))
    return { error: 'UNDERPAID_NOT_ACCEPTED' }
  return { amount, paidAmount: amount < order.quotedAmount ? amount : order.quotedAmount }
}
