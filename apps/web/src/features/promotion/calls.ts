import type { InviterParam } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyCall, call } from '../../shared/http/call.ts'

/** API calls of inviters. Failures are thrown to the page. */

const loadInviter = (signal?: AbortSignal) => call('POST /inviter_param', { signal, toast: false })
export const loadDividends = bodyCall('POST /inviter_dividends')
export const loadChart = bodyCall('POST /inviter_chart')
export const setReceiveAddress = bodyCall('POST /set_receive_address')

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
