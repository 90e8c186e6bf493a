import { shownAmount, type DividendRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { Amount } from '../../../shared/ui/amount.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { DataTable, type Column } from '../../../shared/ui/table/data-table.tsx'
import { formatRatio } from '../../../shared/format/number.ts'
import { InviteeStatus } from './invitee-status.tsx'

interface InviteeTableProps {
  readonly rows: readonly DividendRow[]
  readonly stale: boolean
}

export function InviteeTable({ rows, stale }: InviteeTableProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const column = (
    key: 'invitee' | 'registered' | 'paid' | 'ratio' | 'share' | 'status' | 'settlement' | 'settledAt',
    cell: Column<DividendRow>['cell'],
    more: Partial<Column<DividendRow>> = {},
  ): Column<DividendRow> => ({ key, title: t(`promotion.list.${key}`), cell, ...more })
  const inUsdt = (key: 'paid' | 'share') =>
    ({ align: 'right', title: t('business.inUsdt', { name: t(`promotion.list.${key}`) }) }) as const
  const isPaid = (row: DividendRow) => row.status !== 'unpaid'

  const columns = [
    column('invitee', (row) => <span lang="zxx">{row.invitee_name}</span>),
    column('registered', (row) => <time dateTime={row.register_time}>{formatTime(row.register_time, language)}</time>),
    column('paid', (row) => isPaid(row) && <Amount text={shownAmount(row.paid_amount)} />, inUsdt('paid')),
    column('ratio', (row) => (isPaid(row) ? formatRatio(row.ratio) : ''), { align: 'right' }),
    column('share', (row) => isPaid(row) && <Amount text={shownAmount(row.share_amount)} />, inUsdt('share')),
    column('status', (row) => <InviteeStatus row={row} />),
    column(
      'settlement',
      (row) =>
        row.settlement_id !== null && <Shortened text={row.settlement_id} what={t('promotion.list.settlement')} />,
    ),
    column(
      'settledAt',
      ({ settlement_time: at }) => at !== null && <time dateTime={at}>{formatTime(at, language)}</time>,
    ),
  ]
  return <DataTable rows={rows} rowKey={(row) => `${row.invitee_id}-${row.id ?? 0}`} columns={columns} stale={stale} />
}
