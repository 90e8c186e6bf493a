import type { InviterParam } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../shared/ui/page/page.tsx'
import { formatRatio } from '../../../shared/format/number.ts'
import styles from './level-card.module.css'
import { wayToNext } from './way-to-next.ts'

/** An inviter's level, the progress to the next one, and all levels. */
export function LevelCard({ inviter }: { inviter: InviterParam }) {
  const { t } = useTranslation()
  const way = wayToNext(inviter)
  const levels = inviter.share_levels.toSorted((a, b) => a.min_paying - b.min_paying)
  return (
    <Card title={t('promotion.level.heading')}>
      <div className={styles.now}>
        <strong className={styles.level}>{t('promotion.level.now', { level: inviter.level })}</strong>
        <span className={styles.ratio}>{t('promotion.level.ratio', { ratio: formatRatio(inviter.ratio) })}</span>
      </div>
      <div className={styles.way}>
        <progress className={styles.bar} max={1} value={way?.done ?? 1} aria-label={t('promotion.level.progress')} />
        <p className={styles.wayText}>
          {way === null
            ? t('promotion.level.top')
            : t('promotion.level.next', { count: way.missing, level: way.level })}
        </p>
      </div>
      <table className={styles.levels} aria-label={t('promotion.level.explained')}>
        <thead>
          <tr>
            <th scope="col">{t('promotion.level.name')}</th>
            <th scope="col" className={styles.number}>
              {t('promotion.level.from')}
            </th>
            <th scope="col" className={styles.number}>
              {t('promotion.level.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ level, min_paying: least, ratio }) => (
            <tr
              key={level}
              aria-current={level === inviter.level}
              className={level === inviter.level ? styles.mine : undefined}
            >
              <th scope="row">{t('promotion.level.now', { level })}</th>
              <td className={styles.number}>{t('promotion.level.least', { count: least })}</td>
              <td className={styles.number}>{formatRatio(ratio)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.wayText}>{t('promotion.level.explainedText')}</p>
    </Card>
  )
}
