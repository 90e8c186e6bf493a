import {
  type Coordinates,
  type DrawnWall,
  type Overlay,
  type OverlayScope,
  quantityText,
  strokeBehindNumbers,
} from '@flowprint/chart'
import { BID } from '@flowprint/orderflow'

export interface WallLayer extends Overlay {
  setWalls(walls: readonly DrawnWall[]): void
}

/** A wall on the screen, device px. */
export interface PlacedWall {
  readonly wall: DrawnWall
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Ended walls that are drawn at most, the largest of the visible ones, and live walls that have a label. */
const MAX_ENDED = 40
const MAX_LABELS = 8
/** Lowest height of a wall and the least width of an ended one, CSS px. */
const MIN_HEIGHT = 3
const MIN_WIDTH = 6
/** A live wall, one that ended, and one whose row became unknown. */
const STRENGTH = { live: 1, ended: 0.6, lost: 0.4 }
const FILL_ALPHA = 0.1
const LINE = 1.25
const CASING = 1.5
const CASING_ALPHA = 0.6
const DASH = [4, 3]
const FONT = 10
const LABEL_HEIGHT = 14
const LABEL_PADDING = 4

interface Place {
  readonly coordinates: Coordinates
  readonly ratio: number
  readonly width: number
  readonly height: number
}

/** The walls of the visible times and prices: ended ones first, the smallest ones on top. */
export function placeWalls(walls: readonly DrawnWall[], { coordinates, ratio, width, height }: Place): PlacedWall[] {
  const placed: PlacedWall[] = []
  const ended: PlacedWall[] = []
  for (const wall of walls) {
    const { born, intervalMs, step, row } = wall
    const left = coordinates.xOfEdge(coordinates.indexOfTime(born))
    const end = wall.ended === null ? width : coordinates.xOfEdge(coordinates.indexOfTime(wall.ended + intervalMs))
    const right = Math.max(end, left + MIN_WIDTH * ratio)
    const edges = { top: coordinates.yOfTickEdge((row + 1) * step), bottom: coordinates.yOfTickEdge(row * step) }
    const slack = Math.max(0, (MIN_HEIGHT * ratio - (edges.bottom - edges.top)) / 2)
    const [top, bottom] = [Math.round(edges.top - slack), Math.round(edges.bottom + slack)]
    if (right <= 0 || left >= width || bottom <= 0 || top >= height) continue
    const list = wall.ended === null ? placed : ended
    list.push({ wall, left: Math.round(left), right: Math.round(right), top, bottom })
  }
  const bySize = (a: PlacedWall, b: PlacedWall) => b.wall.maxLots - a.wall.maxLots
  return [...ended.sort(bySize).slice(0, MAX_ENDED), ...placed.sort(bySize)]
}

/** The wall at a point, the topmost first. */
export function wallAt(
  placed: readonly PlacedWall[],
  { x, y, slack }: { readonly x: number; readonly y: number; readonly slack: number },
): PlacedWall | null {
  return (
    placed.findLast(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top - slack / 2 && y <= bottom + slack / 2,
    ) ?? null
  )
}

/** Walls of the order book as bands from birth to end: `chart.addOverlay`. `repaint`: requests a frame. */
export function createWallLayer(repaint: () => void): WallLayer {
  let walls: readonly DrawnWall[] = []
  let placed: readonly PlacedWall[] = []
  return {
    order: 'over',
    setWalls(next) {
      walls = next
      repaint()
    },
    paint(scope) {
      placed = walls.length === 0 ? [] : placeWalls(walls, scope)
      for (const place of placed) strokeBehindNumbers(scope, () => paintWall(scope, place))
      paintLabels(scope, placed)
    },
    hit(point) {
      const place = wallAt(placed, point)
      return place && { kind: 'wall', wall: place.wall, x: point.x, y: place.top }
    },
  }
}

// Resting bids are buyers, asks sellers.
const hueOf = ({ side }: DrawnWall, { theme }: OverlayScope) => (side === BID ? theme.positive : theme.negative)

/** A band with lines at both edges, dashed where it was pulled, and closed by a line where it was filled. */
function paintWall(scope: OverlayScope, { wall, left, right, top, bottom }: PlacedWall): void {
  const { context, ratio, theme } = scope
  const strength = wall.ended === null ? STRENGTH.live : wall.state === 'lost' ? STRENGTH.lost : STRENGTH.ended
  const alpha = context.globalAlpha
  const hue = hueOf(wall, scope)
  context.globalAlpha = alpha * strength * FILL_ALPHA
  context.fillStyle = hue
  context.fillRect(left, top, right - left, bottom - top)
  const edges = new Path2D()
  for (const y of [top, bottom]) {
    edges.moveTo(left, y)
    edges.lineTo(right, y)
  }
  edges.moveTo(left, top)
  edges.lineTo(left, bottom)
  if (wall.state === 'filled') {
    edges.moveTo(right, top)
    edges.lineTo(right, bottom)
  }
  context.globalAlpha = alpha * strength * CASING_ALPHA
  context.strokeStyle = theme.surface0
  context.lineWidth = (LINE + CASING) * ratio
  context.stroke(edges)
  context.globalAlpha = alpha * strength
  context.strokeStyle = hue
  context.lineWidth = LINE * ratio
  if (wall.state === 'pulled') context.setLineDash(DASH.map((px) => px * ratio))
  context.stroke(edges)
  context.setLineDash([])
  context.globalAlpha = alpha
}

/** Sizes of the largest live walls at the right edge; labels that would cover another one are left out. */
function paintLabels(scope: OverlayScope, placed: readonly PlacedWall[]): void {
  const { context, width, ratio, theme } = scope
  const live = placed.filter(({ wall }) => wall.ended === null)
  const taken: number[] = []
  context.font = `600 ${Math.round(FONT * ratio)}px ${theme.fontFamily}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  const height = Math.round(LABEL_HEIGHT * ratio)
  for (const { wall, top, bottom } of live) {
    const y = Math.round((top + bottom) / 2)
    if (taken.length >= MAX_LABELS) return
    if (taken.some((other) => Math.abs(other - y) < height)) continue
    taken.push(y)
    const size = quantityText(wall.lots * Number(wall.qtyUnit), 2, 5)
    const text = wall.tests > 0 ? `${size} ×${wall.tests}` : size
    const room = Math.ceil(context.measureText(text).width) + 2 * LABEL_PADDING * ratio
    const x = Math.round(width - room)
    context.fillStyle = theme.surface2
    context.fillRect(x, y - height / 2, room, height)
    context.fillStyle = hueOf(wall, scope)
    context.fillRect(x, y - height / 2, Math.max(1, Math.round(2 * ratio)), height)
    context.fillText(text, x + LABEL_PADDING * ratio + ratio, y)
  }
}
