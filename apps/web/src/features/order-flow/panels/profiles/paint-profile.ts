import { type Coordinates, type Overlay, type OverlayScope, strokeBehindNumbers } from '@flowprint/chart'
import { BAR_INCOMPLETE, type Bars, decimalUnit, fromUnits, lowerBoundT, NO_ROW } from '@flowprint/orderflow'
import { lowerBound } from '../../model/lower-bound.ts'
import type { ProfileLook, ProfilePreferences, ProfileWidth } from './profile-preferences.ts'
import type { PlacedProfile, ProfileKind, ShownProfile } from './profile-store.ts'

interface Source {
  readonly items: readonly PlacedProfile[]
  readonly preferences: ProfilePreferences
}

/** Rows are drawn under the bars; lines and prices above them. */
export function profileOverlays(source: () => Source): readonly Overlay[] {
  return [
    {
      order: 'ground',
      paint(scope) {
        const { items, preferences } = source()
        for (const placed of items) {
          const box = profileBox(placed, preferences.width, scope)
          if (box) paintRows(scope, placed, box, preferences)
        }
      },
    },
    {
      order: 'over',
      paint(scope) {
        const { items, preferences } = source()
        for (const placed of items) {
          const box = profileBox(placed, preferences.width, scope)
          paintLines(scope, placed, box, { lines: preferences.lines, naked: preferences.naked })
        }
      },
    },
  ]
}

/** Position of a profile, device px. */
interface ProfileBox {
  /** The range it covers: its lines span it. */
  readonly left: number
  readonly right: number
  /** Rows start here and extend by at most `maxLength` px in the direction. */
  readonly base: number
  readonly grow: 1 | -1
  readonly maxLength: number
}

/** Fraction of the width that the longest row takes. */
const SHARE_OF_RANGE: Readonly<Record<Exclude<ProfileKind, 'visible'>, Readonly<Record<ProfileWidth, number>>>> = {
  session: { narrow: 0.22, medium: 0.38, wide: 0.65 },
  fixed: { narrow: 0.35, medium: 0.6, wide: 0.95 },
}
const SHARE_OF_PANE: Readonly<Record<ProfileWidth, number>> = { narrow: 0.12, medium: 0.2, wide: 0.32 }
/** CSS px below which a profile is not drawn. */
const MIN_PX = 16

interface Surface {
  readonly coordinates: Pick<Coordinates, 'xOfEdge' | 'indexOfTime'>
  readonly bars: Bars
  readonly width: number
  readonly ratio: number
}

/** Null when it is off the screen or too narrow to read. */
function profileBox(
  { kind, from, to }: Pick<PlacedProfile, 'kind' | 'from' | 'to'>,
  size: ProfileWidth,
  { coordinates, bars, width, ratio }: Surface,
): ProfileBox | null {
  if (kind === 'visible')
    return { left: 0, right: width, base: width, grow: -1, maxLength: Math.round(width * SHARE_OF_PANE[size]) }
  const [left, right] = [edgeOf(from, coordinates, bars), edgeOf(to, coordinates, bars)].map(Math.round)
  if (right <= 0 || left >= width || right - left < MIN_PX * ratio) return null
  return {
    left,
    right,
    base: left,
    grow: 1,
    maxLength: Math.max(1, Math.round((right - left) * SHARE_OF_RANGE[kind][size])),
  }
}

/** Left edge of the first bar at or after a time; an unfinished range ends right of the newest bar. */
function edgeOf(t: number, coordinates: Surface['coordinates'], bars: Bars): number {
  if (bars.length > 0 && t < bars.t[0]) return coordinates.xOfEdge(Math.floor(coordinates.indexOfTime(t)))
  return coordinates.xOfEdge(lowerBoundT(bars, t))
}

/** Opacity of rows: uniform, or inside and outside the value area. */
const ROW_OPACITY = { plain: 0.34, inside: 0.46, outside: 0.2 }
/** Opacity of the total volume under a row's delta. */
const VOLUME_OPACITY_FACTOR = 0.4
const BACKGROUND_OPACITY = 0.05

