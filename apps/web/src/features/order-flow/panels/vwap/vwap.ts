import {
  type ChartTheme,
  type FootprintChart,
  type Overlay,
  type OverlayScope,
  strokeBehindNumbers,
} from '@flowprint/chart'
import { type IndicatorSettings, type VwapAnchor, vwapAnchorOf, vwapStart } from '@flowprint/orderflow'
import { type ChartScope, createScopedStore } from '../../model/chart-scope.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { changeSetting } from '../../model/change-setting.ts'
import { useLayout } from '../../model/layout-store.ts'

/** Adds the VWAP and its anchor picker to the chart; returns the function that removes both. */
export function addVwap(chart: FootprintChart, chartScope: ChartScope): () => void {
  let theme: ChartTheme | null = null
  let colour = ''
  const lookOf = (scope: OverlayScope): VwapLook | null => {
    const { indicators } = useChartSettings.of(chartScope).getState()
    if (indicators.vwap.anchor === 'off') return null
    if (scope.theme !== theme) {
      theme = scope.theme
      colour = getComputedStyle(document.documentElement).getPropertyValue('--vwap').trim()
    }
    return { colour, anchor: vwapAnchorOf(indicators), bands: indicators.vwap.bands }
  }
  const painter = (paint: (scope: OverlayScope, look: VwapLook) => void) => (scope: OverlayScope) => {
    const look = lookOf(scope)
    if (look) paint(scope, look)
  }
  const undo = [
    chart.addOverlay({ order: 'ground', paint: painter(paintGround) }),
    chart.addOverlay({ order: 'over', paint: painter(paintLines) }),
    useChartSettings.of(chartScope).subscribe((now, before) => {
      if (now.indicators.vwap !== before.indicators.vwap) chart.repaintOverlays()
    }),
    addPick(chart, chartScope),
  ]
  return () => undo.forEach((remove) => remove())
}

/** While picking an anchor, highlights the bar under the pointer; the next click selects it. */
function addPick(chart: FootprintChart, scope: ChartScope): () => void {
  let remove: (() => void) | null = null
  const cancel = () => useAnchorPick.of(scope).setState({ picking: null })
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
  }
  const stop = () => {
    remove?.()
    remove = null
    document.removeEventListener('keydown', onKey)
    chart.repaintOverlays()
  }
  const start = (target: Anchored) => {
    stop()
    remove = chart.addOverlay(pickOverlay(chart, scope, target, cancel))
    document.addEventListener('keydown', onKey)
    // On a phone the panel covers the bars to pick from.
    if (matchMedia('(max-width: 900px)').matches) useLayout.getState().fold('panel', false)
  }
  const unsubscribe = useAnchorPick.of(scope).subscribe(({ picking }) => (picking === null ? stop() : start(picking)))
  return () => {
    unsubscribe()
    stop()
    cancel()
  }
}

function pickOverlay(chart: FootprintChart, chartScope: ChartScope, target: Anchored, done: () => void): Overlay {
  let pointed: number | null = null
  const pointAt = (bar: number) => {
    const inside = bar >= 0 && bar < chart.bars().length ? bar : null
    if (inside === pointed) return
    pointed = inside
    chart.repaintOverlays()
  }
  return {
    order: 'over',
    paint: (scope) => paintPointed(scope, pointed),
    down({ x, coordinates }) {
      pointAt(coordinates.barAt(x))
      return true
    },
    move({ x, coordinates }) {
      pointAt(coordinates.barAt(x))
      return 'crosshair'
    },
    up(_, cancelled) {
      if (cancelled || pointed === null) return
      anchorAt(chartScope, target, Math.floor(chart.bars().t[pointed]))
      done()
    },
  }
}

function paintPointed({ context, height, ratio, coordinates, theme }: OverlayScope, bar: number | null): void {
  if (bar === null) return
  context.save()
  context.fillStyle = theme.brand
  context.globalAlpha = 0.22
  context.fillRect(coordinates.xOfEdge(bar), 0, coordinates.columnPx, height)
  context.globalAlpha = 1
  context.fillRect(Math.round(coordinates.xOfEdge(bar)), 0, Math.max(1, Math.round(ratio)), height)
  context.restore()
}

/** The sums that can be anchored at a bar. */
export type Anchored = 'vwap' | 'cvd'

interface PickState {
  /** The next clicked bar becomes its anchor. */
  readonly picking: Anchored | null
}

export const useAnchorPick = createScopedStore<PickState>(() => () => ({ picking: null }))

/** A second click on the same button cancels. */
export function togglePick(scope: ChartScope, target: Anchored): void {
  useAnchorPick.of(scope).setState(({ picking }) => ({ picking: picking === target ? null : target }))
}

/** Anchors the sum at the bar that contains the moment; false when it is invalid. */
export function anchorAt(scope: ChartScope, target: Anchored, at: number): boolean {
  const { indicators, change } = useChartSettings.of(scope).getState()
  const next =
    target === 'vwap'
      ? changeSetting(indicators, 'vwap', { anchor: 'bar', at })
      : changeSetting(indicators, 'cvd', { reset: 'bar', at })
  if (next !== null) change({ indicators: next })
  return next !== null
}

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
interface VwapLook {
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
function paintGround(scope: OverlayScope, { colour, anchor, bands }: VwapLook): void {
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
