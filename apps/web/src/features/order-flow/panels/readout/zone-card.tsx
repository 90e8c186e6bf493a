import type { DrawnZone } from '@flowprint/chart'
import { useTranslation } from 'react-i18next'
import { useTimeFormat } from '../../model/use-time-format.ts'
import { useMarket } from '../../model/market-store.ts'
import { stepOf } from '../../model/precision.ts'
import styles from '../../ui/card.module.css'
import { priceText, textUnits } from '../../model/quantity-text.ts'

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
    low: priceText(zone.lowRow * step, units),
    high: priceText((zone.highRow + 1) * step, units),
    rows: zone.highRow - zone.lowRow + 1,
  }

  return (
    <>
      <h3 className={styles.title} data-tone={zone.side}>
        {t(`chart.zone.${zone.side}`)} · {t(`chart.zone.state.${zone.state}`)}
      </h3>
      <ul className={styles.list}>
        <li>{t('chart.zone.range', range)}</li>
        {kinds.map((kind) => (
          <li key={kind}>{t(`chart.zone.kind.${kind}`)}</li>
        ))}
        <li>{t('chart.zone.tests', { times: zone.tests })}</li>
        <li>{t('chart.zone.strength', { value: zone.strength.toFixed(2) })}</li>
        <li>{t('chart.zone.born', { time: time.bar(zone.born) })}</li>
        {zone.ended !== null && <li>{t('chart.zone.ended', { time: time.bar(zone.ended) })}</li>}
      </ul>
    </>
  )
}
