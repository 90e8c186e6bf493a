import { shareOf } from '@flowprint/contract'
import { computeStanding } from './levels.ts'
import type { Level } from './levels.ts'

export interface ShareInput {
  /** micro-USDT, >= 0: the paid amount, at most the quoted one. */
  readonly paidAmount: bigint
  readonly levels: readonly Level[]
  /** Distinct paying invitees before this order. */
  readonly payingBefore: number
  readonly override: number | null
  /** Has the inviter role, and the account is neither disabled nor deleted. */
  readonly isActive: boolean
  /** Earlier passed orders of the invitee, without reversed ones. */
  readonly ordersBefore: number
  readonly renewalsEarn: boolean
}

export interface ShareDecision {
  /** earned, or the reason why not. */
  readonly outcome: 'earned' | 'inactive' | 'renewal' | 'nothing'
  readonly level: number
  readonly ratioBp: number
  /** micro-USDT; 0 unless earned. */
  readonly share: bigint
}

/** The inviter's share of an order (BUSINESS 5.4, 5.5), by the level and ratio before the order. */
export function decideShare(input: ShareInput): ShareDecision {
  const { level, ratioBp } = computeStanding(input.levels, input.payingBefore, input.override)
  const share = shareOf(input.paidAmount, ratioBp)
  if (!input.isActive) return { outcome: 'inactive', level, ratioBp, share: 0n }
  if (!input.renewalsEarn && input.ordersBefore > 0) return { outcome: 'renewal', level, ratioBp, share: 0n }
  return { outcome: share > 0n ? 'earned' : 'nothing', level, ratioBp, share }
}
