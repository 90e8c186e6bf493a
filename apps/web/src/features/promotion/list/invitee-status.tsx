import type { DividendRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import { Tag } from '../../../shared/ui/tag.tsx'

const TONES = { unpaid: undefined, pending: 'warning', settled: 'good' } as const

/** Status of a dividend, and when a held one can be settled. */
export function InviteeStatus({ row }: { row: DividendRow }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const nowMs = useServerNow()
  const isHeld = row.status === 'pending' && row.available_at !== null && Date.parse(row.available_at) > nowMs
  const held =
    isHeld && row.available_at !== null
      ? t('promotion.list.availableAt', { time: formatTime(row.available_at, language) })
      : undefined
  return (
    <span data-status={row.status} data-tip={held}>
      <Tag tone={TONES[row.status]}>{t(`promotion.list.${row.status}`)}</Tag>
      {row.is_clawback && (
        <>
          {' '}
          <Tag tone="bad">{t('promotion.list.clawback')}</Tag>
        </>
      )}
      {held && <span className="visually-hidden">{held}</span>}
    </span>
  )
}
