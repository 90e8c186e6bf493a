import { useTranslation } from 'react-i18next'
import { asCount, useSettings } from '../../model/change-setting.ts'
import { NumberField, Section } from '../../ui/settings-section.tsx'

/** Marks of single bars: unfinished auction, absorption, exhaustion. */
export function SignalSections() {
  const { t } = useTranslation()
  const { indicators, set, isChanged } = useSettings()
  const { unfinished, absorption, exhaustion } = indicators
  return (
    <>
      <Section
        name={t('signals.absorption.name')}
        note={t('signals.absorption.note')}
        help="absorption"
        changed={isChanged('absorption')}
        shown={absorption.show}
        onShow={(show) => set('absorption', { show })}
      >
        <NumberField
          label={t('signals.absorption.minRows')}
          value={String(absorption.minRows)}
          min="2"
          max="100"
          onChange={(text) => set('absorption', { minRows: asCount(text) })}
        />
        <NumberField
          label={t('signals.absorption.relVolume')}
          value={absorption.relVolume}
          min="1"
          max="1000"
          onChange={(relVolume) => set('absorption', { relVolume })}
        />
        <NumberField
          label={t('signals.absorption.opposite')}
          value={absorption.opposite}
          min="0"
          max="1000"
          onChange={(opposite) => set('absorption', { opposite })}
        />
        <NumberField
          label={t('signals.absorption.share')}
          value={absorption.share}
          min="0"
          max="1"
          onChange={(share) => set('absorption', { share })}
        />
        <NumberField
          label={t('signals.absorption.retreat')}
          value={absorption.retreat}
          min="0"
          max="1"
          onChange={(retreat) => set('absorption', { retreat })}
        />
      </Section>
      <Section
        name={t('signals.exhaustion.name')}
        note={t('signals.exhaustion.note')}
        help="exhaustion"
        changed={isChanged('exhaustion')}
        shown={exhaustion.show}
        onShow={(show) => set('exhaustion', { show })}
      >
        <NumberField
          label={t('signals.exhaustion.minRows')}
          value={String(exhaustion.minRows)}
          min="4"
          max="100"
          onChange={(text) => set('exhaustion', { minRows: asCount(text) })}
        />
        <NumberField
          label={t('signals.exhaustion.extreme')}
          value={exhaustion.extreme}
          min="0"
          max="1"
          onChange={(extreme) => set('exhaustion', { extreme })}
        />
        <NumberField
          label={t('signals.exhaustion.peak')}
          value={exhaustion.peak}
          min="0"
          max="1000"
          onChange={(peak) => set('exhaustion', { peak })}
        />
      </Section>
      <Section
        name={t('signals.unfinished.name')}
        note={t('signals.unfinished.note')}
        help="unfinished-auction"
        changed={isChanged('unfinished')}
        shown={unfinished.show}
        onShow={(show) => set('unfinished', { show })}
      >
        <NumberField
          label={t('signals.unfinished.dominant')}
          value={unfinished.dominant}
          min="0"
          max="1000"
          onChange={(dominant) => set('unfinished', { dominant })}
        />
        <NumberField
          label={t('signals.unfinished.opposite')}
          value={unfinished.opposite}
          min="0"
          max="1"
          onChange={(opposite) => set('unfinished', { opposite })}
        />
      </Section>
    </>
  )
}
