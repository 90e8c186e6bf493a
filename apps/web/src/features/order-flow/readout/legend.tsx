import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'
import { useTimeFormat } from '../chart/use-time-format.ts'
import { useMarket } from '../market/market-store.ts'
import { currenciesOf } from '../model/menus.ts'
import { useChartSettings } from '../model/settings-store.ts'
import { CellLine } from './cell-line.tsx'
import { LegendLayers } from './legend-layers.tsx'
import styles from './legend.module.css'
import { Pair } from './pair.tsx'
import { useReading } from './reading-store.ts'

/** Top left of the chart: what is shown, the bar and the cell under the crosshair, and the layers to switch. */
export function Legend({ market }: { market: MenuSymbol }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const meta = useMarket((state) => state.meta)
  const bar = useReading((state) => state.bar)
  const cell = useReading((state) => state.cell)
  const unit = useChartSettings((state) => state.view.unit)
  const currencies = currenciesOf(market)
  const unitName = unit === 'base' ? currencies.base : currencies.quote

  return (
    <div className={styles.legend} role="group" aria-label={t('chart.readout')}>
      <div className={styles.row}>
        <span className={styles.name}>{market.label}</span>
        {meta && <span className={styles.time}>{meta.cycle} · {meta.precision}</span>}
        <span className={styles.tags}>
          {meta?.simulated && <Tag tone="warning">{t('common.simulated')}</Tag>}
          {bar && bar.state !== 'complete' && (
            <Tag tone={bar.state === 'open' ? 'brand' : 'warning'}>{t(`chart.barState.${bar.state}`)}</Tag>
          )}
          {meta?.estimated && <Tag tone="warning">{t('order.picker.estimated')}</Tag>}
        </span>
        {bar && <span className={`${styles.time} ${styles.minor}`}>{time.bar(bar.t)}</span>}
      </div>
      {bar && (
        <dl className={styles.row}>
          <Pair name={t('chart.open')} value={bar.open} sign={bar.up ? 1 : -1} />
          <Pair name={t('chart.high')} value={bar.high} sign={bar.up ? 1 : -1} />
          <Pair name={t('chart.low')} value={bar.low} sign={bar.up ? 1 : -1} />
          <Pair name={t('chart.close')} value={bar.close} sign={bar.up ? 1 : -1} />
          <Pair name={t('chart.volume')} value={`${bar.volume} ${unitName}`} />
          <Pair name={t('chart.delta')} value={`${bar.delta} (${bar.deltaShare})`} sign={bar.deltaSign} />
          <Pair minor name={t('chart.minDelta')} value={bar.minDelta} />
          <Pair minor name={t('chart.maxDelta')} value={bar.maxDelta} />
          <Pair minor name={t('chart.trades')} value={bar.trades} />
          <Pair minor name={t('chart.poc')} value={bar.poc} />
          <Pair minor name={t('chart.valueArea')} value={bar.valueArea} />
        </dl>
      )}
      {cell ? <CellLine cell={cell} /> : <LegendLayers />}
    </div>
  )
}
