import { MAX_ZONE_BARS } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { asCount, useSettings } from '../../model/change-setting.ts'
import { ChoiceField, FlagField, NumberField, Section } from '../../ui/settings-section.tsx'

const KINDS = ['stack', 'effort', 'cluster', 'unfinished', 'nakedPoc'] as const

/** Support and resistance: sources, invalidation, number shown. */
export function ZonesSection() {
  const { t } = useTranslation()
  const { indicators, layer, set, isChanged } = useSettings()
  const { zones } = indicators
  return (
    <Section
      name={t('indicators.zones.name')}
      note={t('indicators.zones.note')}
      help="support-resistance"
      changed={isChanged('zones')}
      {...layer('zones')}
    >
      <div className="flex flex-col gap-2" role="group" aria-label={t('indicators.zones.kinds')}>
        {KINDS.map((kind) => (
          <FlagField
            key={kind}
            label={t(`indicators.zones.${kind}`)}
            value={zones.kinds[kind]}
            onChange={(on) => set('zones', { kinds: { ...zones.kinds, [kind]: on } })}
          />
        ))}
      </div>
      <NumberField
        label={t('indicators.zones.stackMin')}
        value={String(zones.stackMin)}
        min="2"
        max="100"
        onChange={(text) => set('zones', { stackMin: asCount(text) })}
      />
      <ChoiceField
        label={t('indicators.zones.breakBy')}
        value={zones.breakBy}
        onChange={(breakBy) => set('zones', { breakBy })}
        options={(['close', 'touch', 'through'] as const).map((value) => ({
          value,
          label: t(`indicators.zones.${value}`),
        }))}
      />
      <NumberField
        label={t('indicators.zones.expireBars')}
        value={String(zones.expireBars)}
        min="1"
        max={String(MAX_ZONE_BARS)}
        onChange={(text) => set('zones', { expireBars: asCount(text) })}
      />
      <NumberField
        label={t('indicators.zones.maxDrawn')}
        value={String(zones.maxDrawn)}
        min="0"
        max="100"
        onChange={(text) => set('zones', { maxDrawn: asCount(text) })}
      />
    </Section>
  )
}
