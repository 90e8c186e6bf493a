import type { DividendRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../shared/ui/amount.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { dayOf, momentOf, moneyOf, percentOf } from '../parts/show.ts'

type Name =
  | 'inviteeId'
  | 'invitee'
  | 'registered'
  | 'paid'
  | 'share'
  | 'inviterId'
  | 'inviter'
  | 'ratio'
  | 'status'
  | 'mail'
  | 'settlement'
  | 'settledAt'

const TONES = { unpaid: undefined, pending: 'warning', settled: 'good' } as const

/** Columns of dividends, in the specification's order. */
export function useDividendColumns(onSettlement?: (id: string) => void): readonly Column<DividendRow>[] {
  const { t } = useTranslation()
  const title = (name: Name) => t(`admin.dividends.detail.column.${name}`)
  const inUsdt = (name: Name) => t('business.inUsdt', { name: title(name) })
  return [
    { key: 'inviteeId', title: title('inviteeId'), align: 'right', cell: (row) => row.invitee_id },
    { key: 'invitee', title: title('invitee'), cell: (row) => row.invitee_name },
    { key: 'registered', title: title('registered'), cell: (row) => dayOf(t, row.register_time) },
    { key: 'paid', title: inUsdt('paid'), align: 'right', cell: (row) => <Amount text={moneyOf(row.paid_amount)} /> },
    {
      key: 'share',
      title: inUsdt('share'),
      align: 'right',
      cell: (row) => <Amount text={moneyOf(row.share_amount)} />,
    },
    { key: 'inviterId', title: title('inviterId'), align: 'right', cell: (row) => row.inviter_id },
    { key: 'inviter', title: title('inviter'), cell: (row) => row.inviter_name },
    { key: 'ratio', title: title('ratio'), align: 'right', cell: (row) => percentOf(row.ratio) },
    {
      key: 'status',
      title: title('status'),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Tag tone={TONES[row.status]}>{t(`admin.dividends.detail.statusOf.${row.status}`)}</Tag>
          {row.is_clawback && <Tag tone="bad">{t('admin.dividends.detail.clawback')}</Tag>}
        </span>
      ),
    },
    { key: 'mail', title: title('mail'), cell: (row) => t(row.mail_sent ? 'admin.frame.yes' : 'admin.frame.no') },
    {
      key: 'settlement',
      title: title('settlement'),
      cell: ({ settlement_id: id }) =>
        id === null ? (
          '–'
        ) : (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Shortened text={id} what={title('settlement')} />
            {onSettlement && <Button onClick={() => onSettlement(id)}>{t('admin.orders.look')}</Button>}
          </span>
        ),
    },
    {
      key: 'settledAt',
      title: title('settledAt'),
      cell: (row) => (row.settlement_time === null ? '–' : momentOf(t, row.settlement_time)),
    },
  ]
}
