import {
  type ChartTheme,
  type Coordinates,
  type FootprintChart,
  type Overlay,
  type OverlayPoint,
  type OverlayScope,
  strokeBehindNumbers,
} from '@flowprint/chart'
import { type Analysis, type Bars, lowerBoundT, type Signal } from '@flowprint/orderflow'
import type { ChartScope } from '../../model/chart-scope.ts'
import { lowerBound } from '../../model/lower-bound.ts'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { useChartSettings } from '../../model/settings-store.ts'

/**
 * Adds the marks of signals and the lines of unfinished auctions to the chart; returns the function that removes them.
 */
export function addSignals(chart: FootprintChart, chartScope: ChartScope): () => void {
  let placed: readonly PlacedMark[] = []
  const lines: Overlay = {
    order: 'ground',
    paint: paintAuctions,
  }
  const marks: Overlay = {
    order: 'over',
    paint(scope: OverlayScope) {
      placed = placeMarks({ ...scope, efforts: useChartSettings.of(chartScope).getState().view.layers.efforts })
      paintMarks(scope, placed)
    },
    hit({ x, y, slack }: OverlayPoint) {
      const mark = markAt(placed, x, y, slack)
      return mark && { kind: 'signal', signal: mark.signal, x: mark.x, y: mark.y }
    },
  }
  // Preload the card for the first hover.
  void Promise.all([import('./signal-card.tsx'), needWords('signals')])
  const undo = [chart.addOverlay(lines), chart.addOverlay(marks)]
  return () => undo.forEach((remove) => remove())
}

/** Size of a mark and its distance from the bar, CSS px: the same as effort marks. */
const MARK_PX = 9
const MIN_MARK_PX = 5
const BAR_GAP_PX = 5
const MARK_GAP_PX = 4

/** A mark on the screen, device px; x and y are its centre. */
interface PlacedMark {
  readonly signal: Signal
  readonly x: number
  readonly y: number
  readonly size: number
}

interface Where {
  readonly bars: Bars
  readonly analysis: Analysis
  readonly coordinates: Coordinates
  readonly ratio: number
  readonly visible: { readonly from: number; readonly to: number }
  /** Whether effort marks are shown: they are closest to the bar. */
  readonly efforts: boolean
}

/** The marks of the visible bars: above highs and below lows, stacked outwards, never on cells. */
export function placeMarks({ bars, analysis, coordinates, ratio, visible, efforts }: Where): PlacedMark[] {
  const { from, to } = visible
  if (to < from) return []
  const size = Math.round(Math.min(MARK_PX * ratio, Math.max(MIN_MARK_PX * ratio, coordinates.columnPx * 0.6)))
  const step = size + Math.round(MARK_GAP_PX * ratio)
  const taken = new Map<string, number>()
  const take = (t: number, side: Signal['side']): number => {
    const count = taken.get(`${t}${side}`) ?? 0
    taken.set(`${t}${side}`, count + 1)
    return count
  }
  const { unfinished, absorptions, exhaustions } = analysis.signals
  if (efforts)
    for (const effort of within(analysis.efforts, bars, from, to))
      take(effort.t, effort.side === 'bearish' ? 'high' : 'low')
  const found: readonly Signal[][] = [absorptions, exhaustions, unfinished].map((list) =>
    within<Signal>(list, bars, from, to),
  )
  return found.flat().flatMap((signal) => {
    const i = lowerBoundT(bars, signal.t)
    if (bars.t[i] !== signal.t) return []
    const high = signal.side === 'high'
    const edge = high ? Math.floor(bars.high[i] / bars.step) + 1 : Math.floor(bars.low[i] / bars.step)
    const away = Math.round(BAR_GAP_PX * ratio) + Math.round(size / 2) + take(signal.t, signal.side) * step
    const y = Math.round(coordinates.yOfTickEdge(edge * bars.step)) + (high ? -away : away)
    return [{ signal, x: Math.round(coordinates.xOfBar(i)), y, size }]
  })
}

