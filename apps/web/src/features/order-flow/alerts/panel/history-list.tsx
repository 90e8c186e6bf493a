import type { AlertEvent, Menus } from '@flowprint/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useChartScope } from '../../model/chart-scope.ts'
import { findMarket } from '../../model/menus.ts'
import { useAlertHistory } from '../alert-calls.ts'
import { useAlertRequests } from '../../model/alert-requests.ts'
import { useAlertPreferences } from '../alert-events.ts'
import { useShowEvent } from '../chart/alert-marks.ts'
import { eventText } from '../alert-text.ts'
import { MomentButton } from '../../ui/moment-button.tsx'
import { PanelMessage } from '../../ui/panel-parts.tsx'
import styles from './alerts-panel.module.css'

/** Fired alerts, newest first: reason, time, channels. A click shows the event on the chart. */
export function HistoryList({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAlertHistory()
  const scope = useChartScope()
  const show = useShowEvent(menus)
  const list = unique(data?.pages.flatMap((page) => page.list) ?? [])
  const newest = list[0]?.id
  const unseen = useAlertRequests((state) => state.unseen)

  // Opening the list marks its events as viewed.
  useEffect(() => {
    if (newest === undefined) return
    const { seen, change } = useAlertPreferences.getState()
    if (seen === null || newest > seen) change({ seen: newest })
    if (unseen > 0) useAlertRequests.setState({ unseen: 0 })
  }, [newest, unseen])

  if (!data && !error) return <PanelMessage role="status">{t('alerts.history.loading')}</PanelMessage>
  if (!data) {
    return (
      <PanelMessage role="alert">
        <p>{t('alerts.history.failed')}</p>
        <Button variant="outlined" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </PanelMessage>
    )
  }
  if (list.length === 0) return <PanelMessage role="status">{t('alerts.history.empty')}</PanelMessage>
  return (
    <>
      <ul>
        {list.map((event) => (
          <li key={event.id} className={styles.item}>
            <EventButton
              event={event}
              menus={menus}
              onShow={() => {
                if (!show(event)) showToast(t('alerts.history.noMarket', { symbol: event.symbol }))
              }}
            />
            <div className={styles.tools}>
              <MomentButton request={{ scope, ...momentOf(event) }} />
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center p-3">
          <Button variant="outlined" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('alerts.history.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function EventButton({ event, menus, onShow }: { event: AlertEvent; menus: Menus; onShow: () => void }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { title, text } = eventText(t, event, findMarket(menus, event.symbol)?.label ?? event.symbol)
  const cycle = event.bar && (menus.cycle.find(({ value }) => value === event.bar?.cycle)?.label ?? event.bar.cycle)
  const deliveries = event.deliveries.map(
    ({ channel, state }) => `${t(`alerts.channels.${channel}`)} ${t(`alerts.delivery.${state}`)}`,
  )
  return (
    <button
      type="button"
      className={styles.event}
      data-event={event.id}
      data-tip={t('alerts.history.show')}
      onClick={onShow}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="truncate font-semibold">{title}</span>
        {cycle && <span className={styles.state}>{cycle}</span>}
      </span>
      <span className={`block my-[3px] ${styles.rule}`}>{text}</span>
      <span className="text-faint text-xs leading-4">{[time.moment(event.t), ...deliveries].join(' · ')}</span>
    </button>
  )
}

/** Right after the condition was met, at the cycle and precision it was about. */
function momentOf({ t, symbol, bar }: AlertEvent) {
  const selection = { symbol, ...(bar && { cycle: bar.cycle, ...(bar.precision && { precision: bar.precision }) }) }
  return { at: { cutoff: { t: t + 1, trades: 0 } }, selection }
}

/** New events shift the pages: the last event of one page may be the first of the next. */
const unique = (events: readonly AlertEvent[]): AlertEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
]
