import type { Menus } from '@flowprint/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needWords } from '../../shared/i18n/setup.ts'
import { ChartArea } from './chart/chart-area.tsx'
import type { ChartController } from './chart/chart-controller.ts'
import { fetchLater, FirstTour, Hotkeys, UnknownSymbol } from './later.tsx'
import { findMarket } from './model/menus.ts'
import { useLayout } from './model/layout-store.ts'
import { useOrder } from './model/order-store.ts'
import { useSwitch } from './model/use-selection.ts'
import { useFreshMembership } from './market/fresh-membership.ts'
import { useMarket } from './market/market-store.ts'
import styles from './order-page.module.css'
import { OverlayPart, PanelPart } from './panel-part.tsx'
import { DelayBanner } from './status/delay-banner.tsx'
import { StatusLine } from './status/status-line.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { usePageActions } from './toolbar/use-page-actions.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'

// Parts that are not visible at first are loaded on demand.
const IndicatorPanel = lazyPart(async () => {
  const [{ IndicatorPanel }] = await Promise.all([
    import('./panel/indicator-panel.tsx'),
    needWords('indicators'),
    needWords('signals'),
    needWords('profiles'),
    needWords('vwap'),
  ])
  return { default: IndicatorPanel }
})
const TapePanel = lazyPart(async () => ({ default: (await import('./tape/tape-panel.tsx')).TapePanel }))
const KeyboardSheet = lazyPart(async () => {
  const [{ KeyboardSheet }] = await Promise.all([
    import('./keyboard/keyboard-sheet.tsx'),
    needWords('drawings'),
    needWords('alerts'),
  ])
  return { default: KeyboardSheet }
})
const SavedLayouts = lazyPart(async () => {
  const [{ SavedLayouts }] = await Promise.all([import('./layouts/saved-layouts.tsx'), needWords('workspace')])
  return { default: SavedLayouts }
})
const WatchlistPanel = lazyPart(async () => {
  const [{ WatchlistPanel }] = await Promise.all([import('./watchlist/watchlist-panel.tsx'), needWords('workspace')])
  return { default: WatchlistPanel }
})
const AlertsPanel = lazyPart(async () => ({
  default: (await Promise.all([import('./alerts/panel/alerts-panel.tsx'), needWords('alerts')]))[0].AlertsPanel,
}))
const Profiles = lazyPart(async () => {
  const [{ Profiles }] = await Promise.all([import('./profiles/profiles.tsx'), needWords('profiles')])
  return { default: Profiles }
})

/** Toolbar, chart with its panel, status line. */
export function OrderDesk({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const controller = useRef<ChartController | null>(null)
  const keepController = (made: ChartController | null) => {
    controller.current = made
  }
  const [keyboard, setKeyboard] = useState(false)
  const [layouts, setLayouts] = useState(false)
  const actions = usePageActions(controller, menus, {
    showKeyboard: () => setKeyboard(true),
    showLayouts: () => setLayouts(true),
  })
  const applied = useOrder((state) => state.applied)
  const panel = useLayout((state) => state.panel)
  const tape = useLayout((state) => state.tape)
  const watchlist = useLayout((state) => state.watchlist)
  const alerts = useLayout((state) => state.alerts)
  const ready = useMarket((state) => state.phase === 'ready')
  const market = findMarket(menus, applied?.symbol)
  const switchTo = useSwitch()
  useFreshMembership()
  useEffect(fetchLater, [])

  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t('shell.title.order')}</h1>
      <Toolbar menus={menus} actions={actions} />
      <DelayBanner />
      <div className={styles.middle}>
        {market ? (
          <ChartArea market={market} controller={controller} onController={keepController} />
        ) : (
          <UnknownSymbol menus={menus} symbol={applied?.symbol} />
        )}
        {watchlist && (
          <PanelPart>
            <WatchlistPanel menus={menus} />
          </PanelPart>
        )}
        {alerts && (
          <PanelPart>
            <AlertsPanel menus={menus} />
          </PanelPart>
        )}
        {tape && market && (
          <PanelPart>
            <TapePanel market={market} />
          </PanelPart>
        )}
        {panel && (
          <PanelPart>
            <IndicatorPanel />
          </PanelPart>
        )}
        <OverlayPart>
          <Hotkeys controller={controller} actions={actions} switchTo={switchTo} />
        </OverlayPart>
        <OverlayPart>
          <FirstTour isReady={ready} />
        </OverlayPart>
      </div>
      <StatusLine onShow={(t) => controller.current?.showTime(t)} />
      {ready && market && (
        <OverlayPart>
          <Profiles controller={controller} />
        </OverlayPart>
      )}
      {layouts && (
        <OverlayPart>
          <SavedLayouts menus={menus} onClose={() => setLayouts(false)} />
        </OverlayPart>
      )}
      {keyboard && (
        <OverlayPart>
          <KeyboardSheet onClose={() => setKeyboard(false)} />
        </OverlayPart>
      )}
    </div>
  )
}
