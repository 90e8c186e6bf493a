import { useTranslation } from 'react-i18next'
import { PageFrame } from '../../shared/ui/page/page.tsx'
import { Failed, Loading } from '../../shared/ui/page/states.tsx'
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
    <PageFrame title={t('promotion.heading')} lead={t('promotion.lead')}>
      {!inviter && !error && (
        <>
          <Loading as="cards" />
          <Loading />
        </>
      )}
      {!inviter && error && <Failed title={t('promotion.failed')} error={error} onRetry={refetch} />}
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
    </PageFrame>
  )
}
