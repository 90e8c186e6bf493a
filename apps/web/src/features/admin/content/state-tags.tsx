import type { AdminContentRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'
import { hasDraft, shownOf } from './entries.ts'

const TONES = { shipped: undefined, published: 'good', hidden: 'warning' } as const

/** Public state of a text, and whether a newer draft exists. */
export function StateTags({ row }: { row: AdminContentRow | null }) {
  const { t } = useTranslation()
  if (row === null) return <Tag>{t('admin.content.stateOf.missing')}</Tag>
  const shown = shownOf(row)
  return (
    <>
      <Tag tone={TONES[shown]}>{t(`admin.content.stateOf.${shown}`)}</Tag>
      {hasDraft(row) && <Tag tone="brand">{t('admin.content.stateOf.draft')}</Tag>}
    </>
  )
}
