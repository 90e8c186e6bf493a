import { shownAmount, type MyOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Record, Records } from '../../../shared/ui/records.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { OrderStatusTag } from './order-status.tsx'

interface OrderCardsProps {
  readonly orders: readonly MyOrder[]
  readonly explorer: (transactionId: string) => string | undefined
  readonly stale: boolean
}

/** The orders on narrow screens. */
export function OrderCards({ orders, explorer, stale }: OrderCardsProps) {
  return (
    <Records stale={stale}>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} href={explorer(order.transaction_id)} />
      ))}
    </Records>
  )
}

function OrderCard({ order, href }: { order: MyOrder; href: string | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const time = (iso: string | null) => iso !== null && <time dateTime={iso}>{formatTime(iso, language)}</time>
  const transactionId = t('membership.orders.transactionId')
  const address = t('membership.orders.paymentAddress')
  return (
    <Record
      head={
        <>
          <strong className="text-xl font-bold">{shownAmount(order.amount)} USDT</strong>
          <OrderStatusTag order={order} />
        </>
      }
      facts={[
        { name: transactionId, value: <Shortened text={order.transaction_id} what={transactionId} href={href} /> },
        { name: address, value: <Shortened text={order.payment_address} what={address} /> },
        { name: t('membership.orders.network'), value: order.network_type },
        { name: t('membership.orders.submitTime'), value: time(order.submit_time) },
        { name: t('membership.orders.reviewTime'), value: time(order.review_time) || null },
        { name: t('membership.orders.remark'), value: order.remark || null },
      ]}
    />
  )
}
