import type { Order } from '../queries/order-rows.ts'
import { amountOnChain, isDenied } from './judge-payment.ts'

export interface ReviewInput {
  readonly order: Pick<Order, 'quotedAmount' | 'checkFound' | 'checkReasons'>
  /** A payment may fall short of the quote by this amount. */
  readonly tolerance: bigint
  /** The paid amount entered by the reviewer; null: the amount found on the chain, else the quoted amount. */
  readonly given: bigint | null
  readonly status: 'passed' | 'refused'
  readonly acceptUnderpaid: boolean
  /** The reviewer accepts the quoted amount although the chain denies the payment. */
  readonly acceptDenied: boolean
}

export type ReviewDecision =
  /** `amount`: accepted amount, null when refused. `paidAmount`: the part of it that counts for shares. */
  | { readonly amount: bigint | null; readonly paidAmount: bigint }
  | { readonly error: 'UNDERPAID_NOT_ACCEPTED' | 'PAYMENT_DENIED' }

/**
 * The financial result of a decision (BUSINESS 5.3). An amount below the quote needs `acceptUnderpaid`, an amount above
 * it counts as the quote, and a payment that the chain denies needs an amount from the reviewer or `acceptDenied`.
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
  const amount = given ?? (denied ? order.quotedAmount : (amountOnChain(order) ?? order.quotedAmount))
  if (amount <= 0n || (amount + tolerance < order.quotedAmount && !acceptUnderpaid))
    return { error: 'UNDERPAID_NOT_ACCEPTED' }
  return { amount, paidAmount: amount < order.quotedAmount ? amount : order.quotedAmount }
}
