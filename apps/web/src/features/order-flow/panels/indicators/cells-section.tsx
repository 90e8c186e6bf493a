import { useTranslation } from 'react-i18next'
import { CELL_MODES, CELL_TINTS, CELL_UNITS } from '../../model/view-settings.ts'
import { useSettings } from '../../model/change-setting.ts'
import { ChoiceField, Section } from '../../ui/settings-section.tsx'

const TINT_WORDS = { side: 'tintSide', delta: 'tintDelta', volume: 'tintVolume', none: 'tintNone' } as const

/** Content and unit of cells. */
export function CellsSection() {
  const { t } = useTranslation()
  const { view, setView, layer } = useSettings()
  return (
    <>
      <Section name={t('indicators.cells.name')} open>
        <ChoiceField
          label={t('indicators.cells.mode')}
          value={view.mode}
          onChange={(mode) => setView({ mode })}
          options={CELL_MODES.map((value) => ({ value, label: t(`indicators.cells.${value}`) }))}
        />
        <ChoiceField
          label={t('indicators.cells.unit')}
          value={view.unit}
          onChange={(unit) => setView({ unit })}
          options={CELL_UNITS.map((value) => ({ value, label: t(`indicators.cells.${value}`) }))}
        />
        <ChoiceField
          label={t('indicators.cells.tint')}
          value={view.tint}
          onChange={(tint) => setView({ tint })}
          options={CELL_TINTS.map((value) => ({ value, label: t(`indicators.cells.${TINT_WORDS[value]}`) }))}
        />
      </Section>
      <Section name={t('indicators.candle.name')} note={t('indicators.candle.note')} {...layer('candle')} />
      <Section name={t('indicators.lastPrice.name')} note={t('indicators.lastPrice.note')} {...layer('lastPrice')} />
    </>
  )
}
