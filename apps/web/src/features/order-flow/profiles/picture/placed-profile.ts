import type { ShownProfile } from '../model/shown-profile.ts'
import type { TimeRange } from '../model/session-windows.ts'

export type ProfileKind = 'session' | 'visible' | 'fixed'

/** A profile and where it belongs. */
export interface PlacedProfile extends TimeRange {
  readonly kind: ProfileKind
  readonly shown: ShownProfile
  /** Sessions that are over: start of the bar that covered the point of control, Infinity while it is naked; else null. */
  readonly nakedUntil: number | null
}
