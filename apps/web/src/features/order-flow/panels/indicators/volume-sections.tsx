import { useTranslation } from 'react-i18next'
import { useSettings } from '../../model/change-setting.ts'
import { ChoiceField, NumberField, Section } from '../../ui/settings-section.tsx'

/** Volume distribution of a bar: point of control and value area. */
export function VolumeSections() {
  const { t } = useTranslation()
  const { indicators, layer, set, isChanged } = useSettings()
  return (
    <>
      <Section
        name={t('indicators.poc.name')}
        note={t('indicators.poc.note')}
        help="poc"
        changed={isChanged('poc')}
        {...layer('poc')}
      >
        <ChoiceField
          label={t('indicators.poc.basis')}
          value={indicators.poc.basis}
          onChange={(basis) => set('poc', { basis })}
          options={(['grouped', 'raw'] as const).map((value) => ({ value, label: t(`indicators.poc.${value}`) }))}
        />
      </Section>
      <Section
        name={t('indicators.valueArea.name')}
        note={t('indicators.valueArea.note')}
        help="value-area"
        changed={isChanged('valueArea')}
        {...layer('valueArea')}
      >
        <NumberField
          label={`${t('indicators.valueArea.share')} %`}
          value={indicators.valueArea.share}
          min="1"
          max="100"
          onChange={(share) => set('valueArea', { share })}
        />
      </Section>
    </>
  )
}
