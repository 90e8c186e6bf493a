import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { membershipUntil, useUser } from '../shared/session/user.ts'
import styles from './membership-indicator.module.css'
import { routeAt } from './routes.ts'

const CHECK_MS = 1000
const ACTIVATE = '/activate'

/** End date of the membership by the server's clock, checked every second; null: none or expired. */
function useMembershipUntil(): string | null {
  const expireTime = useUser(({ user }) => user?.expire_time ?? null)
  const skewMs = useUser((state) => state.skewMs)
  const [until, setUntil] = useState(() => membershipUntil(expireTime, Date.now() + skewMs))
  useEffect(() => {
    const check = () => setUntil(membershipUntil(expireTime, Date.now() + skewMs))
    check()
    const timer = setInterval(check, CHECK_MS)
    return () => clearInterval(timer)
  }, [expireTime, skewMs])
  return until
}

/** Membership in the header: its end date, or expired. Links to the renewal. */
export function MembershipIndicator() {
  const isKnown = useUser(({ user }) => user !== null)
  // Rendered once the user is loaded; otherwise it would briefly show an expired membership.
  return isKnown ? <Known /> : null
}

function Known() {
  const { t } = useTranslation()
  const until = useMembershipUntil()
  const text = until ?? t('shell.membership.expired')
  const looks = until === null ? `${styles.indicator} ${styles.expired}` : styles.indicator
  const name = until === null ? undefined : t('shell.membership.until', { date: until })
  if (!routeAt(ACTIVATE))
    return (
      <span className={looks} data-tip={name}>
        {text}
      </span>
    )
  return (
    <Link to={ACTIVATE} className={looks} aria-label={name} data-tip={name} data-membership="">
      {text}
    </Link>
  )
}
