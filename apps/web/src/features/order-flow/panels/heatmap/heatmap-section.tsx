import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../../model/market-store.ts'
import {
  BRIGHTNESS_RANGE,
  DEFAULT_HEATMAP,
  HEATMAP_PALETTES,
  HEATMAP_SCALES,
  HEATMAP_VALUES,
  type HeatmapSettings,
  parseHeatmapSize,
  parseWithin,
  PERCENTILE_RANGE,
  WALL_RANGE,
} from '../../model/view-settings.ts'
import { useSettings } from '../../model/change-setting.ts'
import { ChoiceField, FlagField, NumberField, Section } from '../../ui/settings-section.tsx'
import styles from './heatmap.module.css'

const MAX_SIZE = '999999999999'

/** The heatmap in the indicator panel. */
export function HeatmapSection() {
  const { t } = useTranslation()
  const { view, setHeatmap } = useSettings()
  const { heatmap } = view
  const lotSize = useMarket((state) => state.meta?.units.lotSize)
  const { shown: _, ...usual } = DEFAULT_HEATMAP
  const isChanged = (Object.keys(usual) as (keyof typeof usual)[]).some((key) => heatmap[key] !== usual[key])
  /** Sets a valid value; false otherwise. */
  const set = <Key extends keyof HeatmapSettings>(key: Key, value: HeatmapSettings[Key] | null): boolean => {
    if (value !== null) setHeatmap({ [key]: value })
    return value !== null
  }
  return (
    <Section
      name={t('depth.heatmap.name')}
      note={t('depth.heatmap.note')}
      help="order-book-heatmap"
      shown={heatmap.shown}
      onShow={(shown) => setHeatmap({ shown })}
      changed={isChanged}
    >
      <FlagField label={t('depth.heatmap.cells')} value={heatmap.cells} onChange={(cells) => setHeatmap({ cells })} />
      <FlagField label={t('depth.heatmap.touch')} value={heatmap.touch} onChange={(touch) => setHeatmap({ touch })} />
      <ChoiceField
        label={t('depth.heatmap.value')}
        value={heatmap.value}
        onChange={(value) => setHeatmap({ value })}
        options={HEATMAP_VALUES.map((value) => ({ value, label: t(`depth.heatmap.values.${value}`) }))}
      />
      <ChoiceField
        label={t('depth.heatmap.scale')}
        value={heatmap.scale}
        onChange={(scale) => setHeatmap({ scale })}
        options={HEATMAP_SCALES.map((value) => ({ value, label: t(`depth.heatmap.scales.${value}`) }))}
      />
      {heatmap.scale === 'percentile' && (
        <NumberField
          label={t('depth.heatmap.percentile')}
          value={String(heatmap.percentile)}
          min={String(PERCENTILE_RANGE.min)}
          max={String(PERCENTILE_RANGE.max)}
          onChange={(text) => set('percentile', parseWithin(text, PERCENTILE_RANGE))}
        />
      )}
      {heatmap.scale === 'fixed' && (
        <NumberField
          label={t('depth.heatmap.size')}
          value={heatmap.size}
          min={lotSize ?? '0.00000001'}
          max={MAX_SIZE}
          onChange={(text) => set('size', parseHeatmapSize(text))}
        />
      )}
      <BrightnessField value={heatmap.brightness} onChange={(brightness) => setHeatmap({ brightness })} />
      <ChoiceField
        label={t('depth.heatmap.palette')}
        value={heatmap.palette}
        onChange={(palette) => setHeatmap({ palette })}
        options={HEATMAP_PALETTES.map((value) => ({ value, label: t(`depth.heatmap.palettes.${value}`) }))}
      />
      <FlagField label={t('depth.wall.show')} value={heatmap.walls} onChange={(walls) => setHeatmap({ walls })} />
      {heatmap.walls && (
        <NumberField
          label={t('depth.wall.ratio')}
          value={String(heatmap.wallRatio)}
          min={String(WALL_RANGE.min)}
          max={String(WALL_RANGE.max)}
          onChange={(text) => set('wallRatio', parseWithin(text, WALL_RANGE))}
        />
      )}
      <FlagField
        label={t('depth.imbalance.show')}
        value={heatmap.imbalance}
        onChange={(imbalance) => setHeatmap({ imbalance })}
      />
    </Section>
  )
}

function BrightnessField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <label className="text-muted text-s" htmlFor={id}>
        {t('depth.heatmap.brightness')}
      </label>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={BRIGHTNESS_RANGE.min}
        max={BRIGHTNESS_RANGE.max}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        onDoubleClick={() => onChange(DEFAULT_HEATMAP.brightness)}
      />
    </div>
  )
}
