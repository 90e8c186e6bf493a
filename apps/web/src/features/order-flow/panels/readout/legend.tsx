import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartSettings } from '../../model/settings-store.ts'
import type { LayerName } from '../../model/view-settings.ts'
import styles from './legend.module.css'
import { useReading } from './reading-store.ts'

/** Layers with a colour, each a switch. Replaced by the readout of a hovered cell. */
export function Legend() {
  const { t } = useTranslation()
  const { view, indicators, change } = useChartSettings()
  const hidden = useReading((state) => state.cell !== null)
  const layers: readonly { name: LayerName; words: string; swatch: string }[] = [
    { name: 'poc', words: 'POC', swatch: '--poc' },
    {
      name: 'valueArea',
      words: `${t('indicators.valueArea.name')} ${indicators.valueArea.share}%`,
      swatch: '--text-3',
    },
    { name: 'imbalances', words: `${t('indicators.imbalance.name')} ${indicators.imbalance.ratio}x`, swatch: '--ask' },
    { name: 'stacks', words: `${t('indicators.stack.name')} ≥${indicators.stack.min}`, swatch: '--bid' },
    { name: 'zones', words: t('indicators.zones.name'), swatch: '--brand' },
    { name: 'efforts', words: t('indicators.effort.name'), swatch: '--effort' },
  ]
  return (
    <div className={styles.legend} role="group" aria-label={t('chart.legend')} data-hidden={hidden}>
      {layers.map(({ name, words, swatch }) => (
        <button
          key={name}
          type="button"
          className={styles.layer}
          aria-pressed={view.layers[name]}
          onClick={() => change({ view: { ...view, layers: { ...view.layers, [name]: !view.layers[name] } } })}
        >
          <i style={{ '--swatch': `var(${swatch})` } as CSSProperties} />
          {words}
        </button>
      ))}
    </div>
  )
}
