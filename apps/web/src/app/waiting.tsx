import { useTranslation } from 'react-i18next'
import styles from './waiting.module.css'

/** A page whose code, or whose reader, is not here yet. The chart has a shape of its own and shows none. */
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
