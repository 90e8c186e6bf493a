import type { Places } from '@flowprint/chart'
import { lowerBoundT, type Analysis, type Bars, type Signal } from '@flowprint/orderflow'

/** Size of a mark and its distance from the bar, CSS px: the same as effort marks. */
const MARK = 9
const MIN_MARK = 5
const DISTANCE = 5
const BETWEEN = 4

/** A mark on the screen, device px; x and y are its centre. */
export interface PlacedMark {
  readonly signal: Signal
  readonly x: number
  readonly y: number
  readonly size: number
}

interface Where {
  readonly bars: Bars
  readonly analysis: Analysis
  readonly places: Places
  readonly ratio: number
  readonly visible: { readonly from: number; readonly to: number }
  /** Whether effort marks are shown: they are closest to the bar. */
  readonly efforts: boolean
}

/** The marks of the visible bars: above highs and below lows, stacked outwards, never on cells. */
export function placeMarks({ bars, analysis, places, ratio, visible, efforts }: Where): PlacedMark[] {
  const { from, to } = visible
  if (to < from) return []
  const size = Math.round(Math.min(MARK * ratio, Math.max(MIN_MARK * ratio, places.columnPx * 0.6)))
  const step = size + Math.round(BETWEEN * ratio)
  const taken = new Map<string, number>()
  const take = (t: number, side: Signal['side']): number => {
    const count = taken.get(`${t}${side}`) ?? 0
    taken.set(`${t}${side}`, count + 1)
    return count
  }
  const { unfinished, absorptions, exhaustions } = analysis.signals
  if (efforts)
    for (const effort of within(analysis.efforts, bars, from, to))
      take(effort.t, effort.side === 'bearish' ? 'high' : 'low')
  const found: readonly Signal[][] = [absorptions, exhaustions, unfinished].map((list) =>
    within<Signal>(list, bars, from, to),
  )
  return found.flat().flatMap((signal) => {
    const i = lowerBoundT(bars, signal.t)
    if (bars.t[i] !== signal.t) return []
    const high = signal.side === 'high'
    const edge = high ? Math.floor(bars.high[i] / bars.step) + 1 : Math.floor(bars.low[i] / bars.step)
    const away = Math.round(DISTANCE * ratio) + Math.round(size / 2) + take(signal.t, signal.side) * step
    const y = Math.round(places.yOfTickEdge(edge * bars.step)) + (high ? -away : away)
    return [{ signal, x: Math.round(places.xOfBar(i)), y, size }]
  })
}

/** The entries of a list ordered by t that belong to bars [from, to]. */
export function within<T extends { readonly t: number }>(
  list: readonly T[],
  bars: Bars,
  from: number,
  to: number,
): T[] {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle].t < bars.t[from]) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < list.length && list[end].t <= bars.t[to]) end += 1
  return list.slice(low, end)
}

/** The nearest mark at a point. */
export function markAt(marks: readonly PlacedMark[], x: number, y: number, slack: number): PlacedMark | null {
  let best: PlacedMark | null = null
  let nearest = Infinity
  for (const mark of marks) {
    const distance = Math.hypot(x - mark.x, y - mark.y)
    if (distance > mark.size / 2 + slack || distance >= nearest) continue
    best = mark
    nearest = distance
  }
  return best
}
