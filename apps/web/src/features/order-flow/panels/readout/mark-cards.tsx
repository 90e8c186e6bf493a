import type { DrawnZone } from '@flowprint/chart'
import type { Effort } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../../../shared/format/number.ts'
import { useMarket } from '../../model/market-store.ts'
import { stepOf } from '../../model/precision.ts'
import { type Amounts, formatPrice, textUnits, type Traded } from '../../model/quantity-text.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import styles from '../../ui/card.module.css'

const two = (value: number) => value.toFixed(2)

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
        {t(`indicators.effortCard.${effort.side}`)}
      </h3>
      <p className="mb-1 text-default">
        {t(bearish ? 'indicators.effortCard.sentenceBearish' : 'indicators.effortCard.sentenceBullish')}
      </p>
      <ul className={styles.list}>
        <li>
          {t('indicators.effortCard.relVolume', {
            value: two(effort.relVolume),
            median: amounts.about(effort.medianVolume, bar),
            limit: limits.relVolume,
          })}
        </li>
        <li>
          {t('indicators.effortCard.share', {
            value: formatPercent(effort.deltaShare),
            limit: formatPercent(Number(limits.share)),
          })}
        </li>
        <li>
          {t('indicators.effortCard.progress', {
            value: two(effort.progress),
            atr: atr.toPrecision(3),
            limit: limits.progress,
          })}
        </li>
        <li>
          {t('indicators.effortCard.closeLocation', { value: two(effort.closeLocation), limit: limits.closeLocation })}
        </li>
        <li>{t('indicators.effortCard.level', { price: formatPrice(effort.levelRow * step, units) })}</li>
        <li>{t('indicators.effortCard.score', { value: two(effort.score) })}</li>
      </ul>
    </>
  )
}

/** Sources, number of tests and strength of a support or resistance zone. */
export function ZoneCard({ zone }: { zone: DrawnZone }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const meta = useMarket((state) => state.meta)
  const step = meta && stepOf(meta.precision, meta.units.tickSize)
  if (!meta || !step) return null
  const units = textUnits(meta.units)
  const kinds = [...new Set(zone.members.map(({ kind }) => kind))]
  const range = {
    low: formatPrice(zone.lowRow * step, units),
    high: formatPrice((zone.highRow + 1) * step, units),
    rows: zone.highRow - zone.lowRow + 1,
  }

  return (
    <>
      <h3 className={styles.title} data-tone={zone.side}>
        {t(`indicators.zoneCard.${zone.side}`)} · {t(`indicators.zoneCard.state.${zone.state}`)}
      </h3>
      <ul className={styles.list}>
        <li>{t('indicators.zoneCard.range', range)}</li>
        {kinds.map((kind) => (
          <li key={kind}>{t(`indicators.zoneCard.kind.${kind}`)}</li>
        ))}
        <li>{t('indicators.zoneCard.tests', { times: zone.tests })}</li>
        <li>{t('indicators.zoneCard.strength', { value: zone.strength.toFixed(2) })}</li>
        <li>{t('indicators.zoneCard.born', { time: time.bar(zone.born) })}</li>
        {zone.ended !== null && <li>{t('indicators.zoneCard.ended', { time: time.bar(zone.ended) })}</li>}
      </ul>
    </>
  )
}
