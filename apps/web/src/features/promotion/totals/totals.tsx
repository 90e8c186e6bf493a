import { shownAmount, type InviterParam } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import styles from './totals.module.css'

const CURRENCY = 'USDT'

/** The key figures. */
export function Totals({ inviter }: { inviter: InviterParam }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('promotion.totals.heading')}>
      <dl className={styles.totals}>
        <Fact name={t('promotion.totals.invited')} value={String(inviter.invited_total)} />
        <Fact name={t('promotion.totals.week')} value={String(inviter.invited_week)} />
        <Fact name={t('promotion.totals.paying')} value={String(inviter.paying_total)} />
        <Fact
          name={t('promotion.totals.pending')}
          value={shownAmount(inviter.pending_amount)}
          unit={CURRENCY}
          note={t('promotion.totals.pendingCount', { count: inviter.pending_count })}
        />
        <Fact
          name={t('promotion.totals.available')}
          value={shownAmount(inviter.available_amount)}
          unit={CURRENCY}
          isMain
          note={t('promotion.totals.availableFrom', { amount: `${shownAmount(inviter.min_payout)} ${CURRENCY}` })}
        />
        <Fact name={t('promotion.totals.settled')} value={shownAmount(inviter.settled_amount)} unit={CURRENCY} />
      </dl>
    </section>
  )
}

function Fact({
  name,
  value,
  unit,
  note,
  isMain,
}: {
  name: string
  value: string
  unit?: string
  note?: string
  isMain?: boolean
}) {
  return (
    <div className={isMain ? `${styles.fact} ${styles.main}` : styles.fact}>
      <dt className="text-muted text-s">{name}</dt>
      <dd className={styles.value}>
        {value}
        {unit && <span className={styles.unit}> {unit}</span>}
      </dd>
      {note && <dd className="text-faint text-s">{note}</dd>}
    </div>
  )
}
