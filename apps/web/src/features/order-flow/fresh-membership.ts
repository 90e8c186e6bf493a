import { useEffect, useRef } from 'react'
import { loadUser } from '../../shared/session/user.ts'
import { useMarket } from './model/market-store.ts'

/** The market's delay depends on the membership: when it changes, reload the membership shown in the header. */
export function useFreshMembership(): void {
  const isDelayed = useMarket(({ meta }) => meta?.delayed)
  const before = useRef(isDelayed)
  useEffect(() => {
    if (isDelayed === undefined) return
    if (before.current !== undefined && before.current !== isDelayed) void loadUser()
    before.current = isDelayed
  }, [isDelayed])
}
