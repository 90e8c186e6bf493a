import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'
import { useTimeFormat } from '../chart/use-time-format.ts'
import { useMarket } from '../market/market-store.ts'
import { currenciesOf } from '../model/menus.ts'
import { useChartSettings } from '../model/settings-store.ts'
import { CellLine } from '../later.tsx'
import { Pair } from './pair.tsx'
import styles from './readout.module.css'
import { useReading } from './reading-store.ts'

/**
 * One line above the chart: what is shown, and the bar under the crosshair (else the newest) in exact numbers.
 * It has a place of its own so that it never covers a cell; what does not fit is cut off at its end. The cell under
 * the crosshair is told below it, over the chart's top left corner.
 */
export function Readout({ market }: { market: MenuSymbol }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const meta = useMarket((state) => state.meta)
  const bar = useReading((state) => state.bar)
  const cell = useReading((state) => state.cell)
  const unit = useChartSettings((state) => state.view.unit)
  const currencies = currenciesOf(market)
  const unitName = unit === 'base' ? currencies.base : currencies.quote
  const way = bar?.up ? 1 : -1
  const price = bar?.high.length ?? 0

  return (
    <div className={styles.readout} role="group" aria-label={t('chart.readout')}>
      <div className={styles.head}>
        <span className={styles.name}>{market.label}</span>
        {meta && <span className={styles.quiet}>{meta.cycle} · {meta.precision}</span>}
        {meta?.simulated && <Tag tone="warning">{t('common.simulated')}</Tag>}
        {meta?.estimated && <Tag tone="warning">{t('order.picker.estimated')}</Tag>}
        {bar && <span className={styles.time}>{time.bar(bar.t)}{bar.number !== null && ` #${bar.number}`}</span>}
      </div>
      {bar && (
        <dl className={styles.values}>
          <Pair name={t('chart.open')} value={bar.open} sign={way} room={price} />
          <Pair name={t('chart.high')} value={bar.high} sign={way} room={price} />
          <Pair name={t('chart.low')} value={bar.low} sign={way} room={price} />
          <Pair name={t('chart.close')} value={bar.close} sign={way} room={price} />
          <Pair name={t('chart.volume')} value={`${bar.volume} ${unitName}`} room={19} />
          <Pair name={t('chart.delta')} value={`${bar.delta} (${bar.deltaShare})`} sign={bar.deltaSign} room={24} />
          {bar.vwap && <Pair name="VWAP" value={bar.vwap} room={bar.vwap.length} />}
          <Pair name={t('chart.trades')} value={bar.trades} room={6} />
          <Pair name={t('chart.poc')} value={bar.poc} room={price} />
          <Pair name={t('chart.valueArea')} value={bar.valueArea} room={2 * price + 2} />
          <Pair name={t('chart.minDelta')} value={bar.minDelta} room={15} />
          <Pair name={t('chart.maxDelta')} value={bar.maxDelta} room={15} />
        </dl>
      )}
      {bar && bar.state !== 'complete' && (
        <span className={styles.state}>
          <Tag tone={bar.state === 'open' ? 'brand' : 'warning'}>{t(`chart.barState.${bar.state}`)}</Tag>
        </span>
      )}
      {cell && <CellLine cell={cell} />}
    </div>
  )
}
