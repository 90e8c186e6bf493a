import type { MyOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'

const TONES = { pending: 'warning', passed: 'good', refused: 'bad' } as const

/** How the review stands; an order that was taken back says so too. */
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
