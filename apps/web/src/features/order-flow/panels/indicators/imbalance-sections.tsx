import { useTranslation } from 'react-i18next'
import { asCount, useSettings } from '../../model/change-setting.ts'
import { ChoiceField, NumberField, Section } from '../../ui/settings-section.tsx'

/** Diagonal imbalances and their stacks. */
export function ImbalanceSections() {
  const { t } = useTranslation()
  const { indicators, layer, set, isChanged } = useSettings()
  const { imbalance, stack } = indicators
  const isAuto = imbalance.minVolume === 'auto'
  return (
    <>
      <Section
        name={t('indicators.imbalance.name')}
        note={t('indicators.imbalance.note')}
        help="imbalance"
        changed={isChanged('imbalance')}
        {...layer('imbalances')}
      >
        <NumberField
          label={t('indicators.imbalance.ratio')}
          value={imbalance.ratio}
          min="1"
          max="1000"
          onChange={(ratio) => set('imbalance', { ratio })}
        />
        <ChoiceField
          label={t('indicators.imbalance.minVolume')}
          value={isAuto ? 'auto' : 'fixed'}
          onChange={(kind) => set('imbalance', { minVolume: kind === 'auto' ? 'auto' : '1' })}
          options={[
            { value: 'auto', label: t('indicators.imbalance.minVolumeAuto') },
            { value: 'fixed', label: t('indicators.imbalance.minVolumeFixed') },
          ]}
        />
        {!isAuto && (
          <NumberField
            label={t('indicators.imbalance.minVolumeFixed')}
            value={imbalance.minVolume}
            min="0"
            max="1e15"
            onChange={(minVolume) => set('imbalance', { minVolume })}
          />
        )}
        <ChoiceField
          label={t('indicators.imbalance.zeroSide')}
          value={imbalance.zeroSide}
          onChange={(zeroSide) => set('imbalance', { zeroSide })}
          options={(['count', 'ignore'] as const).map((value) => ({
            value,
            label: t(`indicators.imbalance.${value}`),
          }))}
        />
      </Section>
      <Section
        name={t('indicators.stack.name')}
        note={t('indicators.stack.note')}
        help="imbalance#stack"
        changed={isChanged('stack')}
        {...layer('stacks')}
      >
        <NumberField
          label={t('indicators.stack.min')}
          value={String(stack.min)}
          min="2"
          max="100"
          onChange={(text) => set('stack', { min: asCount(text) })}
        />
      </Section>
    </>
  )
}
