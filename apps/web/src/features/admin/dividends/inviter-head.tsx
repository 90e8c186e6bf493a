import type { AdminInviterDetail } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { momentOf, moneyOf, percentOf } from '../parts/show.ts'
import { settleObstacle } from './dividend-terms.ts'
import styles from './dividends.module.css'

interface InviterHeadProps {
  readonly detail: AdminInviterDetail
  readonly onSettle: () => void
  readonly onRemind: () => void
  readonly onRatio: () => void
}

/** Payout address and amount, with both actions. */
export function InviterHead({ detail, onSettle, onRemind, onRatio }: InviterHeadProps) {
  const { t } = useTranslation()
  const nowMs = useServerNow()
  const { inviter, summary } = detail
  const obstacle = settleObstacle(detail, nowMs)
  const waits = inviter.next_reminder_at !== null && Date.parse(inviter.next_reminder_at) > nowMs
  const numbers = [
    {
      name: t('admin.dividends.detail.settlement'),
      value: t('admin.frame.usdt', { amount: moneyOf(summary.settlement_amount) }),
      isMain: true,
    },
    { name: t('admin.dividends.detail.pending'), value: String(summary.pending_count) },
    { name: t('admin.dividends.detail.held'), value: t('admin.frame.usdt', { amount: moneyOf(summary.held_amount) }) },
    {
      name: t('admin.dividends.detail.settled'),
      value: t('admin.frame.usdt', { amount: moneyOf(summary.settled_amount) }),
    },
  ]
  return (
    <section className="flex flex-col gap-4 p-4 rounded-md bg-surface-1 inset-border">
      <dl className={styles.numbers}>
        {numbers.map(({ name, value, isMain }) => (
          <div key={name} className={isMain ? `${styles.number} ${styles.main}` : styles.number}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.number}>
          <dt>{t('admin.dividends.column.ratio')}</dt>
          <dd className={styles.ratio}>
            <span>{t('admin.dividends.level', { level: inviter.level, ratio: percentOf(inviter.ratio) })}</span>
            {inviter.ratio_override !== null && <Tag tone="brand">{t('admin.dividends.ratio.own')}</Tag>}
            <Button
              onClick={onRatio}
              aria-label={`${t('admin.dividends.ratio.change')} · ${t('admin.dividends.ratio.title', { name: inviter.username })}`}
            >
              {t('admin.dividends.ratio.change')}
            </Button>
          </dd>
        </div>
        <div className={styles.number}>
          <dt>{t('admin.dividends.detail.address')}</dt>
          <dd>
            {inviter.receive_address === null ? (
              <Tag tone="warning">{t('admin.dividends.notConfigured')}</Tag>
            ) : (
              <Shortened text={inviter.receive_address} what={t('admin.dividends.detail.address')} />
            )}
          </dd>
        </div>
      </dl>
      <div className={styles.acts}>
        <Button variant="primary" size="large" disabled={obstacle !== null} onClick={onSettle}>
          {t('admin.dividends.detail.settle')}
        </Button>
        <Button variant="outlined" size="large" disabled={waits || inviter.email === null} onClick={onRemind}>
          {t('admin.dividends.detail.remind')}
        </Button>
        <ul className="ps-1 text-muted text-m">
          {obstacle !== null && (
            <li>{t(`admin.dividends.detail.settleNo.${obstacle}`, { amount: moneyOf(summary.min_payout) })}</li>
          )}
          {obstacle === 'cooling' && (
            <li>{t('admin.dividends.detail.cooling', { time: momentOf(t, inviter.address_usable_at ?? '') })}</li>
          )}
          {obstacle === null && (
            <li>{t('admin.dividends.detail.minPayout', { amount: moneyOf(summary.min_payout) })}</li>
          )}
          {waits && (
            <li>{t('admin.dividends.detail.remindWait', { time: momentOf(t, inviter.next_reminder_at ?? '') })}</li>
          )}
        </ul>
      </div>
    </section>
  )
}