/** Paints the rows of a profile, and the background of a fixed one. */
function paintRows(
  { context, coordinates, height, ratio, theme }: OverlayScope,
  { shown, kind }: PlacedProfile,
  box: ProfileBox,
  { look, area }: { readonly look: ProfileLook; readonly area: boolean },
): void {
  if (kind === 'fixed') {
    context.globalAlpha = BACKGROUND_OPACITY
    context.fillStyle = theme.text3
    context.fillRect(box.left, 0, box.right - box.left, height)
  }
  const bands = rowBands(shown, coordinates, height)
  const max = maxVolume(shown, bands)
  if (!(max > 0)) return
  const strip = (x: number, length: number, { top, bottom }: RowBand, colour: string, strength: number) => {
    // Leave a gap between rows that are tall enough.
    const gap = bottom - top >= 4 * ratio ? Math.max(1, Math.round(ratio)) : 0
    context.globalAlpha = strength
    context.fillStyle = colour
    context.fillRect(box.grow > 0 ? x : x - length, top + gap, length, bottom - top - gap)
  }
  for (const band of bands) {
    const volume = band.bid + band.ask
    const length = Math.max(1, Math.min(box.maxLength, Math.round((volume / max) * box.maxLength)))
    const strength = area ? (band.inside ? ROW_OPACITY.inside : ROW_OPACITY.outside) : ROW_OPACITY.plain
    if (look === 'volume') strip(box.base, length, band, theme.brand, strength)
    else if (look === 'sides') {
      const sold = Math.round((length * band.bid) / volume)
      strip(box.base, sold, band, theme.bid, strength)
      strip(box.base + sold * box.grow, length - sold, band, theme.ask, strength)
    } else {
      strip(box.base, length, band, theme.text3, strength * VOLUME_OPACITY_FACTOR)
      const delta = band.ask - band.bid
      strip(
        box.base,
        Math.round((length * Math.abs(delta)) / volume),
        band,
        delta < 0 ? theme.bid : theme.ask,
        strength + 0.15,
      )
    }
  }
  context.globalAlpha = 1
}

/** The maximum to scale by: of single rows when each has its own band, otherwise of the merged bands. */
function maxVolume({ row, bid, ask }: PlacedProfile['shown'], bands: readonly RowBand[]): number {
  let max = 0
  if (bands.length < row.length && bands.some(({ top, bottom }) => bottom - top <= 1)) {
    for (const band of bands) max = Math.max(max, band.bid + band.ask)
    return max
  }
  for (let i = 0; i < row.length; i++) max = Math.max(max, bid[i] + ask[i])
  return max
}

/** Rows that share device pixels, painted as one. */
interface RowBand {
  readonly top: number
  readonly bottom: number
  /** Mean quantity of its rows. */
  readonly bid: number
  readonly ask: number
  /** Inside the value area. */
  readonly inside: boolean
}

interface Heights {
  /** y of the lower edge of a tick, device px. */
  yOfTickEdge(tick: number): number
  tickAt(y: number): number
}

/**
 * Converts the visible rows of a profile to bands of whole device pixels, lowest price first.
 *
 * Output  a row of at least one pixel is its own band; lower rows are merged and use their mean, so that bands of two
 * and of three rows look alike.
 */
export function rowBands(
  { step, row, bid, ask, valRow, vahRow }: ShownProfile,
  coordinates: Heights,
  height: number,
): RowBand[] {
  const firstOf = (lowest: number) => lowerBound(0, row.length, (i) => row[i] < lowest)
  const first = firstOf(Math.floor(coordinates.tickAt(height) / step) - 1)
  const end = firstOf(Math.ceil(coordinates.tickAt(0) / step) + 2)
  const bands: RowBand[] = []
  for (let i = first; i < end;) {
    const bottom = Math.round(coordinates.yOfTickEdge(row[i] * step))
    let top = Math.round(coordinates.yOfTickEdge((row[i] + 1) * step))
    let [sold, bought] = [bid[i], ask[i]]
    const from = row[i]
    let next = i + 1
    while (
      next < end &&
      top >= bottom - 1 &&
      Math.round(coordinates.yOfTickEdge((row[next] + 1) * step)) >= bottom - 1
    ) {
      top = Math.min(top, Math.round(coordinates.yOfTickEdge((row[next] + 1) * step)))
      sold += bid[next]
      bought += ask[next]
      next += 1
    }
    const rows = row[next - 1] - from + 1
    const middle = (from + row[next - 1]) / 2
    bands.push({
      top: Math.min(top, bottom - 1),
      bottom,
      bid: sold / rows,
      ask: bought / rows,
      inside: middle >= valRow && middle <= vahRow,
    })
    i = next
  }
  return bands
}

const FONT_PX = 10.5
const DASH = { area: [3, 3], naked: [6, 4] } as const
/** Opacity of lines over the whole pane, below that of a range's lines. */
const LINE_OPACITY = { visible: 0.6, range: 0.9, naked: 0.8 } as const

