import { columnLeft } from '../layout/columns.ts'
import { computeCvdCandle } from '../model/cvd-candle.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'

/**
 * Cumulative delta of bars [from, to] as a line: within its column each bar's segment goes from its open to its close.
 * Bars can therefore be painted one by one, and the line breaks where a sum restarts.
 */
export function paintCvdLine(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: Viewport,
  y: (value: number) => number,
  from: number,
  to: number,
): void {
  const { firstSequence } = scene
  context.strokeStyle = scene.palette.theme.brand
  context.lineWidth = 1.5 * view.ratio
  context.lineCap = 'round'
  context.beginPath()
  for (let i = from; i <= to; i++) {
    const { open, close } = computeCvdCandle(scene, i)
    context.moveTo(columnLeft(view.columns, firstSequence + i), y(open))
    context.lineTo(columnLeft(view.columns, firstSequence + i + 1), y(close))
  }
  context.stroke()
}
