import { shownAmount, type MyOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { OrderStatusTag } from './order-status.tsx'
import styles from './orders.module.css'

interface OrderCardsProps {
  readonly orders: readonly MyOrder[]
  readonly explorer: (transactionId: string) => string | undefined
  readonly stale: boolean
}

/** The orders on narrow screens. */
export function OrderCards({ orders, explorer, stale }: OrderCardsProps) {
  return (
    <ul className={styles.cards} aria-busy={stale}>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} href={explorer(order.transaction_id)} />
      ))}
    </ul>
  )
}

function OrderCard({ order, href }: { order: MyOrder; href: string | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <strong className={styles.cardAmount}>{shownAmount(order.amount)} USDT</strong>
        <OrderStatusTag order={order} />
      </div>
      <dl className={styles.facts}>
        <dt>{t('membership.orders.transactionId')}</dt>
        <dd>
          <Shortened text={order.transaction_id} what={t('membership.orders.transactionId')} href={href} />
        </dd>
        <dt>{t('membership.orders.paymentAddress')}</dt>
        <dd>
          <Shortened text={order.payment_address} what={t('membership.orders.paymentAddress')} />
        </dd>
        <dt>{t('membership.orders.network')}</dt>
        <dd>{order.network_type}</dd>
        <dt>{t('membership.orders.submitTime')}</dt>
        <dd>
          <time dateTime={order.submit_time}>{formatTime(order.submit_time, language)}</time>
        </dd>
        {order.review_time !== null && (
          <>
            <dt>{t('membership.orders.reviewTime')}</dt>
            <dd>
              <time dateTime={order.review_time}>{formatTime(order.review_time, language)}</time>
            </dd>
          </>
        )}
        {order.remark !== '' && (
          <>
            <dt>{t('membership.orders.remark')}</dt>
            <dd>{order.remark}</dd>
          </>
        )}
      </dl>
    </li>
  )
}
