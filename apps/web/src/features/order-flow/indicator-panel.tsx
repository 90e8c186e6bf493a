import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useChartScope } from './model/chart-scope.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icons.tsx'
import { useChartSettings } from './model/settings-store.ts'
import { BigTradeSection } from './panels/big-trades/big-trade-section.tsx'
import { CellsSection } from './panels/indicators/cells-section.tsx'
import { DerivativesSection } from './panels/derivatives/derivatives-section.tsx'
import { HeatmapSection } from './panels/heatmap/heatmap-section.tsx'
import { EffortSection } from './panels/indicators/effort-section.tsx'
import { ImbalanceSections } from './panels/indicators/imbalance-sections.tsx'
import { TableSections, VolumePaneSection } from './panels/indicators/pane-sections.tsx'
import { VolumeSections } from './panels/indicators/volume-sections.tsx'
import { ZonesSection } from './panels/indicators/zones-section.tsx'
import { useProfilePreferences, USUAL_PROFILES } from './panels/profiles/profile-preferences.ts'
import { ProfileSection } from './panels/profiles/profile-section.tsx'
import { SignalSections } from './panels/signals/signal-sections.tsx'
import { CvdSection, VwapSection } from './panels/vwap/vwap-sections.tsx'
import { FoldButton, PanelHead } from './ui/panel-parts.tsx'
import styles from './ui/panel.module.css'

/** All layers with their switches and settings: the sections of every panel that has some. */
export function IndicatorPanel({ market }: { market: MenuSymbol | undefined }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const reset = () => {
    useChartSettings.of(scope).getState().reset()
    useProfilePreferences.of(scope).getState().change(USUAL_PROFILES)
  }
  return (
    <aside className={styles.panel} aria-label={t('indicators.title')}>
      <PanelHead>
        <div>
          <h2 className="text-m font-semibold">{t('indicators.title')}</h2>
          <p className="text-faint text-xs">{t('indicators.subtitle')}</p>
        </div>
        <FoldButton part="panel" />
      </PanelHead>
      <div className="flex-1 min-h-0 overflow-y-auto overscroll-contain">
        <CellsSection />
        <HeatmapSection />
        <VolumeSections />
        <ProfileSection />
        <ImbalanceSections />
        <ZonesSection />
        <EffortSection />
        <SignalSections />
        <BigTradeSection />
        <VwapSection />
        <VolumePaneSection />
        <CvdSection />
        <DerivativesSection market={market} />
        <TableSections />
      </div>
      <footer className="flex-none px-3.5 py-2 border-t border-line">
        <Button variant="outlined" onClick={reset}>
          <Icon name="reset" size={14} />
          {t('indicators.resetAll')}
        </Button>
      </footer>
    </aside>
  )
}
