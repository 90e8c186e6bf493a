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
