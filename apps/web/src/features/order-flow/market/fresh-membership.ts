import { useEffect, useRef } from 'react'
import { loadUser } from '../../../shared/session/user.ts'
import { useMarket } from './market-store.ts'

/** The delay of the market begins and ends with the membership: when it changes, the header asks anew how long that runs. */
export function useFreshMembership(): void {
  const isDelayed = useMarket(({ meta }) => meta?.delayed)
  const before = useRef(isDelayed)
  useEffect(() => {
    if (isDelayed === undefined) return
    if (before.current !== undefined && before.current !== isDelayed) void loadUser()
    before.current = isDelayed
  }, [isDelayed])
}
