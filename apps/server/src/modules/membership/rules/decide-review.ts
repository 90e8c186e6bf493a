import type { Order } from '../repository/order-rows.ts'

export interface ReviewInput {
  readonly order: Pick<Order, 'quotedAmount' | 'checkFound' | 'checkReasons'>
  /** So much less than quoted still counts as paid. */
  readonly tolerance: bigint
  /** What the reviewer says was paid; null: what the chain says, else what was quoted. */
  readonly given: bigint | null
  readonly status: 'passed' | 'refused'
  readonly acceptUnderpaid: boolean
}

export type ReviewDecision =
  /** `amount`: what was accepted as paid, null when refused. `paidAmount`: of it what counts for shares. */
  | { readonly amount: bigint | null; readonly paidAmount: bigint }
  | { readonly error: 'UNDERPAID_NOT_ACCEPTED' }

/** What a decision means in money (BUSINESS 5.3): too little needs to be accepted aloud, too much counts no more than the price. */
export function decideReview({ order, tolerance, given, status, acceptUnderpaid }: ReviewInput): ReviewDecision {
  if (status === 'refused') return { amount: null, paidAmount: 0n }
  const seen = order.checkReasons.includes('wrong_recipient') ? null : (order.checkFound?.amount ?? null)
  const amount = given ?? (seen === null ? order.quotedAmount : BigInt(seen))
  if (amount <= 0n || (amount + tolerance < order.quotedAmount && !acceptUnderpaid)) return { error: 'UNDERPAID_NOT_ACCEPTED' }
  return { amount, paidAmount: amount < order.quotedAmount ? amount : order.quotedAmount }
}
