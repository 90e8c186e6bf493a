import { create } from 'zustand'

/** How often somebody asked for the profiles from a menu: the panel then opens at their section. */
export const useProfileEntry = create<{ readonly asked: number }>()(() => ({ asked: 0 }))

export const askForProfiles = () => useProfileEntry.setState(({ asked }) => ({ asked: asked + 1 }))
