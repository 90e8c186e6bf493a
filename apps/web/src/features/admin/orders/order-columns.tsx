import type { AdminOrder } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { Amount } from '../../../shared/ui/amount.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import styles from '../parts/parts.module.css'
import { momentOf, moneyOf } from '../parts/show.ts'
import { CHECK_TONES, STATUS_TONES } from './tones.ts'

/** Columns of orders: those of the specification, and the result of the chain check. */
export function useOrderColumns(onOpen: (order: AdminOrder) => void): readonly Column<AdminOrder>[] {
  const { t } = useTranslation()
  const title = (key: 'transaction' | 'submitted' | 'amount' | 'address' | 'status' | 'check' | 'remark' | 'user') =>
    t(`admin.orders.column.${key}`)
  return [
    {
      key: 'transaction',
      title: title('transaction'),
      cell: (row) => <Shortened text={row.transaction_id} what={title('transaction')} />,
    },
    { key: 'submitted', title: title('submitted'), cell: (row) => momentOf(t, row.submit_time) },
    {
      key: 'amount',
      title: t('business.inUsdt', { name: title('amount') }),
      align: 'right',
      cell: (row) => <Amount text={moneyOf(row.amount)} />,
    },
    {
      key: 'status',
      title: title('status'),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Tag tone={STATUS_TONES[row.status]}>{t(`admin.orders.statusOf.${row.status}`)}</Tag>
          {row.reversed && <Tag tone="bad">{t('admin.orders.reversed')}</Tag>}
        </span>
      ),
    },
    { key: 'check', title: title('check'), cell: (row) => <CheckCell order={row} /> },
    {
      key: 'user',
      title: title('user'),
      cell: (row) => (
        <span className="flex flex-col leading-[1.35]">
          <span>
            {row.username} · ID {row.user_id}
          </span>
          <span className="text-muted text-s">{row.email ?? t('admin.frame.deleted')}</span>
        </span>
      ),
    },
    {
      key: 'address',
      title: title('address'),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Tag>{row.network_type}</Tag>
          <Shortened text={row.payment_address} what={title('address')} />
        </span>
      ),
    },
    {
      key: 'remark',
      title: title('remark'),
      cell: ({ remark }) => (
        <span className={styles.clipped} data-tip={remark}>
          {remark || '–'}
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('admin.frame.actions'),
      align: 'right',
      cell: (row) => (
        <span className={styles.actions} data-actions="">
          <Button variant={row.status === 'pending' ? 'primary' : 'outlined'} onClick={() => onOpen(row)}>
            {t(row.status === 'pending' ? 'admin.orders.review' : 'admin.orders.look')}
          </Button>
        </span>
      ),
    },
  ]
}

function CheckCell({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const doubts = order.check_reasons.map((reason) => t(`admin.orders.reason.${reason}`)).join(' · ')
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span data-tip={doubts || undefined}>
        <Tag tone={CHECK_TONES[order.check_state]}>{t(`admin.orders.check.${order.check_state}`)}</Tag>
      </span>
      {order.disputes > 0 && <Tag tone="bad">{t('admin.orders.disputed', { count: order.disputes })}</Tag>}
      {order.duplicate_of !== null && <Tag tone="bad">{t('admin.orders.duplicate')}</Tag>}
    </span>
  )
}
