import type { MyOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'

const TONES = { pending: 'warning', passed: 'good', refused: 'bad' } as const

/** Review status of an order, including reversal. */
export function OrderStatusTag({ order }: { order: MyOrder }) {
  const { t } = useTranslation()
  return (
    <span data-status={order.status}>
      {order.reversed ? (
        <Tag>{t('membership.orders.reversed')}</Tag>
      ) : (
        <Tag tone={TONES[order.status]}>{t(`membership.orders.${order.status}`)}</Tag>
      )}
    </span>
  )
}
