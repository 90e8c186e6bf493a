/** Amounts that follow from approving an order, computed as on the server (docs/api.md, admin_review_order). Pure. */
import {
  amountText,
  DENYING_REASONS,
  parseAmount,
  ratioBp,
  shareOf,
  type AdminOrder,
  type OrderCheck,
} from '@flowprint/contract'

export interface ReviewSums {
  /** The accepted amount; null: invalid input. */
  readonly amount: string | null
  /** Shortfall against the quote, null when sufficient. */
  readonly short: string | null
  /** The inviter's dividend, null without an inviter. */
  readonly share: string | null
}

const DENYING: readonly string[] = DENYING_REASONS

/** The network proves that nothing was paid: approval requires an amount or a confirmation. */
export function isDenied({ check_reasons: reasons }: Pick<AdminOrder, 'check_reasons'>): boolean {
  return reasons.some((reason) => DENYING.includes(reason))
}

interface CheckedOrder {
  readonly amount: OrderCheck['amount']
  readonly effect: OrderCheck['effect']
  readonly order: Pick<AdminOrder, 'check_reasons'>
}

/**
 * `typed`: the amount entered by the reviewer; empty: the amount on chain, or the quote when the chain has none or
 * denies the payment.
 */
export function computeSums(check: CheckedOrder, quoted: string, typed: string): ReviewSums {
  const price = parseAmount(quoted) ?? 0n
  const seen = isDenied(check.order) ? null : check.amount
  const amount = parseAmount(typed.trim() === '' ? (seen ?? quoted) : typed)
  if (amount === null || amount === 0n) return { amount: null, short: null, share: null }
  const paid = amount < price ? amount : price
  const { ratio } = check.effect
  return {
    amount: amountText(amount),
    short: amount < price ? amountText(price - amount) : null,
    share: ratio === null || check.effect.inviter_id === null ? null : amountText(shareOf(paid, ratioBp(ratio))),
  }
}
