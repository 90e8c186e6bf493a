import type { InviterParam } from '@flowprint/contract'

interface WayToNext {
  readonly level: number
  /** Paying invitees still required. */
  readonly missing: number
  /** Progress from this level's threshold to the next one's, 0…1. */
  readonly done: number
}

type Standing = Pick<InviterParam, 'level' | 'next_level' | 'next_min_paying' | 'paying_total' | 'share_levels'>

/** Progress to the next level; null at the highest. */
export function wayToNext({
  level,
  next_level: next,
  next_min_paying: wanted,
  paying_total: paying,
  share_levels: levels,
}: Standing): WayToNext | null {
  if (next === null || wanted === null) return null
  const start = Math.min(paying, levels.find((one) => one.level === level)?.min_paying ?? 0)
  const length = wanted - start
  return {
    level: next,
    missing: Math.max(0, wanted - paying),
    done: length <= 0 ? 1 : Math.min(1, (paying - start) / length),
  }
}
