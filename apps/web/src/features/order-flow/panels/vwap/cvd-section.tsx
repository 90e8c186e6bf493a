import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { useSettings } from '../../model/use-settings.ts'
import { AnchorFields } from './anchor-fields.tsx'
import { togglePick, useAnchorPick } from './anchor-store.ts'

/** Cumulative delta: style and reset. */
export function CvdSection() {
  const { t } = useTranslation()
  const { indicators, pane, set, isChanged } = useSettings()
  const { reset, at, style } = indicators.cvd
  const picking = useAnchorPick((state) => state.picking === 'cvd')
  const choose = (value: typeof reset) => {
    if (value !== 'bar' || at > 0) set('cvd', { reset: value })
    else if (!picking) togglePick('cvd')
  }
  return (
    <Section
      name={t('indicators.cvd.name')}
      note={t('indicators.cvd.note')}
      help="delta#cvd"
      changed={isChanged('cvd')}
      {...pane('cvd')}
    >
      <ChoiceField
        label={t('vwap.cvdStyle')}
        value={style}
        onChange={(value) => set('cvd', { style: value })}
        options={(['candles', 'line'] as const).map((value) => ({ value, label: t(`vwap.${value}`) }))}
      />
      <ChoiceField
        label={t('indicators.cvd.reset')}
        value={picking ? 'bar' : reset}
        onChange={choose}
        options={[
          ...(['day', 'week', 'never'] as const).map((value) => ({ value, label: t(`indicators.cvd.${value}`) })),
          { value: 'bar' as const, label: t('vwap.bar') },
        ]}
      />
      {(reset === 'bar' || picking) && <AnchorFields target="cvd" at={at} />}
    </Section>
  )
}
