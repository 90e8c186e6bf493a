import type { InviterParam } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { loadInviter } from './calls.ts'

const KEY = ['inviter_param']

/** The inviter's state, refetched on every visit of the page. */
export function useInviter() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => loadInviter(signal), staleTime: 0 })
}

/** Merges what a call changed. */
export function useMergeInviter(): (changes: Partial<InviterParam>) => void {
  const client = useQueryClient()
  return (changes) => client.setQueryData<InviterParam>(KEY, (inviter) => inviter && { ...inviter, ...changes })
}
