import { MINUTE_MS } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMarket } from '../../model/market-store.ts'
import { DelayPlace } from './delay-place.tsx'
import styles from './delay-banner.module.css'

/** Banner of a delayed chart: the delay, and a link to the membership that removes it. */
export function DelayBanner() {
  const { t } = useTranslation()
  const isDelayed = useMarket(({ meta }) => meta?.delayed === true)
  const delayMs = useMarket(({ meta }) => meta?.delayMs ?? null)
  if (!isDelayed) return <DelayPlace />
  return (
    <div className={styles.banner} role="note">
      <span>
        {delayMs === null
          ? t('status.data.delayed')
          : t('status.delayedBy', { minutes: Math.round(delayMs / MINUTE_MS) })}
      </span>
      <Link className={styles.link} to="/activate">
        {t('status.openMembership')}
      </Link>
    </div>
  )
}
