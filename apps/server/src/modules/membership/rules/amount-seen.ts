import { DENYING_REASONS } from '@flowprint/contract'
import type { Order, OrderReason } from '../repository/order-rows.ts'

const DENYING: ReadonlySet<OrderReason> = new Set<OrderReason>(DENYING_REASONS)

/** Whether the network proves that nothing was paid to us. */
export const isDenied = (reasons: readonly OrderReason[]): boolean => reasons.some((reason) => DENYING.has(reason))

/** What the network says was paid to us, in micro-USDT: 0 where it denies the payment, null where it is not known. */
export function amountSeen({ checkReasons, checkFound }: Pick<Order, 'checkReasons' | 'checkFound'>): bigint | null {
  if (isDenied(checkReasons)) return 0n
  const amount = checkFound?.amount ?? null
  return amount === null ? null : BigInt(amount)
}
