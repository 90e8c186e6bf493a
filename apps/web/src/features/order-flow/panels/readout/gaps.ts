import type { Gap } from '../../../../workers/protocol.ts'

/** The gaps that overlap the bar [t, end) and make it incomplete (INDICATORS 11: both trades' bars). */
export function gapsOfBar(gaps: readonly Gap[], t: number, end: number): readonly Gap[] {
  return gaps.filter((gap) => gap.from < end && gap.to >= t)
}
