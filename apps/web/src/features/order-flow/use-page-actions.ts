import type { Menus } from '@flowprint/contract'
import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from './model/chart-scope.ts'
import { useProductName } from '../../shared/site-settings.ts'
import type { ChartController } from './chart/chart-controller.ts'
import { findMarket } from './model/menus.ts'
import { useOrder } from './model/order-store.ts'
import type { PageActions } from './model/layout-store.ts'

/** Actions on the page as a whole. */
export function usePageActions(
  controller: RefObject<ChartController | null>,
  menus: Menus,
  { showKeyboard, showLayouts }: Pick<PageActions, 'showKeyboard' | 'showLayouts'>,
): PageActions {
  const scope = useChartScope()
  const { t } = useTranslation()
  const product = useProductName()
  const labelOf = (symbol: string) => findMarket(menus, symbol)?.label ?? symbol
  const [isFullScreen, setFullScreen] = useState(() => document.fullscreenElement !== null)

  useEffect(() => {
    const follow = () => setFullScreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])

  return {
    isFullScreen,
    showKeyboard,
    showLayouts,
    toggleFullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else void document.documentElement.requestFullscreen?.()
    },
    copyLink() {
      const range = controller.current?.visibleTimes() ?? null
      void import('./panels/sharing/export.ts').then(({ copyLink }) => copyLink(scope, range))
    },
    takePicture(way) {
      const { applied } = useOrder.of(scope).getState()
      const chart = controller.current?.chart
      if (!applied || !chart) return
      const pictured = { chart, selection: applied, label: labelOf(applied.symbol), product }
      void import('./panels/sharing/export.ts').then(({ copyPicture, savePicture }) =>
        way === 'copy' ? copyPicture(pictured) : savePicture(pictured),
      )
    },
    download(what) {
      const { applied } = useOrder.of(scope).getState()
      const range = controller.current?.visibleTimes()
      if (!applied || !range) return
      void import('./panels/sharing/export.ts').then(({ download }) => download(t, { ...applied, ...range, what }))
    },
  }
}
