import { useTranslation } from 'react-i18next'
import { PALETTES, useAppearance } from '../../../shared/theme/appearance.ts'
import { ChoiceField } from './fields.tsx'
import { PaletteChoice } from './palette-choice.tsx'
import { Section } from './section.tsx'
import { useSettings } from './use-settings.ts'

/** What lies under the bars, and the colours of everything. */
export function PaneSections() {
  const { t } = useTranslation()
  const { indicators, pane, set, isChanged } = useSettings()
  const { palette, choosePalette } = useAppearance()
  return (
    <>
      <Section name={t('indicators.volume.name')} note={t('indicators.volume.note')} {...pane('volume')} />
      <Section name={t('indicators.cvd.name')} note={t('indicators.cvd.note')} changed={isChanged('cvd')} {...pane('cvd')}>
        <ChoiceField label={t('indicators.cvd.reset')} value={indicators.cvd.reset} onChange={(reset) => set('cvd', { reset })}
          options={(['day', 'week', 'never'] as const).map((value) => ({ value, label: t(`indicators.cvd.${value}`) }))} />
      </Section>
      <Section name={t('indicators.table.name')} note={t('indicators.table.note')} {...pane('statistics')} />
      <Section name={t('indicators.colours.name')} note={t('indicators.colours.note')}>
        <PaletteChoice palettes={PALETTES} value={palette} onChange={choosePalette} />
      </Section>
    </>
  )
}
