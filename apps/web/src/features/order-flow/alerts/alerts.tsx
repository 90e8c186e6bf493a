import type { AlertEvent, Menus } from '@flowprint/contract'
import { Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import { useActiveChart } from '../model/active-chart.tsx'
import { useAlertRequests } from '../model/alert-requests.ts'
import { useMarket } from '../model/market-store.ts'
import { findMarket, useMenus } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import { loadEvent, useAlerts, useMovedDrawings } from './alert-calls.ts'
import { useAlertEvents } from './alert-events.ts'
import { eventText } from './alert-text.ts'
import { AlertLines, useShowEvent } from './chart/alert-marks.ts'
import { ChartMenu, usePriceMenu } from './chart/price-menu.tsx'

const AlertDialog = lazyPart(async () => ({ default: (await import('./form/alert-dialog.tsx')).AlertDialog }))

/** Alerts of a page with charts, once per page: receives events and shows the alert that an address names. */
export function PageAlerts() {
  const { data } = useMenus()
  return data && <EventsOfPage menus={data} />
}

function EventsOfPage({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const show = useShowEvent(menus)
  const label = (symbol: string) => findMarket(menus, symbol)?.label ?? symbol
  useAlertEvents({ wordsOf: (event) => eventText(t, event, label(event.symbol)), show })
  useAsked(show)
  useAppBadge()
  return null
}

/** Alerts of one chart: draws their lines; the active chart also creates and edits alerts. */
export function ChartAlerts({ controller }: { controller: ChartController }) {
  const { data } = useMenus()
  return data && <AlertsOfChart menus={data} controller={controller} />
}

function AlertsOfChart({ menus, controller }: { menus: Menus; controller: ChartController }) {
  const { t } = useTranslation()
  const isActive = useActiveChart(({ scope }) => scope === controller.scope)
  const request = useAlertRequests((state) => state.request)
  const { menu, close } = usePriceMenu(controller)
  const { data } = useAlerts()
  const list = data?.list ?? NONE
  useMovedDrawings(isActive ? list : NONE)
  useTarget(controller, isActive)

  const symbol = useOrder(({ applied }) => applied?.symbol)
  const lines = useMemo(
    () =>
      list.flatMap(({ state, rule, name, symbol: of }) =>
        state === 'active' && rule.kind === 'price' && of === symbol
          ? [{ price: rule.price, words: name || t('alerts.line', { price: rule.price }) }]
          : [],
      ),
    [list, symbol, t],
  )
  useEffect(
    () => (lines.length > 0 ? controller.chart.addOverlay(new AlertLines(lines)) : undefined),
    [lines, controller],
  )

  return (
    <>
      {menu && <ChartMenu at={menu} onClose={close} />}
      {isActive && request && (
        <Suspense fallback={null}>
          <AlertDialog
            menus={menus}
            request={request}
            controller={controller}
            onClose={() => useAlertRequests.setState({ request: null })}
          />
        </Suspense>
      )}
    </>
  )
}

const NONE: readonly never[] = []

/** Shows the requested moment once the bars of its chart are loaded. */
function useTarget(controller: ChartController, isActive: boolean): void {
  const target = useAlertRequests((state) => state.target)
  const isThere = useMarket(({ phase, meta }) => {
    const wanted = target?.selection
    return (
      phase === 'ready' &&
      meta?.symbol === wanted?.symbol &&
      meta?.cycle === wanted?.cycle &&
      Number(meta?.precision) === Number(wanted?.precision)
    )
  })
  useEffect(() => {
    if (target === null || !isThere || !isActive) return
    controller.showTime(target.t)
    useAlertRequests.setState({ target: null })
  }, [target, isThere, isActive, controller])
}

/** Shows the number of unviewed alerts on the icon of the installed app. */
function useAppBadge(): void {
  const unseen = useAlertRequests((state) => state.unseen)
  useEffect(() => {
    // Missing where the app cannot be installed.
    if (!('setAppBadge' in navigator)) return
    const shown = unseen === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unseen)
    shown.catch(() => undefined)
  }, [unseen])
}

/** Shows the alert that the URL or a push notification names. */
function useAsked(show: (event: AlertEvent) => boolean): void {
  const { t } = useTranslation()
  const asked = useAlertRequests((state) => state.asked)
  const open = useEffectEvent(async (id: number) => {
    const event = await loadEvent(id)
    if (event === null) showToast(t('alerts.history.gone'))
    else if (!show(event)) showToast(t('alerts.history.noMarket', { symbol: event.symbol }))
  })
  useEffect(() => {
    if (asked === null) return
    useAlertRequests.setState({ asked: null })
    open(asked).catch(() => undefined)
  }, [asked])

  // A notification was clicked while the page is open.
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const onMessage = ({ data }: MessageEvent) => {
      const id = (data as { alert?: unknown } | null)?.alert
      if (typeof id === 'number' && id > 0) useAlertRequests.setState({ asked: id })
    }
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
}
