import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { Isolated } from '../../shared/ui/isolated.tsx'
import styles from './order-page.module.css'

/** A side panel of the chart page: keeps its place while it loads, and its failures to itself. */
export function PanelPart({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <aside className={styles.panelFailed} role="alert">
      <p>{t('shell.crash.part')}</p>
      <Button look="outlined" onClick={retry}>
        {t('common.retry')}
      </Button>
    </aside>
  )
  return (
    <Isolated fallback={failed}>
      <Suspense fallback={<aside className={styles.panelPlace} />}>{children}</Suspense>
    </Isolated>
  )
}

/** A part that lies over the chart: absent while it loads and after it failed. */
export function OverlayPart({ children }: { readonly children: ReactNode }) {
  return (
    <Isolated>
      <Suspense fallback={null}>{children}</Suspense>
    </Isolated>
  )
}
