import type { UnixMs } from '../units/units.ts'

export type ZoneKind = 'stack' | 'effort' | 'cluster' | 'unfinished' | 'nakedPoc'
export type ZoneState = 'fresh' | 'tested' | 'broken' | 'expired' | 'filled'

/** A support or resistance zone (INDICATORS 7); determined by its birth and the bars after it. */
export interface Zone {
  readonly kind: ZoneKind
  readonly side: 'support' | 'resistance'
  /** Rows, both inclusive, of the bars' step. */
  readonly lowRow: number
  readonly highRow: number
  /** t of the bar it was born on. */
  readonly born: UnixMs
  readonly state: ZoneState
  readonly tests: number
  /** t of the bar that ended it, or null while it is live. */
  readonly ended: UnixMs | null
  readonly strength: number
}
