import type { MenuSymbol } from '@flowprint/contract'
import { Suspense, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/icons.tsx'
import { useMarket } from './model/market-store.ts'
import { useChartSettings } from './model/settings-store.ts'
import { useLayout } from './model/layout-store.ts'
import { useSharedView } from './model/selection-url.ts'
import { ChartOverlay } from './panel-boundary.tsx'
import { type ChartController, useViewport } from './chart/chart-controller.ts'
import { attachPanels, CHART_OVERLAYS, DrawingRail, HeatmapStrip, SharedView } from './panels.tsx'
import { ChartStrip, Readout } from './panels/readout/deferred-parts.tsx'
import { ChartCover } from './panels/status/chart-cover.tsx'
import { ChartView } from './chart/chart-view.tsx'
import styles from './chart-area.module.css'
import places from './order-page.module.css'
import { Isolated } from '../../shared/ui/isolated.tsx'

interface ChartAreaProps {
  readonly market: MenuSymbol
  readonly controller: RefObject<ChartController | null>
  readonly onController: (controller: ChartController | null) => void
  /** Without tools and readings: the page shows those of its active chart. */
  readonly isCell?: boolean
}

/** The line that describes what is under the crosshair, and the chart with its overlays. */
export function ChartArea({ market, controller, onController, isCell = false }: ChartAreaProps) {
  const { t } = useTranslation()
  const phase = useMarket((state) => state.phase)
  const older = useMarket((state) => state.older)
  const atNow = useViewport((state) => state.atNow)
  const legend = useLayout((state) => state.legend && !isCell)
  const heatmap = useChartSettings((state) => state.view.heatmap.shown && !isCell)
  const rail = useLayout((state) => state.rail && !isCell)
  const [made, setMade] = useState<ChartController | null>(null)
  const link = useSharedView((state) => state.view)
  const [everShown, setEverShown] = useState(false)
  const shown = phase === 'ready'
  // Load bars first; the drawing tools load once there are bars to draw on.
  if (shown && !everShown) setEverShown(true)
  const keep = (controller: ChartController | null) => {
    if (controller) attachPanels(controller)
    setMade(controller)
    onController(controller)
  }

  return (
    <section className={styles.area} aria-busy={phase === 'loading'} data-chart-state={phase} data-readout={legend}>
      {rail && (
        <Isolated fallback={() => <div className={places.rail} />}>
          <Suspense fallback={<div className={places.rail} />}>
            {everShown ? (
              <DrawingRail onShow={(t) => controller.current?.showTime(t)} />
            ) : (
              <div className={places.rail} />
            )}
          </Suspense>
        </Isolated>
      )}
      <div className="flex flex-1 flex-col min-w-0 min-h-0">
        {legend && (
          <ChartOverlay>
            <Readout market={market} />
          </ChartOverlay>
        )}
        {legend && (
          <ChartOverlay>
            <ChartStrip market={market} />
          </ChartOverlay>
        )}
        {heatmap && (
          <ChartOverlay>
            <HeatmapStrip market={market} />
          </ChartOverlay>
        )}
        <div className="relative flex-1 min-w-0 min-h-0 overflow-hidden">
          <ChartView market={market} onController={keep} />
          {made &&
            CHART_OVERLAYS.map(
              ({ name, when, View }) =>
                (when === 'started' ? everShown : shown) && (
                  <ChartOverlay key={name}>
                    <View market={market} controller={made} />
                  </ChartOverlay>
                ),
            )}
          {everShown && made && link && (
            <ChartOverlay>
              <SharedView view={link} controller={made} />
            </ChartOverlay>
          )}
          {shown && older === 'loading' && (
            <p className={styles.older} role="status">
              {t('chart.loadingOlder')}
            </p>
          )}
          {shown && !atNow && (
            <button
              type="button"
              className={styles.now}
              aria-label={t('chart.now')}
              onClick={() => controller.current?.chart.scrollToNow()}
            >
              <span>{t('chart.now')}</span>
              <Icon name="now" size={14} />
            </button>
          )}
          <ChartCover market={market} onRetry={() => controller.current?.retry()} />
        </div>
      </div>
    </section>
  )
}
