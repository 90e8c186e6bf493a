import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { type Amount, SHORT_CHARS } from '../../model/quantity-text.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useMarket } from '../../model/market-store.ts'
import { unitNameOf } from '../../model/menus.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { Pair } from './pair.tsx'
import styles from './readout.module.css'
import { useReading } from './reading-store.ts'

/** Characters of a share such as " (+100.0%)". */
const SHARE_CHARS = 10

/**
 * One line above the chart: the selection, and the bar under the crosshair, otherwise the newest. Amounts are short and
 * of fixed width; hovering one shows the full value of the last bar pointed at.
 */
export function Readout({ market }: { market: MenuSymbol }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const time = useTimeFormat()
  const meta = useMarket((state) => state.meta)
  const bar = useReading((state) => state.bar)
  const unit = useChartSettings((state) => state.view.unit)
  const unitName = unitNameOf(market, unit)
  const way = bar?.up ? 1 : -1
  const price = bar?.high.length ?? 0
  const inFull = ({ exact }: Amount) => `${exact} ${unitName}`

  return (
    <div
      className={styles.readout}
      role="group"
      aria-label={t('chart.readout')}
      onPointerEnter={() => useReading.of(scope).setState({ isHeld: true })}
      onPointerLeave={() => useReading.of(scope).setState({ isHeld: false })}
    >
      <div className={styles.head}>
        <span className="font-bold">{market.label}</span>
        {meta && (
          <span className={styles.quiet}>
            {meta.cycle} · {meta.precision}
          </span>
        )}
        {meta?.simulated && <Tag tone="warning">{t('common.simulated')}</Tag>}
        {meta?.estimated && <Tag tone="warning">{t('order.picker.estimated')}</Tag>}
        {bar && (
          <span className={styles.time}>
            {time.bar(bar.t)}
            {bar.number !== null && ` #${bar.number}`}
          </span>
        )}
      </div>
      {bar && (
        <dl className={styles.values}>
          <Pair name={t('chart.open')} value={bar.open} sign={way} minChars={price} />
          <Pair name={t('chart.high')} value={bar.high} sign={way} minChars={price} />
          <Pair name={t('chart.low')} value={bar.low} sign={way} minChars={price} />
          <Pair name={t('chart.close')} value={bar.close} sign={way} minChars={price} />
          <Pair
            name={t('chart.volume')}
            value={`${bar.volume.short} ${unitName}`}
            exact={inFull(bar.volume)}
            minChars={SHORT_CHARS + unitName.length}
          />
          <Pair
            name={t('chart.delta')}
            value={`${bar.delta.short} (${bar.deltaShare})`}
            exact={inFull(bar.delta)}
            sign={bar.deltaSign}
            minChars={SHORT_CHARS + SHARE_CHARS}
          />
          {bar.vwap && <Pair name="VWAP" value={bar.vwap} minChars={2 * price + 4} />}
          <Pair name={t('chart.trades')} value={bar.trades.short} exact={bar.trades.exact} minChars={5} />
          <Pair name={t('chart.poc')} value={bar.poc} minChars={price} />
          <Pair name={t('chart.valueArea')} value={bar.valueArea} minChars={2 * price + 1} />
          <Pair
            name={t('chart.minDelta')}
            value={bar.minDelta.short}
            exact={inFull(bar.minDelta)}
            minChars={SHORT_CHARS}
          />
          <Pair
            name={t('chart.maxDelta')}
            value={bar.maxDelta.short}
            exact={inFull(bar.maxDelta)}
            minChars={SHORT_CHARS}
          />
        </dl>
      )}
      <span className={styles.state}>
        {bar && bar.state !== 'complete' && (
          <Tag tone={bar.state === 'open' ? 'brand' : 'warning'}>{t(`chart.barState.${bar.state}`)}</Tag>
        )}
      </span>
    </div>
  )
}
