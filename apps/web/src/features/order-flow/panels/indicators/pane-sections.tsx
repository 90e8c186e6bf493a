import { useTranslation } from 'react-i18next'
import { PALETTES, useAppearance } from '../../../../shared/theme/appearance.ts'
import { PaletteChoice } from '../../ui/palette-choice.tsx'
import { Section } from '../../ui/settings-section.tsx'
import { useSettings } from '../../model/change-setting.ts'

export function VolumePaneSection() {
  const { t } = useTranslation()
  const { pane } = useSettings()
  return (
    <Section name={t('indicators.volume.name')} note={t('indicators.volume.note')} help="delta" {...pane('volume')} />
  )
}

/** The table under the bars, and the palette. */
export function TableSections() {
  const { t } = useTranslation()
  const { pane } = useSettings()
  const { palette, choosePalette } = useAppearance()
  return (
    <>
      <Section name={t('indicators.table.name')} note={t('indicators.table.note')} {...pane('statistics')} />
      <Section name={t('indicators.colours.name')} note={t('indicators.colours.note')}>
        <PaletteChoice palettes={PALETTES} value={palette} onChange={choosePalette} />
      </Section>
    </>
  )
}
