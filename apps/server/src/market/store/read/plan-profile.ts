import { ceilTo, floorTo, TIERS } from '../tiers.ts'
import type { Tier } from '../tiers.ts'

/** A time range [fromTs, toTs) and its source: bars of a tier, or the trades themselves. */
export interface ProfilePiece {
  readonly tier: Tier | null
  readonly fromTs: number
  readonly toTs: number
}

/**
 * Splits a time range into whole days, whole hours at their edges, whole minutes at the edges of those, and trades
 * where a minute is cut or not closed yet.
 * Input   ms, finite; minutes before `closedUntil` are stored as bars (Infinity: all).
 * Output  ascending, without gaps or overlaps; at most six pieces of bars whatever the length.
 */
export function planProfile(fromTs: number, toTs: number, closedUntil: number): ProfilePiece[] {
  const closed = Math.max(fromTs, Math.min(toTs, closedUntil))
  const open = closed < toTs ? [{ tier: null, fromTs: closed, toTs }] : []
  return [...cover(fromTs, closed, TIERS.length - 1), ...open]
}

function cover(fromTs: number, toTs: number, tierAt: number): ProfilePiece[] {
  if (fromTs >= toTs) return []
  if (tierAt < 0) return [{ tier: null, fromTs, toTs }]
  const tier = TIERS[tierAt]
  const first = ceilTo(fromTs, tier.barMs)
  const end = floorTo(toTs, tier.barMs)
  if (first >= end) return cover(fromTs, toTs, tierAt - 1)
  return [...cover(fromTs, first, tierAt - 1), { tier, fromTs: first, toTs: end }, ...cover(end, toTs, tierAt - 1)]
}
