import { EFFORT_PRESETS, type EffortPreset, effortPresetOf } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../model/change-setting.ts'
import { ChoiceField, NumberField, Section } from '../../ui/settings-section.tsx'

const PRESET_WORDS = { loose: 'loose', default: 'normal', strict: 'strict' } as const satisfies Record<
  EffortPreset,
  string
>
const PRESETS = Object.keys(PRESET_WORDS) as EffortPreset[]

/** Effort without reward: three presets, or four custom thresholds. */
export function EffortSection() {
  const { t } = useTranslation()
  const { indicators, layer, set, isChanged } = useSettings()
  const { effort } = indicators
  const preset = effortPresetOf(effort)
  return (
    <Section
      name={t('indicators.effort.name')}
      note={t('indicators.effort.note')}
      help="effort"
      changed={isChanged('effort')}
      {...layer('efforts')}
    >
      <ChoiceField
        label={t('indicators.effort.preset')}
        value={preset ?? undefined}
        onChange={(name) => set('effort', EFFORT_PRESETS[name])}
        options={PRESETS.map((value) => ({ value, label: t(`indicators.effort.${PRESET_WORDS[value]}`) }))}
      />
      <NumberField
        label={t('indicators.effort.relVolume')}
        value={effort.relVolume}
        min="0"
        max="1000"
        onChange={(relVolume) => set('effort', { relVolume })}
      />
      <NumberField
        label={t('indicators.effort.share')}
        value={effort.share}
        min="0"
        max="1"
        onChange={(share) => set('effort', { share })}
      />
      <NumberField
        label={t('indicators.effort.progress')}
        value={effort.progress}
        min="-100"
        max="100"
        onChange={(progress) => set('effort', { progress })}
      />
      <NumberField
        label={t('indicators.effort.closeLocation')}
        value={effort.closeLocation}
        min="0"
        max="1"
        onChange={(closeLocation) => set('effort', { closeLocation })}
      />
    </Section>
  )
}
