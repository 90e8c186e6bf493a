import type { DrawnLiquidation, Hit } from '../hit.ts'
import { cssColour, parseColour, withAlpha } from '../layout/colour.ts'
import type { Coordinates } from '../overlay/coordinates.ts'
import { type Overlay, type OverlayPoint, type OverlayScope, strokeBehindNumbers } from '../overlay/overlay.ts'

export interface LiquidationLayer extends Overlay {
  /** Replaces all marks; by time. */
  setLiquidations(list: readonly DrawnLiquidation[]): void
}

/** Half diagonals, CSS px: the area grows with the size. */
const MIN_RADIUS = 3.5
const MAX_RADIUS = 12
const FILL_ALPHA = 0.35
const EDGE = 1.25
/** Tolerance of a mark under the pointer, CSS px. */
const HIT_SLACK = 3

/** A mark on the screen, device px. */
interface DrawnMark {
  readonly liquidation: DrawnLiquidation
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Half diagonal of a mark, CSS px; `fullSize`: the size from which on marks do not grow. */
export function markRadius(size: number, fullSize: number): number {
  return Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(Math.min(1, size / fullSize)))
}

/** Index of the first liquidation at or after a time. */
function firstSince(list: readonly DrawnLiquidation[], t: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle].t < t) low = middle + 1
    else high = middle
  }
  return low
}

class LiquidationMarks implements LiquidationLayer {
  readonly order = 'over'
  readonly #repaint: () => void
  #list: readonly DrawnLiquidation[] = []
  #fullSize = 1
  #drawn: readonly DrawnMark[] = []

  constructor(repaint: () => void) {
    this.#repaint = repaint
  }

  setLiquidations(list: readonly DrawnLiquidation[]): void {
    this.#list = list
    this.#fullSize = list.reduce((largest, { size }) => Math.max(largest, size), Number.MIN_VALUE)
    this.#repaint()
  }

  paint(scope: OverlayScope): void {
    this.#drawn = this.#place(scope)
    if (this.#drawn.length > 0) strokeBehindNumbers(scope, () => paintMarks(scope, this.#drawn))
  }

  hit({ x, y, slack, ratio }: OverlayPoint): Hit | null {
    const tolerance = HIT_SLACK * ratio + slack
    let found: DrawnMark | null = null
    for (const mark of this.#drawn) {
      // A diamond: the distance is the sum of both.
      if (Math.abs(x - mark.x) + Math.abs(y - mark.y) > mark.radius + tolerance) continue
      if (found === null || mark.radius <= found.radius) found = mark
    }
    return found && { kind: 'liquidation', liquidation: found.liquidation, x: found.x, y: found.y }
  }

  #place({ coordinates, ratio, bars, visible }: OverlayScope): DrawnMark[] {
    if (visible.to < visible.from) return []
    const from = firstSince(this.#list, Math.floor(bars.t[visible.from]))
    const end = visible.to + 1 < bars.length ? firstSince(this.#list, bars.t[visible.to + 1]) : this.#list.length
    return this.#list.slice(from, end).map((liquidation) => ({
      liquidation,
      x: xOf(coordinates, liquidation.t),
      y: coordinates.yOfTick(liquidation.tick),
      radius: markRadius(liquidation.size, this.#fullSize) * ratio,
    }))
  }
}

/** Diamonds, so that they differ from the circles of big trades: a long is closed by a sell, a short by a buy. */
function paintMarks({ context, ratio, theme }: OverlayScope, marks: readonly DrawnMark[]): void {
  context.lineWidth = EDGE * ratio
  for (const isLong of [true, false]) {
    const hue = isLong ? theme.bid : theme.ask
    context.beginPath()
    for (const { liquidation, x, y, radius } of marks) {
      if (liquidation.isLong !== isLong) continue
      context.moveTo(x, y - radius)
      context.lineTo(x + radius, y)
      context.lineTo(x, y + radius)
      context.lineTo(x - radius, y)
      context.closePath()
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

/** Diamonds at the time and price of liquidations, in the main pane: `chart.addOverlay`. `repaint`: requests a frame. */
export function createLiquidationMarks(repaint: () => void): LiquidationLayer {
  return new LiquidationMarks(repaint)
}
