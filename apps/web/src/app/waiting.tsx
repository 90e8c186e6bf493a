import { useTranslation } from 'react-i18next'
import styles from './waiting.module.css'

/** Placeholder while a page's code or the user loads. The chart has its own placeholder. */
export function Waiting({ bare }: { bare?: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      {!bare && (
        <div className={styles.waiting} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      )}
    </div>
  )
}
