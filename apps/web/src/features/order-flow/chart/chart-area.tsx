import type { MenuSymbol } from '@flowprint/contract'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/icons.tsx'
import { useMarket } from '../market/market-store.ts'
import { useLayout } from '../model/layout-store.ts'
import { IncompleteCard } from '../readout/incomplete-card.tsx'
import { HitCard } from '../readout/hit-card.tsx'
import { Legend } from '../readout/legend.tsx'
import { Readout } from '../readout/readout.tsx'
import { useReading } from '../readout/reading-store.ts'
import type { ChartController } from './chart-controller.ts'
import { ChartCover } from './chart-cover.tsx'
import { ChartNotice } from './chart-notice.tsx'
import { ChartView } from './chart-view.tsx'
import styles from './chart-area.module.css'

interface ChartAreaProps {
  readonly market: MenuSymbol
  readonly controller: RefObject<ChartController | null>
  readonly onController: (controller: ChartController | null) => void
}

/** The line that says what is under the crosshair, and the chart with everything that lies over it. */
export function ChartArea({ market, controller, onController }: ChartAreaProps) {
  const { t } = useTranslation()
  const phase = useMarket((state) => state.phase)
  const older = useMarket((state) => state.older)
  const atNow = useReading((state) => state.atNow)
  const legend = useLayout((state) => state.legend)
  const shown = phase === 'ready'

  return (
    <section className={styles.area} aria-busy={phase === 'loading'} data-chart-state={phase}>
      {legend && <Readout market={market} />}
      <div className={styles.stage}>
        <ChartView market={market} onController={onController} />
        {shown && legend && <Legend />}
        {shown && <HitCard />}
        {shown && <IncompleteCard />}
        {shown && older === 'loading' && <p className={styles.older} role="status">{t('chart.loadingOlder')}</p>}
        {shown && !atNow && (
          <button type="button" className={styles.now} aria-label={t('chart.now')}
            onClick={() => controller.current?.chart.scrollToNow()}>
            <span>{t('chart.now')}</span>
            <Icon name="now" size={14} />
          </button>
        )}
        <ChartNotice />
        <ChartCover market={market} onRetry={() => controller.current?.retry()} />
      </div>
    </section>
  )
}
