import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import { type ComponentProps, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import { isOverlayOpen } from '../../../../shared/ui/overlays.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { requestAlert } from '../../model/alert-requests.ts'
import { useActiveChart } from '../../model/active-chart.tsx'
import { requestMoment } from '../../model/moment-requests.ts'
import { useMarket } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'
import type { MenuPlace } from './chart-menu.tsx'
import { crosshairKeyOf } from './crosshair-keys.ts'

const isTyping = (target: Element) =>
  target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null

/** What is under the crosshair: a right click opens a menu, Alt+A creates an alert, Alt+C copies the moment. */
export function usePriceMenu(controller: ChartController): {
  readonly menu: MenuPlace | null
  readonly close: () => void
} {
  const { scope } = controller
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const tick = useRef<number | null>(null)
  const bar = useRef<number | null>(null)

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
    setMenu({ x: event.clientX, y: event.clientY, price: at, bar: bar.current })
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const does = crosshairKeyOf(event)
    if (does === null || event.defaultPrevented || isTyping(event.target as Element)) return
    if (isOverlayOpen() || useActiveChart.getState().scope !== scope) return
    event.preventDefault()
    event.stopPropagation()
    if (does === 'alert') requestAlert({ kind: 'price', price: price() })
    else requestMoment({ scope, at: { bar: bar.current } })
  })

  useEffect(() => {
    const area = controller.scope.element
    const unfollow = controller.chart.onCrosshair((readout) => {
      tick.current = readout?.tick ?? null
      bar.current = readout?.bar ?? null
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

const MenuOfChart = lazyPart(async () => {
  const [{ MenuOfChart: component }] = await Promise.all([import('./chart-menu.tsx'), needWords('moments')])
  return { default: component }
})

/** Context menu of the chart. */
export function ChartMenu(props: ComponentProps<typeof MenuOfChart>) {
  return (
    <Suspense fallback={null}>
      <MenuOfChart {...props} />
    </Suspense>
  )
}
