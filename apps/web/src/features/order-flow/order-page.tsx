import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ActiveChartProvider } from './model/active-chart.tsx'
import { failureText } from '../../shared/http/failures.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SkeletonColumns } from './ui/skeleton-columns.tsx'
import { isSettling, useMenus } from './model/menus.ts'
import { useOrder } from './model/order-store.ts'
import { lastSelection, readSelection, symbolToShow } from './model/selection.ts'
import { useAddressedSelection } from './model/selection-url.ts'
import { ChartPage } from './chart-page.tsx'
import styles from './order-page.module.css'

/**
 * /order: loads the menus first and shows a placeholder until then. During the very first start the simulated history
 * is still being generated: the page waits for it, since no recommendation is possible before. Without any market it
 * says so and retries.
 */
export function Page() {
  return (
    <ActiveChartProvider>
      <OrderPage />
    </ActiveChartProvider>
  )
}

function OrderPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useMenus()
  const { search } = useLocation()
  const started = useOrder(({ applied }) => applied !== null)
  const settling =
    data !== undefined && !started && isSettling(data, symbolToShow(data, readSelection(search), lastSelection()))
  const nothing = data?.symbol.length === 0 && !started
  const menus = settling || nothing ? undefined : data
  useAddressedSelection(menus)

  if (menus) return <ChartPage menus={menus} />
  return (
    <div className="flex flex-col h-full" aria-busy={!error}>
      <div className={styles.bar} />
      {error ? (
        <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center" role="alert">
          <h1 className="text-xl font-semibold">{t('chart.failed.title')}</h1>
          <p className="max-w-[460px] text-muted text-m">{failureText(t, error)}</p>
          <Button variant="primary" size="large" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <div className="relative flex-1" role="status">
          <SkeletonColumns still={nothing} />
          {settling && <p className={styles.preparing}>{t('chart.preparing')}</p>}
          {nothing && (
            <div className={styles.preparing}>
              <h1 className="text-xl font-semibold">{t('chart.noMarkets.title')}</h1>
              <p>{t('chart.noMarkets.text')}</p>
            </div>
          )}
          {!settling && !nothing && <span className="visually-hidden">{t('shell.loading')}</span>}
        </div>
      )}
      <div className={styles.foot} />
    </div>
  )
}
