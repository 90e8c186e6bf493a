import { create } from 'zustand'
import type { PlacedProfile } from './picture/placed-profile.ts'

/** The profiles on the chart. */
interface ProfileState {
  readonly items: readonly PlacedProfile[]
  /** Why a requested profile is missing; null when none is. */
  readonly failure: unknown
}

export const useProfiles = create<ProfileState>()(() => ({ items: [], failure: null }))
