import { shownAmount, type MyOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Amount } from '../../../shared/ui/amount.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { DataTable, type Column } from '../../../shared/ui/table/data-table.tsx'
import { OrderStatusTag } from './order-status.tsx'

interface OrderListProps {
  readonly orders: readonly MyOrder[]
  readonly explorer: (transactionId: string) => string | undefined
  /** Other rows are loading. */
  readonly stale: boolean
}

export function OrderTable({ orders, explorer, stale }: OrderListProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const column = (
    key: 'transactionId' | 'submitTime' | 'network' | 'amount' | 'paymentAddress' | 'status' | 'remark' | 'reviewTime',
    cell: Column<MyOrder>['cell'],
    more: Partial<Column<MyOrder>> = {},
  ): Column<MyOrder> => ({ key, title: t(`membership.orders.${key}`), cell, ...more })

  const columns = [
    column('transactionId', ({ transaction_id: id }) => (
      <Shortened text={id} what={t('membership.orders.transactionId')} href={explorer(id)} />
    )),
    column('submitTime', (order) => (
      <time dateTime={order.submit_time}>{formatTime(order.submit_time, language)}</time>
    )),
    column('network', (order) => order.network_type),
    column('amount', (order) => <Amount text={shownAmount(order.amount)} />, {
      align: 'right',
      title: t('business.inUsdt', { name: t('membership.orders.amount') }),
    }),
    column('paymentAddress', (order) => (
      <Shortened text={order.payment_address} what={t('membership.orders.paymentAddress')} />
    )),
    column('status', (order) => <OrderStatusTag order={order} />),
    column('remark', (order) => (
      <span className="block w-max max-w-[18em] whitespace-normal wrap-anywhere">{order.remark}</span>
    )),
    column('reviewTime', ({ review_time: at }) =>
      at === null ? '' : <time dateTime={at}>{formatTime(at, language)}</time>,
    ),
  ]
  return <DataTable rows={orders} rowKey={(order) => order.id} columns={columns} stale={stale} />
}
