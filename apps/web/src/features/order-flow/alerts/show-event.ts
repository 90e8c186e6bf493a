import type { AlertEvent, Menus } from '@flowprint/contract'
import { useNavigate } from 'react-router'
import { useLayout } from '../model/layout-store.ts'
import { findMarket } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import { precisionFor } from '../model/precision.ts'
import { sameSelection, type Selection } from '../model/selection.ts'
import { addressOf } from '../model/use-selection.ts'
import { useAlertRequests } from '../model/alert-requests.ts'

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
  const navigate = useNavigate()
  return (event) => {
    const { applied, memory, adopt } = useOrder.getState()
    if (!findMarket(menus, event.symbol)) return false
    const selection = selectionOf(event, applied, (symbol, cycle) => precisionFor(menus, memory, symbol, cycle))
    if (selection === null) return false
    useAlertRequests.setState({ target: { selection, t: event.bar?.t ?? event.t } })
    // On a phone the panel covers the chart.
    if (matchMedia('(max-width: 900px)').matches) useLayout.getState().fold('alerts', false)
    if (!sameSelection(applied, selection)) {
      adopt(selection)
      void navigate(addressOf(selection))
    }
    return true
  }
}
