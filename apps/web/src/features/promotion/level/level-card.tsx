import type { InviterParam } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../shared/ui/page/page.tsx'
import { formatRatio } from '../../../shared/format/number.ts'
import { wayToNext } from './way-to-next.ts'
import { Progress } from '../../../shared/ui/progress.tsx'
import { PlainTable } from '../../../shared/ui/table/plain-table.tsx'

/** An inviter's level, the progress to the next one, and all levels. */
export function LevelCard({ inviter }: { inviter: InviterParam }) {
  const { t } = useTranslation()
  const way = wayToNext(inviter)
  const levels = inviter.share_levels.toSorted((a, b) => a.min_paying - b.min_paying)
  return (
    <Card title={t('promotion.level.heading')}>
      <div className="flex items-baseline justify-between gap-3">
        <strong className="text-2xl font-bold tracking-[-0.01em]">
          {t('promotion.level.now', { level: inviter.level })}
        </strong>
        <span className="px-2 py-0.5 rounded-sm bg-brand-tint text-brand text-m">
          {t('promotion.level.ratio', { ratio: formatRatio(inviter.ratio) })}
        </span>
      </div>
      <div className="flex flex-col gap-1.5">
        <Progress value={way?.done ?? 1} label={t('promotion.level.progress')} />
        <p className="text-muted text-m">
          {way === null
            ? t('promotion.level.top')
            : t('promotion.level.next', { count: way.missing, level: way.level })}
        </p>
      </div>
      <PlainTable aria-label={t('promotion.level.explained')}>
        <thead>
          <tr>
            <th scope="col">{t('promotion.level.name')}</th>
            <th scope="col" data-align="right">
              {t('promotion.level.from')}
            </th>
            <th scope="col" data-align="right">
              {t('promotion.level.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ level, min_paying: least, ratio }) => (
            <tr key={level} aria-current={level === inviter.level}>
              <th scope="row">{t('promotion.level.now', { level })}</th>
              <td data-align="right">{t('promotion.level.least', { count: least })}</td>
              <td data-align="right">{formatRatio(ratio)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <p className="text-muted text-m">{t('promotion.level.explainedText')}</p>
    </Card>
  )
}
