import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while a page takes over what was made at the build: what differs from visitor to visitor comes only then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
