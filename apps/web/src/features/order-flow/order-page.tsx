import { useTranslation } from 'react-i18next'
import { failureText } from '../../shared/http/failure-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SkeletonColumns } from './chart/skeleton-columns.tsx'
import { useMenus } from './model/menus.ts'
import { useAddressedSelection } from './model/use-selection.ts'
import { OrderDesk } from './order-desk.tsx'
import styles from './order-page.module.css'

/** /order: what is on offer is asked first; until then the page keeps its shape. */
export function Page() {
  const { t } = useTranslation()
  const { data: menus, error, refetch } = useMenus()
  useAddressedSelection(menus)

  if (menus) return <OrderDesk menus={menus} />
  return (
    <div className={styles.page} aria-busy={!error}>
      <div className={styles.bar} />
      {error ? (
        <div className={styles.message} role="alert">
          <h1 className={styles.title}>{t('chart.failed.title')}</h1>
          <p className={styles.text}>{failureText(t, error)}</p>
          <Button look="primary" large onClick={() => void refetch()}>{t('common.retry')}</Button>
        </div>
      ) : (
        <div className={styles.waiting} role="status">
          <SkeletonColumns />
          <span className="visually-hidden">{t('shell.loading')}</span>
        </div>
      )}
      <div className={styles.foot} />
    </div>
  )
}
