import type { Hole } from '../../../workers/protocol.ts'

/** The holes that touch the bar [t, end): those that make it incomplete (INDICATORS 11: both prints' bars). */
export function holesOfBar(holes: readonly Hole[], t: number, end: number): readonly Hole[] {
  return holes.filter((hole) => hole.from < end && hole.to >= t)
}
