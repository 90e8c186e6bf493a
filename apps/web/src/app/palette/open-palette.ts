import { create } from 'zustand'

/** Not state of the palette's host: the menu may ask before the host's code is loaded. */
export const usePalette = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

export const openPalette = (): void => usePalette.setState({ isOpen: true })
