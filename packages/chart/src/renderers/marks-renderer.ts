import type { Effort } from '@flowprint/orderflow'
import { lowerBoundT } from '@flowprint/orderflow'
import { cssColour } from '../layout/colour.ts'
import { columnLeft, columnParts } from '../layout/columns.ts'
import type { PlacedEffort } from '../layout/overlay-layout.ts'
import { highRow, lowRow, rowTop } from '../layout/vertical.ts'
import type { MainViewport, Scene } from './scene.ts'

/** Size of a mark and its distance from the bar, CSS px; narrow columns get smaller ones. */
const MARK = 9
const MIN_MARK = 5
const DISTANCE = 5

/** Positions the marks of the visible bars; each bar has at most one. */
export function placeEfforts(scene: Scene, view: MainViewport, from: number, to: number): PlacedEffort[] {
  const { bars, analysis } = scene
  const placed: PlacedEffort[] = []
  if (to < from) return placed
  const { efforts } = analysis
  for (let n = firstSince(efforts, bars.t[from]); n < efforts.length && efforts[n].t <= bars.t[to]; n++) {
    const effort = efforts[n]
    const i = lowerBoundT(bars, effort.t)
    if (bars.t[i] !== effort.t) continue
    placed.push(placeEffort(scene, view, i, effort))
  }
  return placed
}

function firstSince(efforts: readonly Effort[], t: number): number {
  let low = 0
  let high = efforts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (efforts[middle].t < t) low = middle + 1
    else high = middle
  }
  return low
}

function placeEffort(scene: Scene, view: MainViewport, i: number, effort: Effort): PlacedEffort {
  const { bars, settings } = scene
  const left = columnLeft(view.columns, scene.firstSequence + i)
  const width = columnLeft(view.columns, scene.firstSequence + i + 1) - left
  const parts = columnParts(width, view.ratio, settings.layers, settings.lane)
  const size = Math.round(Math.min(MARK * view.ratio, Math.max(MIN_MARK * view.ratio, width * 0.6)))
  const x = left + (view.detail.cells > 0 ? parts.middle : Math.round(width / 2))
  const distance = Math.round(DISTANCE * view.ratio)
  return effort.side === 'bearish'
    ? { effort, x, y: rowTop(view.rows, highRow(bars, i)) - distance, direction: 1, size }
    : { effort, x, y: rowTop(view.rows, lowRow(bars, i) - 1) + distance, direction: -1, size }
}

/** Solid triangles that point at a bar with effort without reward. */
export function paintEfforts(context: CanvasRenderingContext2D, scene: Scene, placed: readonly PlacedEffort[]): void {
  if (placed.length === 0) return
  context.fillStyle = cssColour(scene.palette.colour.effort)
  context.beginPath()
  for (const { x, y, direction, size } of placed) {
    const half = Math.round(size / 2)
    context.moveTo(x, y)
    context.lineTo(x - half, y - direction * Math.round(size * 0.85))
    context.lineTo(x + half, y - direction * Math.round(size * 0.85))
    context.closePath()
  }
  context.fill()
}
