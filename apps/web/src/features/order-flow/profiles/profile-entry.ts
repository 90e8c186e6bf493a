import { create } from 'zustand'

/** Somebody asked for the profiles from a menu: the panel opens at their section. */
export const useProfileEntry = create<{ readonly asked: boolean }>()(() => ({ asked: false }))
