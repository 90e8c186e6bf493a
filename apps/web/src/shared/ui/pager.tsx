import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './pager.module.css'

interface PagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** There are more than `total`, where counting stops. */
  readonly capped?: boolean
  readonly onPage: (page: number) => void
}

/** Pagination with the current position. */
export function Pager({ page, size, total, capped = false, onPage }: PagerProps) {
  const { t } = useTranslation()
  const from = Math.min(total, (page - 1) * size + 1)
  const to = Math.min(total, page * size)
  if (total === 0) return null
  return (
    <nav className={styles.pager} aria-label={t('business.pages.label')}>
      <span className="min-w-0 me-auto truncate text-muted text-m" role="status">
        {t(capped ? 'business.pages.rangeCapped' : 'business.pages.range', { from, to, total })}
      </span>
      <Button variant="outlined" data-screen="" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('business.pages.previous')}
      </Button>
      <Button variant="outlined" data-screen="" disabled={!capped && to >= total} onClick={() => onPage(page + 1)}>
        {t('business.pages.next')}
      </Button>
    </nav>
  )
}
