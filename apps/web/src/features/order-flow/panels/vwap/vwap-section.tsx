import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { useSettings } from '../../model/use-settings.ts'
import { AnchorFields } from './anchor-fields.tsx'
import { togglePick, useAnchorPick } from './anchor-store.ts'

/** VWAP: anchor and bands. */
export function VwapSection() {
  const { t } = useTranslation()
  const { indicators, set, isChanged } = useSettings()
  const { anchor, at, bands } = indicators.vwap
  const picking = useAnchorPick((state) => state.picking === 'vwap')
  const shown = anchor !== 'off'
  const chooseBar = () => {
    if (at > 0) set('vwap', { anchor: 'bar' })
    else if (!picking) togglePick('vwap')
  }
  return (
    <Section
      name={t('vwap.name')}
      note={t('vwap.note')}
      help="vwap"
      changed={isChanged('vwap')}
      shown={shown}
      onShow={(wanted) => set('vwap', { anchor: wanted ? 'day' : 'off' })}
    >
      <ChoiceField
        label={t('vwap.anchor')}
        value={anchor === 'bar' || picking ? 'bar' : shown ? 'day' : undefined}
        onChange={(value) => (value === 'day' ? set('vwap', { anchor: 'day' }) : chooseBar())}
        options={(['day', 'bar'] as const).map((value) => ({ value, label: t(`vwap.${value}`) }))}
      />
      {(anchor === 'bar' || picking) && <AnchorFields target="vwap" at={at} />}
      <ChoiceField
        label={t('vwap.bands')}
        value={bands}
        onChange={(value) => set('vwap', { bands: value })}
        options={(['none', 'one', 'two'] as const).map((value) => ({ value, label: t(`vwap.${value}`) }))}
      />
    </Section>
  )
}
