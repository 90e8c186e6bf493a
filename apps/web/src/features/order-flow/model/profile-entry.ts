import { create } from 'zustand'

/** Counts requests from menus to open the panel at the profile section. */
export const useProfileEntry = create<{ readonly asked: number }>()(() => ({ asked: 0 }))

export const askForProfiles = () => useProfileEntry.setState(({ asked }) => ({ asked: asked + 1 }))
