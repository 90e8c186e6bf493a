import { shownAmount, type DividendRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { formatRatio } from '../../../shared/format/number.ts'
import { InviteeStatus } from './invitee-status.tsx'
import styles from './invitees.module.css'

interface InviteeCardsProps {
  readonly rows: readonly DividendRow[]
  readonly stale: boolean
}

/** The invitees on narrow screens. */
export function InviteeCards({ rows, stale }: InviteeCardsProps) {
  return (
    <ul className={styles.cards} aria-busy={stale}>
      {rows.map((row) => (
        <InviteeCard key={`${row.invitee_id}-${row.id ?? 0}`} row={row} />
      ))}
    </ul>
  )
}

function InviteeCard({ row }: { row: DividendRow }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <strong lang="zxx">{row.invitee_name}</strong>
        <InviteeStatus row={row} />
      </div>
      <dl className={styles.facts}>
        <dt>{t('promotion.list.registered')}</dt>
        <dd>
          <time dateTime={row.register_time}>{formatTime(row.register_time, language)}</time>
        </dd>
        {row.status !== 'unpaid' && (
          <>
            <dt>{t('promotion.list.paid')}</dt>
            <dd>{shownAmount(row.paid_amount)} USDT</dd>
            <dt>{t('promotion.list.share')}</dt>
            <dd>
              {shownAmount(row.share_amount)} USDT · {formatRatio(row.ratio)}
            </dd>
          </>
        )}
        {row.settlement_id !== null && (
          <>
            <dt>{t('promotion.list.settlement')}</dt>
            <dd>
              <Shortened text={row.settlement_id} what={t('promotion.list.settlement')} />
            </dd>
          </>
        )}
        {row.settlement_time !== null && (
          <>
            <dt>{t('promotion.list.settledAt')}</dt>
            <dd>
              <time dateTime={row.settlement_time}>{formatTime(row.settlement_time, language)}</time>
            </dd>
          </>
        )}
      </dl>
    </li>
  )
}
