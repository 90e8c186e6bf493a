import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../http/call.ts'
import { hasRole, useUser } from './user.ts'

/** Under the back office's query key, so that its mutations invalidate this number too. */
const KEY = ['admin', 'pending']

const loadPending = (signal?: AbortSignal) => call('POST /admin_pending', { signal, toast: false })

/**
 * Refreshes the number of pending orders for administrators. Used once, in the header. Refetches on navigation and
 * window focus, never by a timer: an idle page must not keep an administrator's session alive.
 */
export function useFollowPendingReviews(): void {
  const enabled = useUser(({ user }) => hasRole(user, 'admin') && user?.otp_required === false)
  const client = useQueryClient()
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => loadPending(signal),
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    void client.invalidateQueries({ queryKey: KEY, exact: true })
  }, [client, pathname])
}

/** Number of orders that await review; 0 for everyone but administrators. */
export function usePendingReviews(): number {
  const isAdmin = useUser(({ user }) => hasRole(user, 'admin'))
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => loadPending(signal), enabled: false })
  return isAdmin ? (data?.pending_orders ?? 0) : 0
}
