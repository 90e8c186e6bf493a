import { useTranslation } from 'react-i18next'
import type { CellReading, ImbalanceReading } from './cell-reading.ts'
import styles from './readout.module.css'
import { Pair } from './pair.tsx'

/** The cell under the crosshair, exactly, and why it counts as an imbalance if it does. */
export function CellLine({ cell }: { cell: CellReading }) {
  const { t } = useTranslation()
  const rows = cell.low === cell.high ? cell.low : t('chart.rowsOf', { low: cell.low, high: cell.high })
  return (
    <div className={styles.cell}>
      <dl className={styles.row}>
        <Pair name={t('chart.price')} value={cell.isPoc ? `${rows} · ${t('chart.poc')}` : rows} room={rows.length + 5} />
        <Pair name={t('chart.bid')} value={`${cell.bid} (${cell.bidTrades})`} side="bid" room={17} />
        <Pair name={t('chart.ask')} value={`${cell.ask} (${cell.askTrades})`} side="ask" room={17} />
        <Pair name={t('chart.delta')} value={cell.delta} sign={cell.deltaSign} room={14} />
      </dl>
      {cell.imbalances.map((imbalance) => (
        <p key={imbalance.side} className={styles.why}><Why imbalance={imbalance} /></p>
      ))}
      {cell.stacks.map(({ side, count, volume }) => (
        <p key={side} className={styles.why}>
          {t(side === 'buy' ? 'chart.buyImbalance' : 'chart.sellImbalance')}: {t('chart.stackDetail', { count, volume })}
        </p>
      ))}
    </div>
  )
}

function Why({ imbalance }: { imbalance: ImbalanceReading }) {
  const { t } = useTranslation()
  const name = t(imbalance.side === 'buy' ? 'chart.buyImbalance' : 'chart.sellImbalance')
  const { dominant, opposite, ratio, grade, minVolume } = imbalance
  const detail = ratio === null
    ? t('chart.imbalanceInfinite', { dominant, grade, minVolume })
    : t('chart.imbalanceDetail', { dominant, opposite, ratio, grade, minVolume })
  return <>{name}: {detail}</>
}
