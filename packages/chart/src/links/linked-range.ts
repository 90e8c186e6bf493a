import type { FootprintChart } from '../api.ts'
import { MIN_SPACING } from '../chart-options.ts'
import { linkedPosition, positionOfTime, timeOfPosition, type VisibleTimes } from './bar-times.ts'

/** Bars that follow another chart become at most this wide, CSS px, or stay as wide as they are. */
const MAX_SPACING = 120
/** Smaller differences of positions (bars) and relative ones of widths are rounding. */
const TOLERANCE = 1e-3
/** The library moves its axis in its next frame, and reports it for the one after. */
const SETTLING_FRAMES = 3

/**
 * Why the visible times differ from the linked ones. 'moved': by the user, or by a call. 'fit': the chart was resized or
 * loaded older bars.
 */
export type RangeChange = 'moved' | 'fit'

type RangeChart = Pick<FootprintChart, 'bars' | 'plot' | 'movePlot' | 'visibleRange' | 'onVisibleRange'>

interface Seen {
  readonly width: number
  readonly spacing: number
  /** Time at the right edge, and its distance from the newest bar, in bars. */
  readonly rightTime: number
  readonly rightGap: number
  /** Start of the oldest loaded bar. */
  readonly firstT: number
}

/** The visible times of a chart whose range is linked: reads and sets them, and reports what a link has to follow. */
export class LinkedRange {
  readonly #chart: RangeChart
  readonly #onChange: (change: RangeChange) => void
  readonly #remove: () => void
  #seen: Seen | null = null
  #times: VisibleTimes | null = null
  #settling = 0
  #frame = 0

  /** `onChange` is called at most once per frame, never because of `show`, live scrolling or replaced bars. */
  constructor(chart: RangeChart, onChange: (change: RangeChange) => void) {
    this.#chart = chart
    this.#onChange = onChange
    this.#see()
    this.#remove = chart.onVisibleRange(() => this.#compare())
  }

  /** The times that `times` returned last. */
  get lastTimes(): VisibleTimes | null {
    return this.#times
  }

  /** The visible times, or the last ones while there are no bars; null before there were any. */
  times(): VisibleTimes | null {
    const bars = this.#chart.bars()
    const plot = this.#chart.plot()
    if (plot !== null && bars.length > 0)
      this.#times = {
        from: timeOfPosition(bars, plot.right - plot.width / plot.spacing),
        to: timeOfPosition(bars, plot.right),
        atNow: plot.right > bars.length - 1,
      }
    return this.#times
  }

  /** Shows the times of a linked chart (`linkedPosition`). */
  show(times: VisibleTimes): void {
    const bars = this.#chart.bars()
    const plot = this.#chart.plot()
    if (plot === null || bars.length === 0) return
    this.#settle()
    const spacing = Math.max(MAX_SPACING, this.#seen?.spacing ?? 0)
    this.#chart.movePlot(linkedPosition(bars, times, { ...plot, minSpacing: MIN_SPACING, maxSpacing: spacing }))
  }

  /** Call right after the bars were replaced: shows these times in the frame that first shows the new bars. */
  replaced(times: VisibleTimes | null): void {
    this.#settle()
    if (times !== null) this.show(times)
  }

  destroy(): void {
    this.#remove()
    cancelAnimationFrame(this.#frame)
  }

  /** What the chart shows in the next frames is not the user's. */
  #settle(): void {
    this.#settling = SETTLING_FRAMES
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#count)
  }

  readonly #count = (): void => {
    this.#settling -= 1
    this.#frame = this.#settling > 0 ? requestAnimationFrame(this.#count) : 0
  }

  #see(): Seen | null {
    const bars = this.#chart.bars()
    const plot = this.#chart.plot()
    this.times()
    this.#seen =
      plot === null || bars.length === 0
        ? null
        : {
            width: plot.width,
            spacing: plot.spacing,
            rightTime: timeOfPosition(bars, plot.right),
            rightGap: plot.right - bars.length,
            firstT: bars.t[0],
          }
    return this.#seen
  }

  #compare(): void {
    const before = this.#seen
    const now = this.#see()
    if (before === null || now === null) return
    if (now.width !== before.width || now.firstT !== before.firstT) this.#onChange('fit')
    else if (this.#settling === 0 && this.#isMoved(before, now)) this.#onChange('moved')
  }

  /** Neither at the same times nor as far from the newest bar, which the chart follows while it is visible. */
  #isMoved(before: Seen, now: Seen): boolean {
    if (Math.abs(now.spacing / before.spacing - 1) > TOLERANCE) return true
    const bars = this.#chart.bars()
    const steady = positionOfTime(bars, before.rightTime) - (now.rightGap + bars.length)
    return Math.abs(steady) > TOLERANCE && Math.abs(now.rightGap - before.rightGap) > TOLERANCE
  }
}
