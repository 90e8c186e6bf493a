import type { AlertEvent, Menus } from '@flowprint/contract'
import type { Overlay, OverlayScope } from '@flowprint/chart'
import { decimalUnit, toUnits } from '@flowprint/orderflow'
import { useChartScope } from '../../model/chart-scope.ts'
import { useLayout } from '../../model/layout-store.ts'
import { findMarket } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import { sameSelection, type Selection } from '../../model/selection.ts'
import { useAddress } from '../../model/selection-url.ts'
import { useAlertRequests } from '../../model/alert-requests.ts'

type Shown = Pick<AlertEvent, 'symbol' | 'bar' | 't'>

/** The chart that shows an event: that of its bar, otherwise its market with the current settings. */
export function selectionOf(
  { symbol, bar }: Shown,
  shown: Selection | null,
  precision: (symbol: string, cycle: string) => string | undefined,
): Selection | null {
  const cycle = bar?.cycle ?? shown?.cycle ?? '1m'
  const same = shown?.symbol === symbol && shown.cycle === cycle ? shown.precision : undefined
  const step = bar?.precision ?? same ?? precision(symbol, cycle)
  return step === undefined ? null : { symbol, cycle, precision: step }
}

/** Opens the chart at the bar of an event; false when the market does not exist. */
export function useShowEvent(menus: Menus): (event: Shown) => boolean {
  const address = useAddress()
  const scope = useChartScope()
  return (event) => {
    const { applied, precisionOf, adopt } = useOrder.of(scope).getState()
    if (!findMarket(menus, event.symbol)) return false
    const selection = selectionOf(event, applied, (symbol, cycle) => precisionOf(menus, symbol, cycle))
    if (selection === null) return false
    useAlertRequests.setState({ target: { selection, t: event.bar?.t ?? event.t } })
    // On a phone the panel covers the chart.
    if (matchMedia('(max-width: 900px)').matches) useLayout.getState().fold('alerts', false)
    if (!sameSelection(applied, selection)) {
      adopt(selection)
      address(selection)
    }
    return true
  }
}

const DASH_PX = [2, 4]
const TEXT_PX = 11
const PAD_PX = 5

/** Draws the prices of active alerts, each labelled at the left edge. */
export class AlertLines implements Overlay {
  readonly order = 'over'
  readonly #lines: readonly { readonly price: string; readonly words: string }[]

  constructor(lines: readonly { readonly price: string; readonly words: string }[]) {
    this.#lines = lines
  }

  paint({ context, coordinates, units, theme, width, height, ratio }: OverlayScope): void {
    const tick = decimalUnit(units.tickSize)
    context.font = `${TEXT_PX * ratio}px ${theme.fontFamily}`
    context.textBaseline = 'bottom'
    context.textAlign = 'left'
    context.lineWidth = Math.max(1, Math.round(ratio))
    context.setLineDash(DASH_PX.map((px) => px * ratio))
    context.strokeStyle = context.fillStyle = theme.warning
    for (const { price, words } of this.#lines) {
      const y = Math.round(coordinates.yOfTick(toUnits(price, tick))) + 0.5
      if (y < 0 || y > height) continue
      context.beginPath()
      context.moveTo(0, y)
      context.lineTo(width, y)
      context.stroke()
      context.fillText(words, PAD_PX * ratio, y - ratio)
    }
  }
}
