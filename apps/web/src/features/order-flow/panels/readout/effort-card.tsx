import type { Effort } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../../model/market-store.ts'
import { stepOf } from '../../model/precision.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import styles from '../../ui/card.module.css'
import type { Amounts } from '../../model/amounts.ts'
import { priceText, textUnits, type Traded } from '../../model/quantity-text.ts'

const two = (value: number) => value.toFixed(2)
const percent = (value: number) => `${(value * 100).toFixed(1)}%`

/** Inputs of an effort mark (INDICATORS 8): the bar's values and their thresholds. */
export function EffortCard({ effort, amounts, bar }: { effort: Effort; amounts: Amounts; bar: Traded }) {
  const { t } = useTranslation()
  const meta = useMarket((state) => state.meta)
  const limits = useChartSettings((state) => state.indicators.effort)
  const step = meta && stepOf(meta.precision, meta.units.tickSize)
  if (!meta || !step) return null
  const units = textUnits(meta.units)
  const bearish = effort.side === 'bearish'
  const atr = effort.atrTicks * Number(meta.units.tickSize)

  return (
    <>
      <h3 className={styles.title} data-tone="effort">
        {t(`chart.effort.${effort.side}`)}
      </h3>
      <p className={styles.lead}>{t(bearish ? 'chart.effort.sentenceBearish' : 'chart.effort.sentenceBullish')}</p>
      <ul className={styles.list}>
        <li>
          {t('chart.effort.relVolume', {
            value: two(effort.relVolume),
            median: amounts.about(effort.medianVolume, bar),
            limit: limits.relVolume,
          })}
        </li>
        <li>{t('chart.effort.share', { value: percent(effort.deltaShare), limit: percent(Number(limits.share)) })}</li>
        <li>
          {t('chart.effort.progress', { value: two(effort.progress), atr: atr.toPrecision(3), limit: limits.progress })}
        </li>
        <li>{t('chart.effort.closeLocation', { value: two(effort.closeLocation), limit: limits.closeLocation })}</li>
        <li>{t('chart.effort.level', { price: priceText(effort.levelRow * step, units) })}</li>
        <li>{t('chart.effort.score', { value: two(effort.score) })}</li>
      </ul>
    </>
  )
}
