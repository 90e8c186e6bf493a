import type { FootprintChart, Overlay, OverlayPlace, OverlayScope } from '@flowprint/chart'
import type { BigTrade } from '@flowprint/orderflow'
import { bigTradeStore } from './big-trade-store.ts'
import { bubbleAt, greatestOf, placeBubbles, type Bubble } from './place-bubbles.ts'

/** Rings with a breath of colour: the numbers beneath stay readable. */
const FILL = 0.14
const RING = 0.85

/** Puts the bubbles of big trades on the chart; returns what takes them away. */
export function addBigTrades(chart: FootprintChart): () => void {
  let bubbles: readonly Bubble[] = []
  let all: readonly BigTrade[] = []
  let greatest = 1
  const take = ({ list, fresh } = bigTradeStore.getState()): void => {
    all = fresh.length > 0 ? [...list, ...fresh] : list
    greatest = greatestOf(all)
    chart.repaintOverlays()
  }
  const overlay: Overlay = {
    order: 'over',
    paint(scope) {
      bubbles = placeBubbles(all, greatest, scope)
      paint(scope, bubbles)
    },
    hit(place: OverlayPlace) {
      const bubble = bubbleAt(bubbles, place)
      return bubble && { kind: 'bigTrade', trade: bubble.trade, x: bubble.x, y: bubble.y }
    },
  }
  const undo = [chart.addOverlay(overlay), bigTradeStore.subscribe((state) => take(state))]
  take()
  return () => undo.forEach((remove) => remove())
}

/** All of one side in two strokes of the pen: a live frame paints them again. */
function paint({ context, ratio, theme }: OverlayScope, bubbles: readonly Bubble[]): void {
  context.lineWidth = Math.max(1, Math.round(1.5 * ratio))
  for (const buy of [true, false]) {
    context.beginPath()
    for (const { trade, x, y, radius } of bubbles) {
      if (trade.buy !== buy) continue
      context.moveTo(x + radius, y)
      context.arc(x, y, radius, 0, 2 * Math.PI)
    }
    context.fillStyle = context.strokeStyle = buy ? theme.ask : theme.bid
    context.globalAlpha = FILL
    context.fill()
    context.globalAlpha = RING
    context.stroke()
  }
}
