import { type BigTrade, rowsSwept } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { formatMillis } from '../../../../shared/format/chart-time.ts'
import { groupDigits } from '../../../../shared/format/number.ts'
import { useMarket } from '../../model/market-store.ts'
import { stepOf } from '../../model/precision.ts'
import { type Amounts, formatAverage, formatPrice, textUnits } from '../../model/quantity-text.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import styles from '../../ui/card.module.css'

/** A sweep in numbers, and why it is marked (INDICATORS 9). */
export function BigTradeCard({ trade, amounts, quoteName }: { trade: BigTrade; amounts: Amounts; quoteName: string }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const meta = useMarket((state) => state.meta)
  const own = useChartSettings((state) => state.indicators.bigTrades.size)
  const step = meta && stepOf(meta.precision, meta.units.tickSize)
  if (!meta || !step) return null
  const units = textUnits(meta.units)
  const { buy, first, last, lots, notional, trades, fills, firstTs, lastTs, usual } = trade
  const traded = { lots, quote: notional }
  return (
    <>
      <h3 className={styles.title} data-tone={buy ? 'support' : 'resistance'}>
        {t(buy ? 'signals.big.buy' : 'signals.big.sell')}
      </h3>
      <p className="mb-1 text-default">{amounts.exact(traded)}</p>
      <ul className={styles.list}>
        <li>
          {t('signals.big.prices', {
            first: formatPrice(first, units),
            last: formatPrice(last, units),
            average: formatAverage(trade, units),
          })}
        </li>
        <li>{t('signals.big.rows', { rows: rowsSwept(trade, step) })}</li>
        <li>{t('signals.big.trades', { trades, fills })}</li>
        <li>
          {t('signals.big.time', { time: `${time.clock(firstTs)}${formatMillis(firstTs)}`, ms: lastTs - firstTs })}
        </li>
        {usual !== null && <li>{t('signals.big.usual', { value: amounts.ofNotional(usual, traded) })}</li>}
        {usual === null && <li>{t('signals.big.few')}</li>}
        {own !== '0' && <li>{t('signals.big.own', { value: `${groupDigits(own)} ${quoteName}`.trim() })}</li>}
      </ul>
    </>
  )
}
