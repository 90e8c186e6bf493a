import type { DrawnLiquidation } from '@flowprint/chart'
import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatMillis } from '../../../../shared/format/chart-time.ts'
import { groupDigits } from '../../../../shared/format/number.ts'
import { useDerivatives } from '../../model/derivatives-store.ts'
import { currenciesOf } from '../../model/menus.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import styles from '../../ui/card.module.css'

/** A marked liquidation in numbers, and what its market publishes. */
export function LiquidationCard({ liquidation, market }: { liquidation: DrawnLiquidation; market: MenuSymbol }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const mark = useDerivatives(({ marks }) => marks.get(liquidation.seq))
  if (!mark) return null
  const { position, price, qty, value, completeness } = mark
  const { base, quote } = currenciesOf(market)
  const unit = market.qty_unit === 'contract' ? t('tape.contracts') : base
  return (
    <>
      <h3 className={styles.title} data-tone={position === 'long' ? 'resistance' : 'support'}>
        {t(`derivatives.card.${position}`)}
      </h3>
      <p className="mb-1 text-default">{`${groupDigits(value)} ${quote}`.trim()}</p>
      <ul className={styles.list}>
        <li>{t('derivatives.card.price', { price })}</li>
        <li>{t('derivatives.card.qty', { qty: `${groupDigits(qty)} ${unit}`.trim() })}</li>
        <li>{t('derivatives.card.time', { time: `${time.moment(mark.t)}${formatMillis(mark.t)}` })}</li>
        <li>{t(`derivatives.card.${completeness === 'all' ? 'all' : 'lowerBound'}`)}</li>
      </ul>
    </>
  )
}
