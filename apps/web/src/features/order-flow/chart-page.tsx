import type { Menus } from '@flowprint/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needWords } from '../../shared/i18n/setup.ts'
import { ChartArea } from './chart-area.tsx'
import type { ChartController } from './chart/chart-controller.ts'
import { fetchLater, FirstTour, Hotkeys, UnknownSymbol } from './later.tsx'
import { findMarket } from './model/menus.ts'
import { useLayout } from './model/layout-store.ts'
import { useOrder } from './model/order-store.ts'
import { useSwitch } from './model/use-selection.ts'
import { useFreshMembership } from './fresh-membership.ts'
import { useMarket } from './model/market-store.ts'
import styles from './order-page.module.css'
import { ChartOverlay, SidePanel } from './panel-boundary.tsx'
import { DelayBanner } from './panels/status/delay-banner.tsx'
import { StatusLine } from './panels/status/status-line.tsx'
import { Toolbar } from './panels/toolbar/toolbar.tsx'
import { usePageActions } from './use-page-actions.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'

// Parts that are not visible at first are loaded on demand.
const IndicatorPanel = lazyPart(async () => {
  const [{ IndicatorPanel }] = await Promise.all([
    import('./indicator-panel.tsx'),
    needWords('indicators'),
    needWords('signals'),
    needWords('profiles'),
    needWords('vwap'),
  ])
  return { default: IndicatorPanel }
})
const TapePanel = lazyPart(async () => ({
  default: (await import('./panels/time-and-sales/tape-panel.tsx')).TapePanel,
}))
const KeyboardSheet = lazyPart(async () => {
  const [{ KeyboardSheet }] = await Promise.all([
    import('./panels/keyboard/keyboard-sheet.tsx'),
    needWords('drawings'),
    needWords('alerts'),
  ])
  return { default: KeyboardSheet }
})
const SavedLayouts = lazyPart(async () => {
  const [{ SavedLayouts }] = await Promise.all([import('./panels/layouts/saved-layouts.tsx'), needWords('workspace')])
  return { default: SavedLayouts }
})
const WatchlistPanel = lazyPart(async () => {
  const [{ WatchlistPanel }] = await Promise.all([
    import('./panels/watchlist/watchlist-panel.tsx'),
    needWords('workspace'),
  ])
  return { default: WatchlistPanel }
})
const AlertsPanel = lazyPart(async () => ({
  default: (await Promise.all([import('./alerts/panel/alerts-panel.tsx'), needWords('alerts')]))[0].AlertsPanel,
}))
const Profiles = lazyPart(async () => {
  const [{ Profiles }] = await Promise.all([import('./panels/profiles/profiles.tsx'), needWords('profiles')])
  return { default: Profiles }
})

/** Toolbar, chart with its panel, status line. */
export function ChartPage({ menus }: { menus: Menus }) {
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
          <SidePanel>
            <WatchlistPanel menus={menus} />
          </SidePanel>
        )}
        {alerts && (
          <SidePanel>
            <AlertsPanel menus={menus} />
          </SidePanel>
        )}
        {tape && market && (
          <SidePanel>
            <TapePanel market={market} />
          </SidePanel>
        )}
        {panel && (
          <SidePanel>
            <IndicatorPanel />
          </SidePanel>
        )}
        <ChartOverlay>
          <Hotkeys controller={controller} actions={actions} switchTo={switchTo} />
        </ChartOverlay>
        <ChartOverlay>
          <FirstTour isReady={ready} />
        </ChartOverlay>
      </div>
      <StatusLine onShow={(t) => controller.current?.showTime(t)} />
      {ready && market && (
        <ChartOverlay>
          <Profiles controller={controller} />
        </ChartOverlay>
      )}
      {layouts && (
        <ChartOverlay>
          <SavedLayouts menus={menus} onClose={() => setLayouts(false)} />
        </ChartOverlay>
      )}
      {keyboard && (
        <ChartOverlay>
          <KeyboardSheet onClose={() => setKeyboard(false)} />
        </ChartOverlay>
      )}
    </div>
  )
}
