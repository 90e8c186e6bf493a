import type { AdminOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import styles from '../parts/parts.module.css'
import { momentOf, moneyOf } from '../parts/show.ts'

/** What the user submitted. */
export function ClaimedFacts({ order, explorer }: { order: AdminOrder; explorer: string | undefined }) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-2">
      <h3 className={styles.heading}>{t('admin.orders.dialog.claimed')}</h3>
      <Facts>
        <Fact name={t('admin.orders.column.user')}>
          {order.username} · ID {order.user_id} · {order.email ?? t('admin.frame.deleted')}
        </Fact>
        <Fact name={t('admin.orders.column.submitted')}>
          {momentOf(t, order.submit_time)}
          {order.late && <Tag tone="warning">{t('admin.orders.late')}</Tag>}
        </Fact>
        <Fact name={t('admin.orders.column.transaction')}>
          <Shortened text={order.transaction_id} what={t('admin.orders.column.transaction')} href={explorer} />
        </Fact>
        <Fact name={t('admin.orders.column.address')}>
          <Shortened text={order.payment_address} what={t('admin.orders.column.address')} /> {order.network_type}
          {order.from_exchange && <Tag>{t('admin.orders.fromExchange')}</Tag>}
        </Fact>
        <Fact name={t('admin.orders.dialog.quoted')}>
          {t('admin.frame.usdt', { amount: moneyOf(order.quoted_amount) })}
        </Fact>
        {order.status === 'passed' && (
          <Fact name={t('admin.orders.dialog.acceptedAmount')}>
            <strong>{t('admin.frame.usdt', { amount: moneyOf(order.amount) })}</strong>
          </Fact>
        )}
      </Facts>
    </section>
  )
}
