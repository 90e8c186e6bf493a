import type { Coordinates, FootprintChart, Overlay, OverlayPoint, OverlayScope } from '@flowprint/chart'
import { type Bars, type BigTrade, quotient } from '@flowprint/orderflow'
import type { ChartScope } from '../../model/chart-scope.ts'
import { lowerBound } from '../../model/lower-bound.ts'
import { useBigTrades } from '../../model/market-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'

/** Filled circles in the lane next to numbers; rings over cells without numbers, so that the tints stay visible. */
const FILL_OPACITY = { lane: 0.9, over: 0.35 }
const RING_OPACITY = 0.9

/** Adds the bubbles of big trades to the chart; returns the function that removes them. */
export function addBigTrades(chart: FootprintChart, chartScope: ChartScope): () => void {
  let bubbles: readonly Bubble[] = []
  let all: readonly BigTrade[] = []
  let greatest = 1
  let unit: BubbleUnit = 'quote'
  const take = ({ list, fresh } = useBigTrades.of(chartScope).getState()): void => {
    all = fresh.length > 0 ? [...list, ...fresh] : list
    measure()
  }
  const measure = (): void => {
    unit = useChartSettings.of(chartScope).getState().view.unit
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
    useBigTrades.of(chartScope).subscribe((state) => take(state)),
    useChartSettings.of(chartScope).subscribe(({ view }) => view.unit !== unit && measure()),
  ]
  take()
  return () => undo.forEach((remove) => remove())
}

/** One fill and one stroke per side: every live frame repaints them. */
function paint({ context, ratio, theme, coordinates }: OverlayScope, bubbles: readonly Bubble[]): void {
  context.lineWidth = Math.max(1, Math.round(ratio))
  const fill = coordinates.laneOf(0) === null ? FILL_OPACITY.over : FILL_OPACITY.lane
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
    context.globalAlpha = RING_OPACITY
    context.stroke()
  }
}

/** Radii in CSS px; the area is proportional to the size. */
const MAX_RECORD_BYTES = 9
const MIN_RADIUS = 2.5
/** How far a bubble may extend beyond its lane next to numbers, CSS px. */
const LANE_OVERHANG = 1
/** Hit tolerance around a bubble, CSS px. */
const HIT_SLACK = 2
/** Limits of drawn bubbles: per bar, and in total the largest ones, one per section of the pane's width. */
const MAX_PER_BAR = 3
const PX_PER_BUBBLE = 24

/** A bubble on the screen, device px. */
interface Bubble {
  readonly trade: BigTrade
  readonly x: number
  readonly y: number
  readonly radius: number
}

type BubbleUnit = 'base' | 'quote'

interface Where {
  readonly bars: Bars
  readonly coordinates: Coordinates
  readonly ratio: number
  readonly width: number
  readonly height: number
  readonly visible: { readonly from: number; readonly to: number }
}

/**
 * The bubbles of the visible bars, the largest first, at their average price. Next to numbers they are in the lane
 * right of the cells, otherwise in the middle of the column.
 *
 * Input   trades oldest first; `unit`: the unit sizes are compared in; `greatest`: the size with the maximum radius.
 */
export function placeBubbles(trades: readonly BigTrade[], unit: BubbleUnit, greatest: number, where: Where): Bubble[] {
  const { bars, coordinates, ratio, width, height, visible } = where
  if (visible.to < visible.from || bars.length === 0) return []
  const maxCount = Math.ceil(width / (PX_PER_BUBBLE * ratio))
  const until = visible.to + 1 < bars.length ? bars.t[visible.to + 1] : Infinity
  const firstAt = (t: number) => lowerBound(0, trades.length, (i) => trades[i].firstTs < t)
  const shown = trades.slice(firstAt(bars.t[visible.from]), firstAt(until))
  shown.sort((a, b) => sizeOf(b, unit) - sizeOf(a, unit))
  const ofBar = new Map<number, number>()
  const bubbles: Bubble[] = []
  for (const trade of shown) {
    if (bubbles.length >= maxCount) break
    const bar = Math.min(Math.floor(coordinates.indexOfTime(trade.firstTs)), bars.length - 1)
    const count = ofBar.get(bar) ?? 0
    if (count >= MAX_PER_BAR) continue
    const lane = coordinates.laneOf(bar)
    const room = lane === null ? coordinates.columnPx / 2 : lane.width / 2 + LANE_OVERHANG * ratio
    const largest = Math.max(MIN_RADIUS * ratio, Math.min(MAX_RECORD_BYTES * ratio, room))
    const radius = Math.max(MIN_RADIUS * ratio, largest * Math.sqrt(Math.min(1, sizeOf(trade, unit) / greatest)))
    const y = coordinates.yOfTick(quotient(trade.notional, trade.lots))
    if (y < -radius || y > height + radius) continue
    ofBar.set(bar, count + 1)
    bubbles.push({ trade, x: lane?.x ?? coordinates.xOfBar(bar), y, radius })
  }
  return bubbles
}

/** The size with the maximum radius: the largest of all. */
export function greatestOf(trades: readonly BigTrade[], unit: BubbleUnit): number {
  let greatest = 1
  for (const trade of trades) greatest = Math.max(greatest, sizeOf(trade, unit))
  return greatest
}

/** The bubble at a point; the smallest when several overlap, since it is on top. */
export function bubbleAt(
  bubbles: readonly Bubble[],
  place: { x: number; y: number; slack: number; ratio: number },
): Bubble | null {
  const { x, y, slack, ratio } = place
  return (
    bubbles.findLast((bubble) => Math.hypot(x - bubble.x, y - bubble.y) <= bubble.radius + HIT_SLACK * ratio + slack) ??
    null
  )
}

const sizeOf = ({ lots, notional }: BigTrade, unit: BubbleUnit): number =>
  Math.abs(Number(unit === 'base' ? lots : notional))
