import { DAY_MS } from '@flowprint/orderflow'
import { DENYING_REASONS, readTransactionId } from '@flowprint/contract'
import type { FoundPayment, OrderReason, CheckStateName, Order } from '../queries/order-rows.ts'
import { MAX_AMOUNT } from '../tron/read-transaction.ts'
import type { NodeAnswer } from '../tron/tron-node.ts'

/** The claim of an order and its context. Amounts in micro-USDT, times in ms. */
export interface Claimed {
  readonly paymentAddress: string
  readonly fromExchange: boolean
  readonly receiveAddress: string
  readonly quotedAmount: bigint
  readonly tolerance: bigint
  readonly isLate: boolean
  readonly quotedAt: number
  readonly registeredAt: number
  /** Every receiving address ever set, with its validity ([from, to)). */
  readonly addresses: readonly { readonly address: string; readonly from: number; readonly to: number }[]
}

export interface Judgement {
  readonly state: CheckStateName
  readonly reasons: readonly OrderReason[]
  readonly found: FoundPayment | null
}

/** A payment this long before its quote is another account's, or an old one. */
const BEFORE_QUOTE_MS = DAY_MS

/** Reasons that only warn the reviewer; all others speak against the payment. */
const WARNINGS: ReadonlySet<OrderReason> = new Set<OrderReason>([
  'sender_differs',
  'amount_over',
  'several_transfers',
  'quote_late',
  'before_quote',
  'old_recipient',
])

/**
 * Compares a claim with the chain. The result only advises the reviewer, who can decide without it.
 *
 * A transaction that failed, moved another token or paid another recipient counts as an amount of 0.
 *
 * match: final, paid to us, sufficient. mismatch: see `reasons`. unconfirmed: found, not final.
 */
export function judgePayment(answer: NodeAnswer, claimed: Claimed): Judgement {
  if (answer.state === 'unknown_transaction')
    return { state: 'not_found', reasons: ['unknown_transaction'], found: null }
  if (answer.state !== 'found') return { state: 'error', reasons: [answer.state], found: null }
  const { transaction, confirmed } = answer
  const { block, blockTime } = transaction
  const base = { block, blockTime, confirmed }
  if (transaction.outcome === 'failed') {
    return { state: 'mismatch', reasons: ['failed_transaction'], found: { ...base, from: null, to: null, amount: '0' } }
  }
  const reasons: OrderReason[] = []
  const ours = new Set([claimed.receiveAddress, ...claimed.addresses.map(({ address }) => address)])
  const validAddresses = new Set(
    claimed.addresses.filter(({ from, to }) => from <= blockTime && blockTime < to).map(({ address }) => address),
  )
  const toUs = transaction.transfers.filter(({ to }) => ours.has(to))
  if (toUs.length === 0) {
    const [first] = transaction.transfers
    const isOtherToken = first === undefined && (transaction.movedOtherToken || transaction.outcome === 'plain')
    reasons.push(isOtherToken ? 'foreign_token' : 'wrong_recipient')
    return {
      state: 'mismatch',
      reasons,
      found: { ...base, from: first?.from ?? null, to: first?.to ?? null, amount: '0' },
    }
  }
  const amount = toUs.reduce((sum, transfer) => sum + transfer.amount, 0n)
  if (amount > MAX_AMOUNT) return { state: 'error', reasons: ['node_answer_unreadable'], found: null }
  const [{ from, to }] = toUs
  if (toUs.length > 1) reasons.push('several_transfers')
  if (toUs.some((transfer) => !validAddresses.has(transfer.to))) reasons.push('old_recipient')
  if (amount + claimed.tolerance < claimed.quotedAmount) reasons.push('amount_short')
  else if (amount > claimed.quotedAmount) reasons.push('amount_over')
  if (!claimed.fromExchange && toUs.some((transfer) => transfer.from !== claimed.paymentAddress))
    reasons.push('sender_differs')
  if (blockTime < claimed.registeredAt) reasons.push('before_registration')
  else if (blockTime < claimed.quotedAt - BEFORE_QUOTE_MS) reasons.push('before_quote')
  if (claimed.isLate) reasons.push('quote_late')
  if (!confirmed) reasons.push('not_final')
  const against = reasons.some((reason) => !WARNINGS.has(reason) && reason !== 'not_final')
  return {
    state: against ? 'mismatch' : confirmed ? 'match' : 'unconfirmed',
    reasons,
    found: { ...base, from, to, amount: String(amount) },
  }
}

const DENYING: ReadonlySet<OrderReason> = new Set<OrderReason>(DENYING_REASONS)

/** Whether the chain proves that nothing was paid to us. */
export const isDenied = (reasons: readonly OrderReason[]): boolean => reasons.some((reason) => DENYING.has(reason))

/** The amount paid to us according to the chain, in micro-USDT: 0 if it denies the payment, null if unknown. */
export function amountOnChain({ checkReasons, checkFound }: Pick<Order, 'checkReasons' | 'checkFound'>): bigint | null {
  if (isDenied(checkReasons)) return 0n
  const amount = checkFound?.amount ?? null
  return amount === null ? null : BigInt(amount)
}

/** Normalizes a search for a transaction ID or its prefix; undefined if it is empty. */
export function searchedTransaction(typed: string | undefined): string | undefined {
  const text = typed?.trim().toLowerCase() ?? ''
  return text === '' ? undefined : (readTransactionId(text) ?? text.replace(/^0x/, ''))
}

/** Price of a year; amounts are exact decimal strings in USDT, times ISO text. */
export interface YearlyPrice {
  readonly original_price: string
  /** [start, end); a null bound is open. null as a whole: no discount. */
  readonly discount: { readonly price: string; readonly start: string | null; readonly end: string | null } | null
}

/** The price at a time (ms since the epoch): the discount inside its window, else the original price. */
export function computePriceAt({ original_price, discount }: YearlyPrice, now: number): string {
  if (discount === null) return original_price
  const { price, start, end } = discount
  const runs = (start === null || Date.parse(start) <= now) && (end === null || now < Date.parse(end))
  return runs ? price : original_price
}
