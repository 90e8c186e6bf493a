import { cssColour, parseColour, withAlpha } from '../layout/colour.ts'
import type { Coordinates } from '../overlay/coordinates.ts'
import { type Overlay, type OverlayScope, strokeBehindNumbers } from '../overlay/overlay.ts'

/** Forced orders, oldest first: columns. */
export interface Liquidations {
  readonly length: number
  /** Exchange time, ms, never decreasing. */
  readonly t: Float64Array
  readonly tick: Float64Array
  /** Quantity or value, > 0, in any unit. */
  readonly size: Float64Array
  /** 1: bought by force (a short position ended), 0: sold by force (a long one). */
  readonly buy: Uint8Array
  /** Size from which on a mark has its full diameter. */
  readonly fullSize: number
}

export interface LiquidationLayer extends Overlay {
  setLiquidations(liquidations: Liquidations): void
  /** Index of the mark at a point of the chart, CSS px as in `Readout`: the smallest of those that hold it; -1 for none. */
  markAt(x: number, y: number): number
}

/** Radii, CSS px: the area grows with the size. */
const MIN_RADIUS = 2.5
const MAX_RADIUS = 14
const FILL_ALPHA = 0.3
const EDGE = 1.25
/** Tolerance of a mark under the pointer, CSS px. */
const SLACK = 3

/** Radius of a mark, CSS px. */
export function markRadius(size: number, fullSize: number): number {
  return Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(Math.min(1, size / fullSize)))
}

class LiquidationMarks implements LiquidationLayer {
  readonly order = 'over'
  readonly #repaint: () => void
  #list: Liquidations | null = null
  #frame: { coordinates: Coordinates; ratio: number; from: number; end: number } | null = null

  constructor(repaint: () => void) {
    this.#repaint = repaint
  }

  setLiquidations(liquidations: Liquidations): void {
    this.#list = liquidations
    this.#frame = null
    this.#repaint()
  }

  paint(scope: OverlayScope): void {
    const { coordinates, ratio, bars, visible } = scope
    const list = this.#list
    this.#frame = null
    if (list === null || visible.to < visible.from) return
    const from = firstSince(list, bars.t[visible.from])
    const end = visible.to + 1 < bars.length ? firstSince(list, bars.t[visible.to + 1]) : list.length
    this.#frame = { coordinates, ratio, from, end }
    if (from < end) strokeBehindNumbers(scope, () => paintMarks(scope, list, from, end))
  }

  markAt(x: number, y: number): number {
    const list = this.#list
    if (list === null || this.#frame === null) return -1
    const { coordinates, ratio, from, end } = this.#frame
    let found = -1
    for (let i = from; i < end; i++) {
      if (found >= 0 && list.size[i] >= list.size[found]) continue
      const dx = xOf(coordinates, list.t[i]) - x * ratio
      const dy = coordinates.yOfTick(list.tick[i]) - y * ratio
      if (Math.hypot(dx, dy) <= (markRadius(list.size[i], list.fullSize) + SLACK) * ratio) found = i
    }
    return found
  }
}

function paintMarks(
  { context, coordinates, ratio, theme }: OverlayScope,
  list: Liquidations,
  from: number,
  end: number,
): void {
  context.lineWidth = EDGE * ratio
  for (const buy of [0, 1]) {
    const hue = buy === 1 ? theme.positive : theme.negative
    context.beginPath()
    for (let i = from; i < end; i++) {
      if (list.buy[i] !== buy) continue
      const x = xOf(coordinates, list.t[i])
      const y = coordinates.yOfTick(list.tick[i])
      const radius = markRadius(list.size[i], list.fullSize) * ratio
      context.moveTo(x + radius, y)
      context.arc(x, y, radius, 0, 2 * Math.PI)
    }
    context.fillStyle = cssColour(withAlpha(parseColour(hue), FILL_ALPHA))
    context.fill()
    context.strokeStyle = hue
    context.stroke()
  }
}

/** The time's own place within its bar. */
function xOf(coordinates: Coordinates, t: number): number {
  return coordinates.xOfEdge(coordinates.indexOfTime(t))
}

function firstSince({ t, length }: Liquidations, from: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (t[middle] < from) low = middle + 1
    else high = middle
  }
  return low
}

/** Circles at the time and price of forced orders, in the main pane: `chart.addOverlay`. `repaint`: requests a frame. */
export function createLiquidationMarks(repaint: () => void): LiquidationLayer {
  return new LiquidationMarks(repaint)
}
