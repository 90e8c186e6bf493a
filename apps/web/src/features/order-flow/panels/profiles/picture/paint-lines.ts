import { strokeBehindNumbers, type OverlayScope } from '@flowprint/chart'
import { BAR_INCOMPLETE, decimalUnit, fromUnits, NO_ROW } from '@flowprint/orderflow'
import type { PlacedProfile } from '../profile-store.ts'
import { edgeOf, type ProfileBox } from './profile-box.ts'

const FONT_PX = 10.5
const DASH = { area: [3, 3], naked: [6, 4] } as const
/** Opacity of lines over the whole pane, below that of a range's lines. */
const STRENGTH = { visible: 0.6, range: 0.9, naked: 0.8 } as const

interface Line {
  readonly y: number
  readonly colour: string
  readonly dash: readonly number[]
  readonly text: string
}

/** Paints point of control and value area with their prices; a session's point of control extends while it is naked. */
export function paintLines(
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
    context.globalAlpha = STRENGTH.naked
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
    context.globalAlpha = placed.kind === 'visible' ? STRENGTH.visible : STRENGTH.range
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
