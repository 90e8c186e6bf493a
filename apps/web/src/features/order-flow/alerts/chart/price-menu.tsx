import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContextMenu } from '../../../../shared/ui/context-menu.tsx'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { isOverlayOpen } from '../../../../shared/ui/overlays.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { requestAlert } from '../../model/alert-requests.ts'
import { useLayout } from '../../model/layout-store.ts'
import { useMarket } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'

const isTyping = (target: Element) =>
  target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null

export interface MenuPlace {
  readonly x: number
  readonly y: number
  readonly price: string
}

/** Alerts at the price under the crosshair: a right click opens a menu, Alt+A creates one directly. */
export function usePriceMenu(controller: ChartController): {
  readonly menu: MenuPlace | null
  readonly close: () => void
} {
  const { scope } = controller
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const tick = useRef<number | null>(null)

  const price = () => {
    const { meta } = useMarket.of(scope).getState()
    if (
      tick.current === null ||
      tick.current < 0 ||
      meta === null ||
      meta.symbol !== useOrder.of(scope).getState().applied?.symbol
    )
      return null
    return fromUnits(tick.current, decimalUnit(meta.units.tickSize))
  }
  const onMenu = useEffectEvent((event: MouseEvent) => {
    const at = price()
    // Drawings handle the event first; a long press moves the crosshair.
    if (event.defaultPrevented || at === null || (event as PointerEvent).pointerType === 'touch') return
    event.preventDefault()
    setMenu({ x: event.clientX, y: event.clientY, price: at })
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, code } = event
    if (!altKey || ctrlKey || metaKey || code !== 'KeyA' || event.defaultPrevented || isTyping(event.target as Element))
      return
    if (isOverlayOpen()) return
    event.preventDefault()
    event.stopPropagation()
    requestAlert({ kind: 'price', price: price() })
  })

  useEffect(() => {
    const area = controller.scope.element
    const unfollow = controller.chart.onCrosshair((readout) => {
      tick.current = readout?.tick ?? null
    })
    area?.addEventListener('contextmenu', onMenu)
    addEventListener('keydown', onKey, true)
    return () => {
      unfollow()
      area?.removeEventListener('contextmenu', onMenu)
      removeEventListener('keydown', onKey, true)
    }
  }, [controller])

  return { menu, close: () => setMenu(null) }
}

interface ChartMenuProps {
  /** Where the menu was opened, CSS px of the window. */
  readonly at: { readonly x: number; readonly y: number; readonly price: string }
  readonly onClose: () => void
}

/** Context menu of the chart. */
export function ChartMenu({ at, onClose }: ChartMenuProps) {
  const { t } = useTranslation()

  const choose = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <ContextMenu label={t('alerts.chartMenu')} at={at} onClose={onClose}>
      <Menu
        label={t('alerts.chartMenu')}
        items={[
          {
            key: 'at',
            icon: 'bell',
            label: t('alerts.at', { price: at.price }),
            note: 'Alt+A',
            onSelect: choose(() => requestAlert({ kind: 'price', price: at.price })),
          },
          {
            key: 'open',
            label: t('alerts.open'),
            note: 'B',
            onSelect: choose(() => useLayout.getState().fold('alerts', true)),
          },
        ]}
      />
    </ContextMenu>
  )
}
