import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../../shared/format/chart-time.ts'
import { dataAgeMs, dataState } from '../../model/market-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useMarketClock } from '../../model/use-market-clock.ts'
import styles from './chart-cover.module.css'

/** Warns over the chart that it may be out of date: disconnected, or the feed is silent. */
export function ChartNotice() {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { now, market } = useMarketClock()
  const { phase, meta, connection, watermark, retryAt, offsetMs } = market
  if (phase !== 'ready' || !meta?.live || watermark === null) return null

  if (connection === 'offline' || connection === 'reconnecting') {
    const wait = retryAt === null ? 0 : Math.ceil((retryAt - now) / 1000)
    return (
      <p className={styles.notice} role="status">
        {t('chart.offline', { time: time.clock(watermark) })}
        {wait > 1 && ` ${t('chart.reconnectIn', { seconds: wait })}`}
      </p>
    )
  }
  if (dataState(market, now + offsetMs) === 'stale') {
    const age = formatDuration(t, dataAgeMs(market, now + offsetMs))
    return (
      <p className={styles.notice} role="status">
        {t('chart.stale', { age })}
      </p>
    )
  }
  return null
}
