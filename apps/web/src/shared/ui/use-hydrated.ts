import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False during hydration of a prerendered page: content that differs between visitors renders afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
