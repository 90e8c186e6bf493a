import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { unitNameOf } from '../../model/menus.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import type { CellReading, ImbalanceReading } from './readings.ts'
import styles from './chart-strip.module.css'
import { Legend } from './legend.tsx'
import { Pair } from './pair.tsx'
import { useReading } from './reading-store.ts'

/** The row between the readout and the bars: the legend, or the cell under the crosshair. */
export function ChartStrip({ market }: { market: MenuSymbol }) {
  const cell = useReading((state) => state.cell)
  return (
    <div className={styles.strip}>
      <Legend />
      {cell && <CellLine cell={cell} market={market} />}
    </div>
  )
}

/** The cell under the crosshair in full, and why it counts as an imbalance. */
function CellLine({ cell, market }: { cell: CellReading; market: MenuSymbol }) {
  const { t } = useTranslation()
  const unit = unitNameOf(
    market,
    useChartSettings((state) => state.view.unit),
  )
  const rows = cell.low === cell.high ? cell.low : t('indicators.cellRows', { low: cell.low, high: cell.high })
  return (
    <div className={styles.cell}>
      <dl className={styles.row}>
        <Pair
          name={t('chart.price')}
          value={cell.isPoc ? `${rows} · ${t('chart.poc')}` : rows}
          minChars={rows.length + 5}
        />
        <Pair name={t('chart.bid')} value={`${cell.bid} (${cell.bidTrades})`} side="bid" minChars={17} />
        <Pair name={t('chart.ask')} value={`${cell.ask} (${cell.askTrades})`} side="ask" minChars={17} />
        <Pair
          name={t('chart.delta')}
          value={`${cell.delta} ${unit}`}
          sign={cell.deltaSign}
          minChars={14 + unit.length}
        />
      </dl>
      {cell.imbalances.map((imbalance) => (
        <p key={imbalance.side} className={styles.why}>
          <Why imbalance={imbalance} unit={unit} />
        </p>
      ))}
      {cell.stacks.map(({ side, count, volume }) => (
        <p key={side} className={styles.why}>
          {t(side === 'buy' ? 'chart.buyImbalance' : 'chart.sellImbalance')}:{' '}
          {t('indicators.stackDetail', { count, volume, unit })}
        </p>
      ))}
    </div>
  )
}

function Why({ imbalance, unit }: { imbalance: ImbalanceReading; unit: string }) {
  const { t } = useTranslation()
  const name = t(imbalance.side === 'buy' ? 'chart.buyImbalance' : 'chart.sellImbalance')
  const { dominant, opposite, ratio, grade, minVolume } = imbalance
  const detail =
    ratio === null
      ? t('indicators.imbalanceInfinite', { dominant, grade, minVolume, unit })
      : t('indicators.imbalanceDetail', { dominant, opposite, ratio, grade, minVolume, unit })
  return (
    <>
      {name}: {detail}
    </>
  )
}
