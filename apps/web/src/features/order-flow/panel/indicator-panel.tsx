import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { useLayout } from '../model/layout-store.ts'
import { USUAL_PROFILES, useProfilePreferences } from '../profiles/model/profile-preferences.ts'
import { ProfileSection } from '../profiles/profile-section.tsx'
import { useChartSettings } from '../model/settings-store.ts'
import { BigTradeSection } from '../big-trades/big-trade-section.tsx'
import { CellsSection } from './cells-section.tsx'
import { EffortSection } from './effort-section.tsx'
import { ImbalanceSections } from './imbalance-sections.tsx'
import { PaneSections } from './pane-sections.tsx'
import { SignalSections } from '../signals/signal-sections.tsx'
import { VwapSection } from '../vwap/vwap-section.tsx'
import styles from './panel.module.css'
import { VolumeSections } from './volume-sections.tsx'
import { ZonesSection } from './zones-section.tsx'

/** All layers with their switches and settings. */
export function IndicatorPanel() {
  const { t } = useTranslation()
  const reset = () => {
    useChartSettings.getState().reset()
    useProfilePreferences.getState().change(USUAL_PROFILES)
  }
  const fold = useLayout((state) => state.fold)
  return (
    <aside className={styles.panel} aria-label={t('indicators.title')}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{t('indicators.title')}</h2>
          <p className={styles.subtitle}>{t('indicators.subtitle')}</p>
        </div>
        <IconButton icon="close" label={t('common.close')} onClick={() => fold('panel', false)} />
      </header>
      <div className={styles.body}>
        <CellsSection />
        <VolumeSections />
        <ProfileSection />
        <ImbalanceSections />
        <ZonesSection />
        <EffortSection />
        <SignalSections />
        <BigTradeSection />
        <VwapSection />
        <PaneSections />
      </div>
      <footer className={styles.foot}>
        <Button variant="outlined" onClick={reset}>
          <Icon name="reset" size={14} />
          {t('indicators.resetAll')}
        </Button>
      </footer>
    </aside>
  )
}
