import type { AdminPending } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../http/call.ts'
import { hasRole, useUser } from './user.ts'

/** Under the key of the back office: its acts invalidate this number too. */
const KEY = ['admin', 'pending']

const loadPending = (signal?: AbortSignal) =>
  call('/admin_pending', { method: 'POST', body: {}, signal, say: false }) as Promise<AdminPending>

/**
 * Keeps the number of waiting orders current for administrators. Used once, in the header. Asked at every navigation and when
 * the window gets the focus, never by a timer: a page that is left open must not keep an administrator's session alive.
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

/** How many orders wait for a review; 0 for everybody but administrators. */
export function usePendingReviews(): number {
  const isAdmin = useUser(({ user }) => hasRole(user, 'admin'))
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => loadPending(signal), enabled: false })
  return isAdmin ? (data?.pending_orders ?? 0) : 0
}
