import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { Isolated } from '../../shared/ui/isolated.tsx'
import styles from './order-page.module.css'

/** A side panel of the chart page: reserves its space while loading and confines its failures. */
export function SidePanel({ part, children }: { readonly part: string; readonly children: ReactNode }) {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <aside
      className={`${styles.panelPlace} flex flex-col items-center justify-center gap-3 p-6 text-muted text-center`}
      role="alert"
    >
      <p>{t('shell.crash.part')}</p>
      <Button variant="outlined" onClick={retry}>
        {t('common.retry')}
      </Button>
    </aside>
  )
  return (
    <Isolated fallback={failed}>
      <Suspense fallback={<aside className={styles.panelPlace} data-part={part} />}>{children}</Suspense>
    </Isolated>
  )
}

/** A part over the chart: hidden while loading and after a failure. */
export function ChartOverlay({ children }: { readonly children: ReactNode }) {
  return (
    <Isolated>
      <Suspense fallback={null}>{children}</Suspense>
    </Isolated>
  )
}
