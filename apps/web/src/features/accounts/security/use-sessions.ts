import { useQuery } from '@tanstack/react-query'
import { loadSessions } from '../calls.ts'

export const SESSIONS_KEY = ['sessions']

/** Active sessions, refetched on every visit of the page. */
export function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => loadSessions(signal), staleTime: 0 })
}
