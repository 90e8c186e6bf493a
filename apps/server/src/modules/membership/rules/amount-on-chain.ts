import { DENYING_REASONS } from '@flowprint/contract'
import type { Order, OrderReason } from '../repository/order-rows.ts'

const DENYING: ReadonlySet<OrderReason> = new Set<OrderReason>(DENYING_REASONS)

/** Whether the chain proves that nothing was paid to us. */
export const isDenied = (reasons: readonly OrderReason[]): boolean => reasons.some((reason) => DENYING.has(reason))

/** The amount paid to us according to the chain, in micro-USDT: 0 if it denies the payment, null if unknown. */
export function amountOnChain({ checkReasons, checkFound }: Pick<Order, 'checkReasons' | 'checkFound'>): bigint | null {
  if (isDenied(checkReasons)) return 0n
  const amount = checkFound?.amount ?? null
  return amount === null ? null : BigInt(amount)
}
