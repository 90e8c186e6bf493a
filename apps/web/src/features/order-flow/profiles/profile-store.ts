import { create } from 'zustand'
import type { PlacedProfile } from './picture/placed-profile.ts'

/** The profiles on the chart, for whoever speaks of them. */
interface ProfileState {
  readonly items: readonly PlacedProfile[]
  /** Why a profile that was asked for is not there; null while all are. */
  readonly failure: unknown
}

export const useProfiles = create<ProfileState>()(() => ({ items: [], failure: null }))
