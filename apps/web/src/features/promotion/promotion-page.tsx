import { useTranslation } from 'react-i18next'
import { failureText } from '../../shared/http/failure-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PayoutCard } from './address/payout-card.tsx'
import { TrendCard } from './chart/trend-card.tsx'
import { LevelCard } from './level/level-card.tsx'
import { LinkCard } from './link/link-card.tsx'
import { Invitees } from './list/invitees.tsx'
import styles from './promotion.module.css'
import { Totals } from './totals/totals.tsx'
import { useInviter } from './use-inviter.ts'

/** /promotion-progress: an inviter's link, level, invitees and earnings. */
export function Page() {
  const { t } = useTranslation()
  const { data: inviter, error, refetch } = useInviter()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('promotion.heading')}</h1>
        <p className={styles.lead}>{t('promotion.lead')}</p>
      </header>
      {!inviter && !error && <p role="status" className={styles.waiting}>{t('business.loading')}</p>}
      {!inviter && error && (
        <div className={styles.waiting} role="alert">
          <p className={styles.failed}>{t('promotion.failed')}</p>
          <p>{failureText(t, error)}</p>
          <Button look="outlined" large onClick={() => void refetch()}>{t('common.retry')}</Button>
        </div>
      )}
      {inviter && (
        <>
          <Totals inviter={inviter} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <LinkCard code={inviter.invite_code} link={inviter.invite_link} />
              <TrendCard />
            </div>
            <div className={styles.column}>
              <PayoutCard inviter={inviter} />
              <LevelCard inviter={inviter} />
            </div>
          </div>
          <Invitees />
        </>
      )}
    </div>
  )
}
