import { type OverlayScope, strokeBehindNumbers } from '@flowprint/chart'
import { type IndicatorSettings, type VwapAnchor, vwapStart } from '@flowprint/orderflow'

/** Bars [from, to], both inclusive, whose VWAP is one line. */
export interface Run {
  readonly from: number
  readonly to: number
  /** The line begins here; otherwise it continues from bars to the left. */
  readonly begins: boolean
}

/** The lines of the visible bars, with one bar on either side so that they extend over the edges. */
export function runsOf(
  { bars, analysis, visible }: Pick<OverlayScope, 'bars' | 'analysis' | 'visible'>,
  anchor: VwapAnchor,
): Run[] {
  const runs: Run[] = []
  const first = Math.max(0, visible.from - 1)
  const last = Math.min(bars.length, analysis.vwap.length, visible.to + 2) - 1
  const startOf = (i: number) =>
    i < 0 || Number.isNaN(analysis.vwap[i]) ? null : vwapStart(bars.t[i], anchor, bars.cycleMs)
  for (let i = first; i <= last; i++) {
    const start = startOf(i)
    if (start === null) continue
    const from = i
    while (i < last && startOf(i + 1) === start) i += 1
    runs.push({ from, to: i, begins: startOf(from - 1) !== start })
  }
  return runs
}

/** Line styles. */
export interface VwapLook {
  readonly colour: string
  readonly anchor: VwapAnchor
  readonly bands: IndicatorSettings['vwap']['bands']
}

interface Line {
  /** Standard deviations from the VWAP. */
  readonly sigmas: number
  readonly width: number
  /** Dash pattern in CSS px; none: solid. */
  readonly dash: readonly number[]
  readonly alpha: number
  readonly label: string
}

const MIDDLE: Line = { sigmas: 0, width: 2, dash: [], alpha: 1, label: 'VWAP' }
const band = (sigmas: number, dash: readonly number[], alpha: number): Line[] =>
  [1, -1].map((side) => ({ sigmas: side * sigmas, width: 1, dash, alpha, label: `${side > 0 ? '+' : '−'}${sigmas}σ` }))
const LINES: Record<VwapLook['bands'], readonly Line[]> = {
  none: [MIDDLE],
  one: [...band(1, [], 0.85), MIDDLE],
  two: [...band(2, [4, 3], 0.7), ...band(1, [], 0.85), MIDDLE],
}
const FILL = 0.07
const FONT = 10.5

/** Fill between the first bands: under the bars, so that numbers keep their colour. */
export function paintGround(scope: OverlayScope, { colour, anchor, bands }: VwapLook): void {
  if (bands === 'none') return
  const { context } = scope
  context.save()
  context.fillStyle = colour
  context.globalAlpha = FILL
  for (const run of runsOf(scope, anchor)) {
    if (Number.isNaN(scope.analysis.vwapDeviation[run.to])) continue
    context.beginPath()
    points(scope, run, 1).forEach(([x, y], n) => (n === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
    for (const [x, y] of points(scope, run, -1).toReversed()) context.lineTo(x, y)
    context.fill()
  }
  context.restore()
}

/** Lines above the bars; their labels are at the end when that is the newest bar. */
export function paintLines(scope: OverlayScope, { colour, anchor, bands }: VwapLook): void {
  const { context, ratio } = scope
  const runs = runsOf(scope, anchor)
  context.save()
  context.strokeStyle = colour
  context.lineJoin = 'round'
  for (const line of LINES[bands]) {
    context.globalAlpha = line.alpha
    context.lineWidth = line.width * ratio
    context.setLineDash(line.dash.map((px) => px * ratio))
    for (const run of runs) {
      const path = points(scope, run, line.sigmas)
      if (Number.isNaN(path[0][1])) continue
      context.beginPath()
      path.forEach(([x, y], n) => (n === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
      strokeBehindNumbers(scope, () => context.stroke())
      if (run.to === scope.bars.length - 1) paintLabel(scope, colour, line.label, path[path.length - 1])
    }
  }
  context.restore()
}

/** Path through the middle of each bar's column, from the first bar's edge to the last one's. */
function points({ coordinates, analysis }: OverlayScope, run: Run, sigmas: number): (readonly [number, number])[] {
  const y = (i: number) =>
    coordinates.yOfTick(sigmas === 0 ? analysis.vwap[i] : analysis.vwap[i] + sigmas * analysis.vwapDeviation[i])
  const path: (readonly [number, number])[] = []
  if (run.begins) path.push([coordinates.xOfEdge(run.from), y(run.from)])
  for (let i = run.from; i <= run.to; i++) path.push([coordinates.xOfBar(i), y(i)])
  path.push([coordinates.xOfEdge(run.to + 1), y(run.to)])
  return path
}

function paintLabel(
  { context, ratio, width, height, theme }: OverlayScope,
  colour: string,
  text: string,
  [x, y]: readonly [number, number],
): void {
  const left = x + 4 * ratio
  context.font = `${Math.round(FONT * ratio)}px ${theme.fontFamily}`
  if (left + context.measureText(text).width > width || y < 0 || y > height) return
  context.save()
  context.setLineDash([])
  context.globalAlpha = 1
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineWidth = 3 * ratio
  context.strokeStyle = theme.surface0
  context.strokeText(text, left, y)
  context.fillStyle = colour
  context.fillText(text, left, y)
  context.restore()
}
