import type { Menus } from '@flowprint/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadUser } from '../../shared/session/user.ts'
import { ChartArea } from './chart-area.tsx'
import type { ChartController } from './chart/chart-controller.ts'
import { useLayout } from './model/layout-store.ts'
import { useMarket } from './model/market-store.ts'
import { findMarket } from './model/menus.ts'
import { useOrder } from './model/order-store.ts'
import { useSwitch } from './model/selection-url.ts'
import { ChartOverlay, SidePanel } from './panel-boundary.tsx'
import {
  KeyboardSheet,
  PageHead,
  PageKeys,
  preloadPanels,
  ProfileMenu,
  SavedLayouts,
  SIDE_PANELS,
  UnknownSymbol,
} from './panels.tsx'
import { StatusLine } from './panels/status/status-line.tsx'
import { Toolbar } from './panels/toolbar/toolbar.tsx'
import { usePageActions } from './use-page-actions.ts'

interface ChartPageProps {
  readonly menus: Menus
  /** Above the toolbar. */
  readonly head?: ReactNode
  /** Called before the chart opens, and when it is destroyed. */
  readonly onController?: (controller: ChartController | null) => void
}

/** Toolbar, chart with its panel, status line. */
export function ChartPage({ menus, head, onController }: ChartPageProps) {
  const { t } = useTranslation()
  const controller = useRef<ChartController | null>(null)
  const keepController = (made: ChartController | null) => {
    controller.current = made
    onController?.(made)
  }
  const [keyboard, setKeyboard] = useState(false)
  const [layoutsOpen, setLayoutsOpen] = useState(false)
  const actions = usePageActions(controller, menus, {
    showKeyboard: () => setKeyboard(true),
    showLayouts: () => setLayoutsOpen(true),
  })
  const applied = useOrder((state) => state.applied)
  const layout = useLayout()
  const market = findMarket(menus, applied?.symbol)
  const switchTo = useSwitch()
  useFreshMembership()
  useEffect(preloadPanels, [])

  return (
    <div className="flex flex-col h-full">
      <h1 className="visually-hidden">{t('shell.title.order')}</h1>
      {head}
      <Toolbar menus={menus} actions={actions} ProfileMenu={ProfileMenu} />
      <PageHead />
      <div className="relative flex flex-1 min-h-0">
        {market ? (
          <ChartArea market={market} controller={controller} onController={keepController} />
        ) : (
          <UnknownSymbol menus={menus} symbol={applied?.symbol} />
        )}
        {SIDE_PANELS.map(
          ({ name, part, View }) =>
            layout[part] && (
              <SidePanel key={name} part={part}>
                <View menus={menus} market={market} />
              </SidePanel>
            ),
        )}
        <ChartOverlay>
          <PageKeys controller={controller} menus={menus} actions={actions} switchTo={switchTo} />
        </ChartOverlay>
      </div>
      <StatusLine onShow={(t) => controller.current?.showTime(t)} />
      {layoutsOpen && (
        <ChartOverlay>
          <SavedLayouts menus={menus} onClose={() => setLayoutsOpen(false)} />
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

/** The market's delay depends on the membership: when it changes, reload the membership shown in the header. */
function useFreshMembership(): void {
  const isDelayed = useMarket(({ meta }) => meta?.delayed)
  const before = useRef(isDelayed)
  useEffect(() => {
    if (isDelayed === undefined) return
    if (before.current !== undefined && before.current !== isDelayed) void loadUser()
    before.current = isDelayed
  }, [isDelayed])
}
