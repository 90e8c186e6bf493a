import type { DrawnZone } from '../api.ts'
import { cssColour, withAlpha } from '../layout/colour.ts'
import { columnLeft } from '../layout/columns.ts'
import { placeLabels } from '../layout/overlay-layout.ts'
import type { PlacedZone } from '../layout/overlay-layout.ts'
import { rowTop } from '../layout/vertical.ts'
import { lowerBoundT, mergeBands } from '@flowprint/orderflow'
import type { Zone } from '@flowprint/orderflow'
import { ZONE_FILL } from './palette.ts'
import type { MainViewport, Scene } from './scene.ts'

/** Alpha of a band before its first held test, and of an ended one. */
const FRESH_FILL = 0.08
const ENDED_FILL = 0.05
const EDGE = 0.38
const ENDED_EDGE = 0.16
const LABEL_FONT = 10.5

/** Positions the bands of this frame: live ones first, nearest to the price first; ended ones without labels. */
export function placeZones(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: MainViewport,
  zones: { live: readonly DrawnZone[]; ended: readonly DrawnZone[] },
): PlacedZone[] {
  const { ratio, width, height } = view
  const unit = Math.max(1, Math.round(ratio))
  context.font = labelFont(scene, ratio)
  const placed: { zone: DrawnZone; area: PlacedZone['area']; text: string; width: number }[] = []
  for (const zone of [...zones.live, ...zones.ended]) {
    const area = {
      left: Math.max(-unit, edgeOf(scene, view, zone.born, 'after')),
      right: zone.ended === null ? width : Math.min(width, edgeOf(scene, view, zone.ended, 'middle')),
      top: rowTop(view.rows, zone.highRow),
      bottom: rowTop(view.rows, zone.lowRow - 1),
    }
    if (area.right <= 0 || area.left >= width || area.bottom <= 0 || area.top >= height || area.right <= area.left)
      continue
    if (area.bottom - area.top < 2 * unit) area.bottom = area.top + 2 * unit
    const text = zone.ended === null ? scene.format.zoneLabel(zone) : ''
    const textWidth = text === '' ? 0 : Math.ceil(context.measureText(text).width) + 10 * unit
    placed.push({ zone, area, text, width: textWidth })
  }
  return placeLabels(placed, { width, height, labelHeight: Math.round(16 * ratio), inset: 3 * unit })
}

/** A band starts after the bar of its birth and ends in the middle of the bar that ended it. */
function edgeOf(scene: Scene, view: MainViewport, t: number, where: 'after' | 'middle'): number {
  const { bars } = scene
  const index = lowerBoundT(bars, t)
  if (index >= bars.length || bars.t[index] !== t) {
    // Born before the first loaded bar, or on a bar that is no longer loaded.
    return index === 0 ? -1e6 : columnLeft(view.columns, scene.firstSequence + index)
  }
  const left = columnLeft(view.columns, scene.firstSequence + index)
  const right = columnLeft(view.columns, scene.firstSequence + index + 1)
  return where === 'after' ? right : Math.round((left + right) / 2)
}

export function paintZones(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: MainViewport,
  placed: readonly PlacedZone[],
): void {
  const unit = Math.max(1, Math.round(view.ratio))
  // Ended bands are at the bottom.
  for (let n = placed.length - 1; n >= 0; n--) {
    const { zone, area } = placed[n]
    const hue = zone.side === 'support' ? scene.palette.colour.zoneSupport : scene.palette.colour.zoneResistance
    const fill = zone.ended !== null ? ENDED_FILL : zone.tests > 0 ? ZONE_FILL : FRESH_FILL
    context.fillStyle = cssColour(withAlpha(hue, fill))
    context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top)
    context.fillStyle = cssColour(withAlpha(hue, zone.ended !== null ? ENDED_EDGE : EDGE))
    context.fillRect(area.left, area.top, area.right - area.left, unit)
    context.fillRect(area.left, area.bottom - unit, area.right - area.left, unit)
  }
}

export function paintZoneLabels(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: MainViewport,
  placed: readonly PlacedZone[],
): void {
  const unit = Math.max(1, Math.round(view.ratio))
  context.font = labelFont(scene, view.ratio)
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  const { colour } = scene.palette
  for (const { zone, label, text } of placed) {
    if (label === null) continue
    const hue = zone.side === 'support' ? colour.zoneSupport : colour.zoneResistance
    const height = label.bottom - label.top
    context.fillStyle = scene.palette.zoneLabel[zone.side].ground
    context.fillRect(label.left, label.top, label.right - label.left, height)
    context.fillStyle = cssColour(hue)
    context.fillRect(label.left, label.top, 2 * unit, height)
    context.fillStyle = scene.palette.zoneLabel[zone.side].text
    context.fillText(text, label.left + 6 * unit, label.top + Math.round(height * 0.72))
  }
}

function labelFont(scene: Scene, ratio: number): string {
  return `${Math.round(LABEL_FONT * ratio)}px ${scene.palette.theme.fontFamily}`
}

/** Merges live zones of one side that overlap or touch into one band; ended zones are not merged. */
export function mergeZones(zones: readonly Zone[]): { live: DrawnZone[]; ended: DrawnZone[] } {
  const living = zones.filter((zone) => zone.ended === null)
  const live = mergeBands(living).map((band): DrawnZone => {
    const members = living.filter(
      (zone) => zone.side === band.side && zone.lowRow >= band.lowRow && zone.highRow <= band.highRow,
    )
    const { side, lowRow, highRow, born, tests, strength } = band
    const state = members.length === 1 ? members[0].state : tests > 0 ? 'tested' : 'fresh'
    return { side, lowRow, highRow, born, ended: null, tests, strength, state, members }
  })
  const ended = zones
    .filter((zone) => zone.ended !== null)
    .map((zone): DrawnZone => {
      const { side, lowRow, highRow, born, tests, strength, state } = zone
      return { side, lowRow, highRow, born, ended: zone.ended, tests, strength, state, members: [zone] }
    })
  return { live, ended }
}
