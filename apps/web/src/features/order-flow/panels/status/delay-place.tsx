import { membershipUntil, useUser } from '../../../../shared/session/user.ts'
import { useMarket } from '../../model/market-store.ts'

/**
 * Keeps the room of the delay banner while its code loads and, for readers without a membership, until the first bars
 * say whether there is a delay.
 */
export function DelayPlace() {
  const isFree = useUser(
    ({ user, skewMs }) => user !== null && membershipUntil(user.expire_time, Date.now() + skewMs) === null,
  )
  const isKept = useMarket(({ phase, meta }) => meta?.delayed ?? (phase === 'loading' && isFree))
  return isKept ? <div className="flex-none min-h-7.5 pointer-coarse:min-h-8.5" /> : null
}