/** The entries of a list ordered by t that belong to bars [from, to]. */
export function within<T extends { readonly t: number }>(
  list: readonly T[],
  bars: Bars,
  from: number,
  to: number,
): T[] {
  const start = lowerBound(0, list.length, (i) => list[i].t < bars.t[from])
  return list.slice(
    start,
    lowerBound(start, list.length, (i) => list[i].t <= bars.t[to]),
  )
}

/** The nearest mark at a point. */
export function markAt(marks: readonly PlacedMark[], x: number, y: number, slack: number): PlacedMark | null {
  let best: PlacedMark | null = null
  let nearest = Infinity
  for (const mark of marks) {
    const distance = Math.hypot(x - mark.x, y - mark.y)
    if (distance > mark.size / 2 + slack || distance >= nearest) continue
    best = mark
    nearest = distance
  }
  return best
}

/** Opacity of unfinished auction lines; lower once price returned. */
const LINE_OPACITY = 0.7
const ENDED_LINE_OPACITY = 0.28

/** Bearish marks are at highs, bullish ones at lows; an unfinished auction is neutral. */
function colourOf({ signal }: PlacedMark, theme: ChartTheme): string {
  if (signal.kind === 'unfinished') return theme.warning
  return signal.side === 'high' ? theme.negative : theme.positive
}

/** Shapes: absorption a filled diamond, exhaustion a chevron towards the bar, unfinished auction a ring. */
export function paintMarks({ context, ratio, theme }: OverlayScope, marks: readonly PlacedMark[]): void {
  context.lineWidth = Math.max(1, Math.round(1.5 * ratio))
  context.lineJoin = 'miter'
  for (const mark of marks) {
    const { signal, x, y, size } = mark
    const half = size / 2
    context.fillStyle = context.strokeStyle = colourOf(mark, theme)
    context.beginPath()
    if (signal.kind === 'absorption') {
      context.moveTo(x, y - half)
      context.lineTo(x + half, y)
      context.lineTo(x, y + half)
      context.lineTo(x - half, y)
      context.closePath()
      context.fill()
    } else if (signal.kind === 'exhaustion') {
      const way = signal.side === 'high' ? 1 : -1
      for (const shift of [-half * 0.55, half * 0.35]) {
        context.moveTo(x - half, y + way * (shift - half * 0.3))
        context.lineTo(x, y + way * (shift + half * 0.4))
        context.lineTo(x + half, y + way * (shift - half * 0.3))
      }
      context.stroke()
    } else {
      context.arc(x, y, half - context.lineWidth / 2, 0, 2 * Math.PI)
      context.stroke()
    }
  }
}

/**
 * Dashed lines at the prices of unfinished auctions, from their bar to the one that reached them, or to the right edge.
 */
export function paintAuctions(scope: OverlayScope): void {
  const { context, ratio, theme, coordinates, bars, analysis, visible, width, height } = scope
  const { from, to } = visible
  if (to < from) return
  const unit = Math.max(1, Math.round(ratio))
  context.lineWidth = unit
  context.setLineDash([4 * unit, 3 * unit])
  context.strokeStyle = theme.warning
  for (const { t, tick, ended } of analysis.signals.unfinished) {
    if (t > bars.t[to]) break
    if ((ended !== null && ended < bars.t[from]) || t < bars.t[0]) continue
    const y = Math.round(coordinates.yOfTick(tick)) + unit / 2
    if (y < 0 || y > height) continue
    const left = Math.max(0, coordinates.xOfEdge(lowerBoundT(bars, t) + 1))
    const right = ended === null ? width : Math.min(width, coordinates.xOfBar(lowerBoundT(bars, ended)))
    if (right <= left) continue
    context.globalAlpha = ended === null ? LINE_OPACITY : ENDED_LINE_OPACITY
    context.beginPath()
    context.moveTo(left, y)
    context.lineTo(right, y)
    strokeBehindNumbers(scope, () => context.stroke())
  }
}
