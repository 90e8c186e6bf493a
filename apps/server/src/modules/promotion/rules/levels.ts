/** A level of promoters: from so many paying invitees on, so much of each payment (basis points). */
export interface Level {
  readonly level: number
  readonly minPaying: number
  readonly ratioBp: number
}

export interface Standing {
  /** 0: below the first level. */
  readonly level: number
  readonly ratioBp: number
  /** Null: there is no higher one. */
  readonly next: Level | null
}

/**
 * Where a promoter stands: the highest level whose minimum is reached. An override replaces the ratio, not the level.
 *
 * Input   `paying`: distinct paying invitees, >= 0; `levels` in any order, minima >= 0.
 * Ties    of two levels with the same minimum the one named later.
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
