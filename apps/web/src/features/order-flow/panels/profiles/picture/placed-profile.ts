import type { ShownProfile } from '../model/shown-profile.ts'
import type { TimeRange } from '../model/session-windows.ts'

export type ProfileKind = 'session' | 'visible' | 'fixed'

/** A profile and its position. */
export interface PlacedProfile extends TimeRange {
  readonly kind: ProfileKind
  readonly shown: ShownProfile
  /**
   * For finished sessions: start of the bar that reached the point of control, Infinity while it is naked; otherwise
   * null.
   */
  readonly nakedUntil: number | null
}
