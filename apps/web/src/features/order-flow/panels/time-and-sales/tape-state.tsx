import { useTranslation } from 'react-i18next'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { dataState } from '../../model/data-state.ts'
import { useMarketClock } from '../../model/use-market-clock.ts'

/** Warns when the tape is delayed, silent or disconnected; otherwise renders nothing. */
export function TapeState() {
  const { t } = useTranslation()
  const { now, market } = useMarketClock()
  if (market.phase !== 'ready' && market.phase !== 'empty') return null
  if (market.meta?.live && (market.connection === 'offline' || market.connection === 'reconnecting')) {
    return <Tag tone="warning">{t(`status.connection.${market.connection}`)}</Tag>
  }
  const state = dataState(market, now + market.offsetMs)
  if (state !== 'stale' && state !== 'delayed' && state !== 'repairing') return null
  return <Tag tone="warning">{t(`status.data.${state}`)}</Tag>
}
