import { parseAmount, type AdminInviterDetail } from '@flowprint/contract'

/** Why nothing can be settled with a promoter now; null where it can. Pure; the server decides the same again. */
export function settleObstacle(
  { inviter, summary }: Pick<AdminInviterDetail, 'inviter' | 'summary'>,
  nowMs: number,
): 'nothing' | 'below' | 'address' | 'cooling' | null {
  // A sum with claw-backs may be below zero: parseAmount knows no sign.
  const amount = summary.settlement_amount.startsWith('-') ? 0n : (parseAmount(summary.settlement_amount) ?? 0n)
  if (amount === 0n) return 'nothing'
  if (inviter.receive_address === null) return 'address'
  if (inviter.address_usable_at !== null && Date.parse(inviter.address_usable_at) > nowMs) return 'cooling'
  return amount < (parseAmount(summary.min_payout) ?? 0n) ? 'below' : null
}
