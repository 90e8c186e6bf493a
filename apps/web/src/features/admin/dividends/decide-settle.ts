import { parseAmount, type AdminInviterDetail } from '@flowprint/contract'

/** Why a settlement is not possible; null when it is. Pure; the server decides again. */
export function settleObstacle(
  { inviter, summary }: Pick<AdminInviterDetail, 'inviter' | 'summary'>,
  nowMs: number,
): 'nothing' | 'below' | 'address' | 'cooling' | null {
  // A total with claw-backs may be negative, which parseAmount rejects.
  const amount = summary.settlement_amount.startsWith('-') ? 0n : (parseAmount(summary.settlement_amount) ?? 0n)
  if (amount === 0n) return 'nothing'
  if (inviter.receive_address === null) return 'address'
  if (inviter.address_usable_at !== null && Date.parse(inviter.address_usable_at) > nowMs) return 'cooling'
  return amount < (parseAmount(summary.min_payout) ?? 0n) ? 'below' : null
}
