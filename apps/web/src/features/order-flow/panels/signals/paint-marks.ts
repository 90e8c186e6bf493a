import { strokeBehindNumbers, type ChartTheme, type OverlayScope } from '@flowprint/chart'
import { lowerBoundT } from '@flowprint/orderflow'
import type { PlacedMark } from './placed-marks.ts'

/** Opacity of unfinished auction lines; lower once price returned. */
const LINE = 0.7
const ENDED_LINE = 0.28

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
  const { context, ratio, theme, places, bars, analysis, visible, width, height } = scope
  const { from, to } = visible
  if (to < from) return
  const unit = Math.max(1, Math.round(ratio))
  context.lineWidth = unit
  context.setLineDash([4 * unit, 3 * unit])
  context.strokeStyle = theme.warning
  for (const { t, tick, ended } of analysis.signals.unfinished) {
    if (t > bars.t[to]) break
    if ((ended !== null && ended < bars.t[from]) || t < bars.t[0]) continue
    const y = Math.round(places.yOfTick(tick)) + unit / 2
    if (y < 0 || y > height) continue
    const left = Math.max(0, places.xOfEdge(lowerBoundT(bars, t) + 1))
    const right = ended === null ? width : Math.min(width, places.xOfBar(lowerBoundT(bars, ended)))
    if (right <= left) continue
    context.globalAlpha = ended === null ? LINE : ENDED_LINE
    context.beginPath()
    context.moveTo(left, y)
    context.lineTo(right, y)
    strokeBehindNumbers(scope, () => context.stroke())
  }
}
