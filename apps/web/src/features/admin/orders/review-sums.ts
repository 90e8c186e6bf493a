/** What passing an order means in money, as the server will reckon it (docs/api.md, admin_review_order). Pure. */
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
  /** What is accepted as paid; null: what was typed is no amount. */
  readonly amount: string | null
  /** So much less than quoted, null where it is enough. */
  readonly short: string | null
  /** What the inviter gets, null where nobody earns. */
  readonly share: string | null
}

const DENYING: readonly string[] = DENYING_REASONS

/** The network proves that nothing was paid to us: passing needs an amount or a confirmation. */
export function isDenied({ check_reasons: reasons }: Pick<AdminOrder, 'check_reasons'>): boolean {
  return reasons.some((reason) => DENYING.includes(reason))
}

interface CheckedOrder {
  readonly amount: OrderCheck['amount']
  readonly effect: OrderCheck['effect']
  readonly order: Pick<AdminOrder, 'check_reasons'>
}

/** `typed`: what the reviewer says was paid; empty: what the chain says, else, or where the chain denies the payment, what was quoted. */
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
