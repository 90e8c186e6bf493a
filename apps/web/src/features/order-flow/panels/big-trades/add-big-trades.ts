import type { FootprintChart, Overlay, OverlayPoint, OverlayScope } from '@flowprint/chart'
import type { BigTrade } from '@flowprint/orderflow'
import { bigTradeStore } from '../../model/big-trade-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { bubbleAt, greatestOf, placeBubbles, type Bubble, type BubbleUnit } from './place-bubbles.ts'

/** Filled circles in the lane next to numbers; rings over cells without numbers, so that the tints stay visible. */
const FILL = { lane: 0.9, over: 0.35 }
const RING = 0.9

/** Adds the bubbles of big trades to the chart; returns the function that removes them. */
export function addBigTrades(chart: FootprintChart): () => void {
  let bubbles: readonly Bubble[] = []
  let all: readonly BigTrade[] = []
  let greatest = 1
  let unit: BubbleUnit = 'quote'
  const take = ({ list, fresh } = bigTradeStore.getState()): void => {
    all = fresh.length > 0 ? [...list, ...fresh] : list
    measure()
  }
  const measure = (): void => {
    unit = useChartSettings.getState().view.unit
    greatest = greatestOf(all, unit)
    chart.repaintOverlays()
  }
  const overlay: Overlay = {
    order: 'over',
    paint(scope) {
      bubbles = placeBubbles(all, unit, greatest, scope)
      paint(scope, bubbles)
    },
    hit(place: OverlayPoint) {
      const bubble = bubbleAt(bubbles, place)
      return bubble && { kind: 'bigTrade', trade: bubble.trade, x: bubble.x, y: bubble.y }
    },
  }
  const undo = [
    chart.addOverlay(overlay),
    bigTradeStore.subscribe((state) => take(state)),
    useChartSettings.subscribe(({ view }) => view.unit !== unit && measure()),
  ]
  take()
  return () => undo.forEach((remove) => remove())
}

/** One fill and one stroke per side: every live frame repaints them. */
function paint({ context, ratio, theme, coordinates }: OverlayScope, bubbles: readonly Bubble[]): void {
  context.lineWidth = Math.max(1, Math.round(ratio))
  const fill = coordinates.laneOf(0) === null ? FILL.over : FILL.lane
  for (const buy of [true, false]) {
    context.beginPath()
    for (const { trade, x, y, radius } of bubbles) {
      if (trade.buy !== buy) continue
      context.moveTo(x + radius, y)
      context.arc(x, y, radius, 0, 2 * Math.PI)
    }
    context.fillStyle = context.strokeStyle = buy ? theme.ask : theme.bid
    context.globalAlpha = fill
    context.fill()
    context.globalAlpha = RING
    context.stroke()
  }
}
