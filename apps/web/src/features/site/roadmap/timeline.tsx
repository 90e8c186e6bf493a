import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Markdown } from '../../../shared/ui/markdown/markdown.tsx'
import { countItems, type Stage } from './stages.ts'
import styles from './timeline.module.css'

/** Overall progress: a segment per stage, as wide as its number of items. */
export function Progress({ stages }: { stages: readonly Stage[] }) {
  const { t } = useTranslation()
  const counts = countItems(stages)
  if (counts.total === 0) return null
  return (
    <div className="flex flex-col gap-2 mt-3 text-muted text-m">
      <div className="flex gap-1 w-[min(560px,100%)]" aria-hidden="true">
        {stages
          .filter(({ items }) => items.length > 0)
          .map(({ title, items, done }) => (
            <span
              key={title}
              className="basis-0 h-1.5 overflow-hidden rounded-[3px] bg-surface-3"
              style={{ flexGrow: items.length }}
            >
              <span
                className="block h-full rounded-[3px] bg-brand"
                style={{ width: `${(100 * done) / items.length}%` }}
              />
            </span>
          ))}
      </div>
      <p>{t('site.roadmap.progress', counts)}</p>
    </div>
  )
}

export function Timeline({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol className="m-0 p-0 list-none">
      {stages.map((stage) => (
        <StageEntry key={stage.title} stage={stage} />
      ))}
    </ol>
  )
}

function StageEntry({ stage: { title, mark, text, items, done, state } }: { stage: Stage }) {
  const { t } = useTranslation()
  return (
    <li className={`${styles.stage} ${styles[state]}`}>
      <span className={styles.node} aria-hidden="true">
        {state === 'done' && <Icon name="check" size={14} />}
      </span>
      <div className={styles.side}>
        {mark !== '' && <p className="text-default font-semibold">{mark}</p>}
        <p className={styles.state}>{t(`site.roadmap.${state}`)}</p>
        {items.length > 0 && state !== 'done' && (
          <p className="text-faint text-s">{t('site.roadmap.count', { done, total: items.length })}</p>
        )}
      </div>
      <div className={styles.card}>
        <h2 className="text-xl font-[640] tracking-[-0.01em] leading-[1.4]">{title}</h2>
        {text !== '' && (
          <div className={styles.text}>
            <Markdown text={text} />
          </div>
        )}
        {items.length > 0 && (
          <ul className={styles.items}>
            {items.map((item) => (
              <li key={item.text} className={item.done ? `${styles.item} ${styles.ticked}` : styles.item}>
                <span className={styles.tick} aria-hidden="true">
                  {item.done && <Icon name="check" size={12} />}
                </span>
                <div>
                  <span className="visually-hidden">
                    {t(item.done ? 'site.roadmap.itemDone' : 'site.roadmap.itemOpen')}
                  </span>
                  <Markdown text={item.text} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
