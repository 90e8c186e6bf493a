import { useSyncExternalStore } from 'react'

/** Whether a media query matches; rerenders on change. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    // There is no window at the build.
    () => false,
  )
}

/** Too narrow for a table: rows are cards. */
export const NARROW = '(max-width: 720px)'

const never = () => () => undefined

/** False during hydration of a prerendered page: content that differs between visitors renders afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
