import { create } from 'zustand'
import type { TimeRange } from './model/session-windows.ts'
import type { ShownProfile } from './model/shown-profile.ts'

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

/** The profiles on the chart. */
interface ProfileState {
  readonly items: readonly PlacedProfile[]
  /** Why a requested profile is missing; null when none is. */
  readonly failure: unknown
}

export const useProfiles = create<ProfileState>()(() => ({ items: [], failure: null }))
