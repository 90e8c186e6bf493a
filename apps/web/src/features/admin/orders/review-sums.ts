/** What passing an order means in money, as the server will reckon it (docs/api.md, admin_review_order). Pure. */
import { amountText, parseAmount, ratioBp, shareOf, type OrderCheck } from '@flowprint/contract'

export interface ReviewSums {
  /** What is accepted as paid; null: what was typed is no amount. */
  readonly amount: string | null
  /** So much less than quoted, null where it is enough. */
  readonly short: string | null
  /** What the inviter gets, null where nobody earns. */
  readonly share: string | null
}

/** The amount on chain, unless it went to somebody else. */
export function seenAmount({ amount, reasons }: Pick<OrderCheck, 'amount' | 'reasons'>): string | null {
  return reasons.includes('wrong_recipient') ? null : amount
}

/** `typed`: what the reviewer says was paid; empty: what the chain says, else what was quoted. */
export function computeSums(check: Pick<OrderCheck, 'amount' | 'reasons' | 'effect'>, quoted: string, typed: string): ReviewSums {
  const price = parseAmount(quoted) ?? 0n
  const amount = parseAmount(typed.trim() === '' ? seenAmount(check) ?? quoted : typed)
  if (amount === null || amount === 0n) return { amount: null, short: null, share: null }
  const paid = amount < price ? amount : price
  const { ratio } = check.effect
  return {
    amount: amountText(amount),
    short: amount < price ? amountText(price - amount) : null,
    share: ratio === null || check.effect.inviter_id === null ? null : amountText(shareOf(paid, ratioBp(ratio))),
  }
}
