import type { DrawnWall } from '@flowprint/chart'
import type { MenuSymbol } from '@flowprint/contract'
import { BID, decimalUnit, fromUnits } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { formatPercent, groupDigits } from '../../../../shared/format/number.ts'
import { useMarket } from '../../model/market-store.ts'
import { currenciesOf } from '../../model/menus.ts'
import { formatPrice, textUnits } from '../../model/quantity-text.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import styles from '../../ui/card.module.css'

/** What became of a wall, and how much of it was filled and pulled. */
export function WallCard({ wall, market }: { wall: DrawnWall; market: MenuSymbol }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const meta = useMarket((state) => state.meta)
  if (!meta) return null
  const units = textUnits(meta.units)
  const side = wall.side === BID ? 'bid' : 'ask'
  const { row, step, born, ended, intervalMs, tests, bornLots, maxLots, lots, filled, pulled } = wall
  const text = (quantity: number) => groupDigits(fromUnits(quantity, decimalUnit(wall.qtyUnit)))
  const removed = filled + pulled
  const size = {
    born: text(bornLots),
    max: text(maxLots),
    last: text(lots),
    unit: market.qty_unit === 'contract' ? t('tape.contracts') : currenciesOf(market).base,
  }
  return (
    <>
      <h3 className={styles.title} data-tone={side === 'bid' ? 'support' : 'resistance'}>
        {t(`depth.wall.${side}`)} · {t(`depth.wall.state.${wall.state}`)}
      </h3>
      <ul className={styles.list}>
        <li>
          {t('depth.wall.range', { low: formatPrice(row * step, units), high: formatPrice((row + 1) * step, units) })}
        </li>
        <li>{t('depth.wall.size', size)}</li>
        <li>{t('depth.wall.born', { time: time.moment(born + intervalMs) })}</li>
        <li>{t('depth.wall.tests', { times: tests })}</li>
        <li>
          {removed === 0
            ? t('depth.wall.nothing')
            : t('depth.wall.removed', {
                filled: text(filled),
                filledShare: formatPercent(filled / removed, 0),
                pulled: text(pulled),
                pulledShare: formatPercent(pulled / removed, 0),
              })}
        </li>
        {ended !== null && <li>{t('depth.wall.ended', { time: time.moment(ended + intervalMs) })}</li>}
        {removed > 0 && <li>{t('depth.wall.bounds')}</li>}
      </ul>
    </>
  )
}
