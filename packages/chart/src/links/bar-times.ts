import { lowerBoundT, MINUTE_MS, type Bars } from '@flowprint/orderflow'

/** The parts of bars that tell when they are. */
type TimedBars = Pick<Bars, 't' | 'length' | 'cycleMs'>

/** Times at the edges of the plot, ms with fractions: what charts with linked ranges share. */
export interface VisibleTimes {
  readonly from: number
  readonly to: number
  /** The newest bar is visible: a linked chart shows its newest bar too and follows it. */
  readonly atNow: boolean
}

/**
 * Index of the bar that contains a time.
 *
 * Input   bars, ascending; t in ms. A bar lasts for its cycle; one without a fixed length until the next one starts.
 * Output  -1 for none: before the first bar, in a gap between bars, or after a newest bar of fixed length.
 * Cost    O(log n).
 */
export function barContaining(bars: TimedBars, t: number): number {
  // The first bar that starts after t, by one bisection: starts are strictly ascending.
  const at = lowerBoundT(bars, t)
  const index = at < bars.length && bars.t[at] === t ? at : at - 1
  if (index < 0 || (bars.cycleMs > 0 && t >= bars.t[index] + bars.cycleMs)) return -1
  return index
}

/** Length of the bars outside of the loaded ones, ms: the cycle, else the mean of the loaded bars. */
function lengthOutside({ t, length, cycleMs }: TimedBars): number {
  if (cycleMs > 0) return cycleMs
  return length < 2 ? MINUTE_MS : (t[length - 1] - t[0]) / (length - 1)
}

/**
 * Position of a time on the axis of bars, in bars: i is the left edge of bar i's column.
 *
 * Input   at least one bar, starts strictly ascending; t in ms.
 * Output  piecewise linear and strictly ascending: bar i starts at i, and the time to the start of the next bar fills
 *         its column, including a gap between them. Before the first bar and from the newest one on, bars are as long
 *         as the cycle, or as the mean of the loaded bars if they have no fixed length.
 * Cost    O(log n).
 */
export function positionOfTime(bars: TimedBars, t: number): number {
  const { length } = bars
  const last = length - 1
  if (t < bars.t[0]) return (t - bars.t[0]) / lengthOutside(bars)
  if (t >= bars.t[last]) return last + (t - bars.t[last]) / lengthOutside(bars)
  const at = lowerBoundT(bars, t)
  if (bars.t[at] === t) return at
  return at - 1 + (t - bars.t[at - 1]) / (bars.t[at] - bars.t[at - 1])
}

/** Inverse of `positionOfTime`, up to rounding. */
export function timeOfPosition(bars: TimedBars, position: number): number {
  const last = bars.length - 1
  if (position < 0) return bars.t[0] + position * lengthOutside(bars)
  if (position >= last) return bars.t[last] + (position - last) * lengthOutside(bars)
  const bar = Math.floor(position)
  return bars.t[bar] + (position - bar) * (bars.t[bar + 1] - bars.t[bar])
}

interface LinkedPlot {
  /** Width of the plot and margin right of the newest bar, CSS px. */
  readonly width: number
  readonly rightRoom: number
  /** Bounds of a bar's width, CSS px. */
  readonly minSpacing: number
  readonly maxSpacing: number
}

/** Bars on the screen: the right edge of the plot as a position in bars, and the width of a bar in CSS px. */
export interface PlotPosition {
  readonly right: number
  readonly spacing: number
}

/**
 * Where a chart shows the times of another one.
 *
 * Input   at least one bar; times of the other chart, from < to; a plot of positive width.
 * Output  Both edges at the same times, if bars become neither narrower nor wider than allowed. If they would become
 *         narrower, the right edge is at the same time. If they would become wider, the times are in the middle, with
 *         others around them. At now, the newest bar is at the right margin instead of the time at the right edge, and
 *         only the left edge is at the same time. Times before the loaded bars are left empty.
 * Cost    O(log n).
 */
export function linkedPosition(bars: TimedBars, times: VisibleTimes, plot: LinkedPlot): PlotPosition {
  const { width, minSpacing, maxSpacing } = plot
  const bounded = (spacing: number) => Math.min(maxSpacing, Math.max(minSpacing, spacing))
  const left = positionOfTime(bars, times.from)
  if (times.atNow) {
    const room = Math.max(1, width - plot.rightRoom)
    // A market whose newest bar is older than these times shows it as large as allowed.
    const spacing = left < bars.length ? bounded(room / (bars.length - left)) : maxSpacing
    return { spacing, right: bars.length + plot.rightRoom / spacing }
  }
  const right = positionOfTime(bars, times.to)
  const wanted = width / Math.max(1e-9, right - left)
  const spacing = bounded(wanted)
  return { spacing, right: wanted > maxSpacing ? (left + right + width / spacing) / 2 : right }
}