interface Line {
  readonly y: number
  readonly colour: string
  readonly dash: readonly number[]
  readonly text: string
}

/** Paints point of control and value area with their prices; a session's point of control extends while it is naked. */
function paintLines(
  scope: OverlayScope,
  placed: PlacedProfile,
  box: ProfileBox | null,
  show: { readonly lines: boolean; readonly naked: boolean },
): void {
  const { context, coordinates, ratio, theme, units, height } = scope
  const { poc, valRow, vahRow, step, state } = placed.shown
  if (poc === NO_ROW) return
  const unit = Math.max(1, Math.round(ratio))
  context.font = `${Math.round(FONT_PX * ratio)}px ${theme.fontFamily}`
  context.textBaseline = 'alphabetic'
  context.lineWidth = unit
  const tick = decimalUnit(units.tickSize)
  const price = (ticks: number) => fromUnits(ticks, tick)
  const pocY = (coordinates.yOfTickEdge(poc * step) + coordinates.yOfTickEdge((poc + 1) * step)) / 2
  // Mark incomplete profiles.
  const doubt = state === BAR_INCOMPLETE ? ' ?' : ''

  if (show.naked && placed.nakedUntil !== null) {
    const left = edgeOf(placed.to, coordinates, scope.bars)
    const right =
      placed.nakedUntil === Infinity ? scope.width : Math.min(scope.width, coordinates.xOfTime(placed.nakedUntil))
    context.globalAlpha = LINE_OPACITY.naked
    stroke(scope, { y: pocY, colour: theme.poc, dash: DASH.naked, text: '' }, Math.max(0, left), right, unit)
    if (placed.nakedUntil === Infinity && right > Math.max(0, left))
      label(scope, `nPOC ${price(poc * step)}${doubt}`, scope.width - 4 * unit, pocY, theme.poc, 'right')
  }
  if (!show.lines || box === null) return
  const lines: Line[] = [
    { y: pocY, colour: theme.poc, dash: [], text: `POC ${price(poc * step)}${doubt}` },
    {
      y: coordinates.yOfTickEdge((vahRow + 1) * step),
      colour: theme.text2,
      dash: DASH.area,
      text: `VAH ${price((vahRow + 1) * step)}`,
    },
    {
      y: coordinates.yOfTickEdge(valRow * step),
      colour: theme.text2,
      dash: DASH.area,
      text: `VAL ${price(valRow * step)}`,
    },
  ]
  const taken: number[] = []
  for (const line of lines) {
    if (line.y < 0 || line.y > height) continue
    context.globalAlpha = placed.kind === 'visible' ? LINE_OPACITY.visible : LINE_OPACITY.range
    stroke(scope, line, Math.max(0, box.left), Math.min(scope.width, box.right), unit)
    // Place labels where they fit without overlap; that of the visible range over its own rows, so that it covers no
    // numbers.
    const room = Math.min(box.right, scope.width) - 4 * unit
    const space = placed.kind === 'visible' ? Infinity : Math.min(box.right, scope.width) - Math.max(0, box.left)
    const isFree = taken.every((y) => Math.abs(y - line.y) >= (FONT_PX + 2) * ratio)
    if (!isFree || context.measureText(line.text).width + 8 * unit > space) continue
    taken.push(line.y)
    label(scope, line.text, room, line.y, line.colour, 'right')
  }
  context.globalAlpha = 1
  context.setLineDash([])
}

function stroke(scope: OverlayScope, { y, colour, dash }: Line, left: number, right: number, unit: number): void {
  if (right <= left) return
  const { context } = scope
  context.strokeStyle = colour
  context.setLineDash(dash.map((px) => px * unit))
  context.beginPath()
  const at = Math.round(y) + (unit % 2) / 2
  context.moveTo(left, at)
  context.lineTo(right, at)
  strokeBehindNumbers(scope, () => context.stroke())
}

/** On its own background, slightly above its line. */
function label(
  { context, ratio, theme }: OverlayScope,
  text: string,
  x: number,
  y: number,
  colour: string,
  align: CanvasTextAlign,
): void {
  const width = context.measureText(text).width
  const [height, pad] = [Math.round((FONT_PX + 3) * ratio), Math.round(3 * ratio)]
  const top = Math.round(y - height - ratio)
  context.globalAlpha = 0.85
  context.fillStyle = theme.surface0
  context.fillRect(Math.round(x - width - pad), top, Math.round(width + 2 * pad), height)
  context.globalAlpha = 1
  context.fillStyle = colour
  context.textAlign = align
  context.fillText(text, x, top + Math.round(height * 0.78))
}
