import type { InviterParam } from '@flowprint/contract'

export interface WayToNext {
  readonly level: number
  /** Paying invitees still wanted. */
  readonly missing: number
  /** 0…1 of the way from this level's beginning to the next one's. */
  readonly done: number
}

type Standing = Pick<InviterParam, 'level' | 'next_level' | 'next_min_paying' | 'paying_total' | 'share_levels'>

/** How far the next level is; null at the highest. */
export function wayToNext({
  level,
  next_level: next,
  next_min_paying: wanted,
  paying_total: paying,
  share_levels: levels,
}: Standing): WayToNext | null {
  if (next === null || wanted === null) return null
  const begun = Math.min(paying, levels.find((one) => one.level === level)?.min_paying ?? 0)
  const length = wanted - begun
  return {
    level: next,
    missing: Math.max(0, wanted - paying),
    done: length <= 0 ? 1 : Math.min(1, (paying - begun) / length),
  }
}
