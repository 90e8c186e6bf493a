import { create } from 'zustand'
import { readText, STORAGE_KEYS, writeText } from '../../../../shared/local-store.ts'

/** How far the buttons and keys of minutes can move. */
export const REPLAY_MINUTES = [1, 5, 15, 30, 60]
const USUAL_MINUTES = 5

interface MinutesState {
  readonly minutes: number
  /** Remembered on this device. */
  choose(minutes: number): void
}

export const useReplayMinutes = create<MinutesState>()((set) => ({
  minutes: REPLAY_MINUTES.find((one) => String(one) === readText(STORAGE_KEYS.replayMinutes)) ?? USUAL_MINUTES,
  choose(minutes) {
    writeText(STORAGE_KEYS.replayMinutes, String(minutes))
    set({ minutes })
  },
}))
