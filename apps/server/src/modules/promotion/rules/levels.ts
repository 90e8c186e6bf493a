import { shareOf } from '@flowprint/contract'

/** A promotion level: its minimum number of paying invitees, and its ratio of each payment (basis points). */
export interface Level {
  readonly level: number
  readonly minPaying: number
  readonly ratioBp: number
}

export interface Standing {
  /** 0: below the first level. */
  readonly level: number
  readonly ratioBp: number
  /** Null at the highest level. */
  readonly next: Level | null
}

/**
 * The level and ratio of a promoter: the highest level whose minimum is reached. An override replaces only the ratio.
 *
 * Input   `paying`: distinct paying invitees, >= 0; `levels` in any order, minima >= 0.
 * Ties    of two levels with the same minimum the later one wins.
 */
export function computeStanding(levels: readonly Level[], paying: number, override: number | null): Standing {
  const ascending = levels.toSorted((a, b) => a.minPaying - b.minPaying)
  const reached = ascending.findLast(({ minPaying }) => minPaying <= paying)
  return {
    level: reached?.level ?? 0,
    ratioBp: override ?? reached?.ratioBp ?? 0,
    next: ascending.find(({ minPaying }) => minPaying > paying) ?? null,
  }
}

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

/**
 * Masks a name for others: the first letter, and the last one if the name has at least 5 characters. "alexandra" ->
 * "a***a".
 */
export function maskName(name: string): string {
  const letters = [...name]
  const last = letters.length >= 5 ? letters[letters.length - 1] : ''
  return `${letters[0] ?? ''}***${last}`
}
