import { useTranslation } from 'react-i18next'
import heroStyles from './hero.module.css'
import pageStyles from './content-page.module.css'
import styles from './skeleton.module.css'

/** Placeholder lines of a text. */
export function Lines({ widths }: { widths: readonly number[] }) {
  return widths.map((width, index) => (
    // The lines have no other identity.
    // eslint-disable-next-line react/no-array-index-key
    <span key={index} className={styles.line} style={{ width: `${width}%` }} />
  ))
}

const BODY = [96, 88, 92, 40, 0, 30, 94, 90, 62, 0, 30, 96, 84, 91, 50, 0, 30, 90, 94, 70, 0, 96, 88, 76]

/** Placeholder of a page whose text is loading. Taller than the window, so that the footer stays below. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.skeleton} data-waiting="">
      <span className="visually-hidden" role="status">
        {t('site.loading')}
      </span>
      <div className={heroStyles.hero} aria-hidden="true">
        <div className={heroStyles.inner}>
          <span className={`${styles.line} ${styles.title}`} />
          <span className={`${styles.line} ${styles.lead}`} />
        </div>
      </div>
      <div className={`${pageStyles.body} flex flex-col gap-3.5`} aria-hidden="true">
        <Lines widths={BODY} />
      </div>
    </div>
  )
}
