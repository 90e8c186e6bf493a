import { create } from 'zustand'
import { untilFetched } from './lazy-part.ts'

type Kit = typeof import('./overlay-kit.tsx')

const useKit = create<{ readonly kit: Kit | null }>()(() => ({ kit: null }))
let loading: Promise<void> | null = null

/**
 * Menus, panels and tooltips of the kit. They load at the first pointer movement, key or touch, not with the page: no page
 * needs them for its first view, and they weigh as much as the page itself.
 */
export function loadOverlays(): Promise<void> {
  loading ??= untilFetched(() => import('./overlay-kit.tsx')).then((kit) => useKit.setState({ kit }))
  return loading
}

/** The kit, or null until it is loaded. */
export const useOverlayKit = (): Kit | null => useKit((state) => state.kit)

/** Whether a dialog, menu or panel is open: shortcuts of the page do nothing while one is. Not one that is fading out. */
export const isOverlayOpen = (): boolean => document.querySelector('[data-overlay]:not([data-closed])') !== null

export const isDialogOpen = (): boolean => document.querySelector('[data-overlay=dialog]:not([data-closed])') !== null
