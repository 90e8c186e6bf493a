import { shareOf } from '@flowprint/contract'
import { computeStanding } from './levels.ts'
import type { Level } from './levels.ts'

export interface ShareInput {
  /** micro-USDT, >= 0: what was paid, no more than was quoted. */
  readonly paidAmount: bigint
  readonly levels: readonly Level[]
  /** Distinct paying invitees before this order. */
  readonly payingBefore: number
  readonly override: number | null
  /** The inviter has the role, and an account that works. */
  readonly isActive: boolean
  /** Passed orders of the invitee before this one, without those taken back. */
  readonly ordersBefore: number
  readonly renewalsEarn: boolean
}

export interface ShareDecision {
  /** earned, or why not. */
  readonly outcome: 'earned' | 'inactive' | 'renewal' | 'nothing'
  readonly level: number
  readonly ratioBp: number
  /** micro-USDT; 0 unless earned. */
  readonly share: bigint
}

/** What an order earns the inviter of its payer (BUSINESS 5.4, 5.5): level and ratio are those before the order. */
export function decideShare(input: ShareInput): ShareDecision {
  const { level, ratioBp } = computeStanding(input.levels, input.payingBefore, input.override)
  const share = shareOf(input.paidAmount, ratioBp)
  if (!input.isActive) return { outcome: 'inactive', level, ratioBp, share: 0n }
  if (!input.renewalsEarn && input.ordersBefore > 0) return { outcome: 'renewal', level, ratioBp, share: 0n }
  return { outcome: share > 0n ? 'earned' : 'nothing', level, ratioBp, share }
}
