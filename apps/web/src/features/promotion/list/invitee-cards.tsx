import { shownAmount, type DividendRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Record, Records } from '../../../shared/ui/records.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { formatRatio } from '../../../shared/format/number.ts'
import { InviteeStatus } from './invitee-status.tsx'

interface InviteeCardsProps {
  readonly rows: readonly DividendRow[]
  readonly stale: boolean
}

/** The invitees on narrow screens. */
export function InviteeCards({ rows, stale }: InviteeCardsProps) {
  return (
    <Records stale={stale} inset>
      {rows.map((row) => (
        <InviteeCard key={`${row.invitee_id}-${row.id ?? 0}`} row={row} />
      ))}
    </Records>
  )
}

function InviteeCard({ row }: { row: DividendRow }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const time = (iso: string) => <time dateTime={iso}>{formatTime(iso, language)}</time>
  const hasPaid = row.status !== 'unpaid'
  const settlement = t('promotion.list.settlement')
  return (
    <Record
      head={
        <>
          <strong lang="zxx">{row.invitee_name}</strong>
          <InviteeStatus row={row} />
        </>
      }
      facts={[
        { name: t('promotion.list.registered'), value: time(row.register_time) },
        { name: t('promotion.list.paid'), value: hasPaid ? `${shownAmount(row.paid_amount)} USDT` : null },
        {
          name: t('promotion.list.share'),
          value: hasPaid ? `${shownAmount(row.share_amount)} USDT · ${formatRatio(row.ratio)}` : null,
        },
        {
          name: settlement,
          value: row.settlement_id === null ? null : <Shortened text={row.settlement_id} what={settlement} />,
        },
        { name: t('promotion.list.settledAt'), value: row.settlement_time === null ? null : time(row.settlement_time) },
      ]}
    />
  )
}
