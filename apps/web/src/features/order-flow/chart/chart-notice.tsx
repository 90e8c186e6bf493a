import { useTranslation } from 'react-i18next'
import { dataAgeMs, dataState } from '../market/data-state.ts'
import { useMarket } from '../market/market-store.ts'
import { useNow } from '../status/use-now.ts'
import { durationText } from '../status/duration-text.ts'
import styles from './chart-area.module.css'
import { useTimeFormat } from './use-time-format.ts'

/** Says over the chart when it may be behind: the connection is gone, or the feed is silent. */
export function ChartNotice() {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const now = useNow()
  const phase = useMarket((state) => state.phase)
  const connection = useMarket((state) => state.connection)
  if (phase !== 'ready') return null

  const state = useMarket.getState()
  const { watermark, retryAt, offsetMs } = state
  const live = state.meta?.live ?? false
  if (live && watermark !== null && (connection === 'offline' || connection === 'reconnecting')) {
    const wait = retryAt === null ? null : Math.max(0, Math.ceil((retryAt - now) / 1000))
    return (
      <p className={styles.notice} role="status">
        {t('chart.offline', { time: time.clock(watermark) })}
        {wait !== null && wait > 1 && ` ${t('chart.reconnectIn', { seconds: wait })}`}
      </p>
    )
  }
  if (live && dataState(state, now + offsetMs) === 'stale') {
    return <p className={styles.notice} role="status">{t('chart.stale', { age: durationText(t, dataAgeMs(state, now + offsetMs)) })}</p>
  }
  return null
}
