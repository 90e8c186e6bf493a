import type { MenuSymbol } from '@flowprint/contract'
import { Suspense, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { needWords } from '../../shared/i18n/setup.ts'
import { Icon } from '../../shared/ui/icons.tsx'
import { useMarket } from './model/market-store.ts'
import { useLayout } from './model/layout-store.ts'
import { useSharedView } from './model/shared-view.ts'
import { ChartNotice, HitCard, IncompleteCard, Readout } from './later.tsx'
import { ChartOverlay } from './panel-boundary.tsx'
import { ChartStrip } from './panels/readout/chart-strip.tsx'
import { useReading } from './panels/readout/reading-store.ts'
import type { ChartController } from './chart/chart-controller.ts'
import { ChartCover } from './chart-cover.tsx'
import { ChartView } from './chart/chart-view.tsx'
import styles from './chart-area.module.css'
import { Isolated } from '../../shared/ui/isolated.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.ts'

const drawing = async () => (await Promise.all([import('./drawings/index.ts'), needWords('drawings')]))[0]
const DrawingRail = lazyPart(async () => ({ default: (await drawing()).DrawingRail }))
const DrawingLayer = lazyPart(async () => ({ default: (await drawing()).DrawingLayer }))
const Alerts = lazyPart(async () => ({
  default: (await Promise.all([import('./alerts/alerts.tsx'), needWords('alerts')]))[0].Alerts,
}))
const SharedView = lazyPart(async () => {
  const [{ SharedView }] = await Promise.all([
    import('./panels/sharing/shared-view.tsx'),
    needWords('workspace'),
    needWords('drawings'),
  ])
  return { default: SharedView }
})

interface ChartAreaProps {
  readonly market: MenuSymbol
  readonly controller: RefObject<ChartController | null>
  readonly onController: (controller: ChartController | null) => void
}

/** The line that describes what is under the crosshair, and the chart with its overlays. */
export function ChartArea({ market, controller, onController }: ChartAreaProps) {
  const { t } = useTranslation()
  const phase = useMarket((state) => state.phase)
  const older = useMarket((state) => state.older)
  const atNow = useReading((state) => state.atNow)
  const legend = useLayout((state) => state.legend)
  const rail = useLayout((state) => state.rail)
  const [made, setMade] = useState<ChartController | null>(null)
  const link = useSharedView((state) => state.view)
  const [everShown, setEverShown] = useState(false)
  const shown = phase === 'ready'
  // Load bars first; the drawing tools load once there are bars to draw on.
  if (shown && !everShown) setEverShown(true)
  const keep = (controller: ChartController | null) => {
    setMade(controller)
    onController(controller)
  }

  return (
    <section className={styles.area} aria-busy={phase === 'loading'} data-chart-state={phase} data-readout={legend}>
      {rail && (
        <Isolated fallback={() => <div className={styles.rail} />}>
          <Suspense fallback={<div className={styles.rail} />}>
            {everShown ? (
              <DrawingRail onShow={(t) => controller.current?.showTime(t)} />
            ) : (
              <div className={styles.rail} />
            )}
          </Suspense>
        </Isolated>
      )}
      <div className={styles.column}>
        {legend && (
          <ChartOverlay>
            <Readout market={market} onHold={(held) => controller.current?.holdReading(held)} />
          </ChartOverlay>
        )}
        {legend && (
          <ChartOverlay>
            <ChartStrip market={market} />
          </ChartOverlay>
        )}
        <div className={styles.stage}>
          <ChartView market={market} onController={keep} />
          {everShown && made && (
            <ChartOverlay>
              <DrawingLayer controller={made} />
            </ChartOverlay>
          )}
          {everShown && made && (
            <ChartOverlay>
              <Alerts controller={made} />
            </ChartOverlay>
          )}
          {everShown && made && link && (
            <ChartOverlay>
              <SharedView view={link} controller={made} />
            </ChartOverlay>
          )}
          {shown && (
            <ChartOverlay>
              <HitCard market={market} />
            </ChartOverlay>
          )}
          {shown && (
            <ChartOverlay>
              <IncompleteCard />
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
          {shown && (
            <ChartOverlay>
              <ChartNotice />
            </ChartOverlay>
          )}
          <ChartCover market={market} onRetry={() => controller.current?.retry()} />
        </div>
      </div>
    </section>
  )
}
