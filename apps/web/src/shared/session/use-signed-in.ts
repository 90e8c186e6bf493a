import { useStore } from 'zustand'
import { tokenStore } from './token.ts'

/** Whether this browser holds a login. */
export function useSignedIn(): boolean {
  return useStore(tokenStore, ({ token }) => token !== null)
}
