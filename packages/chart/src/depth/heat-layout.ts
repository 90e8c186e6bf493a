import type { Bars } from '@flowprint/orderflow'
import type { Coordinates } from '../overlay/coordinates.ts'

/** A time, both ends in ms, that is drawn between two x, device px: within it time is proportional to x. */
export interface TimeRun {
  readonly fromMs: number
  readonly toMs: number
  readonly left: number
  readonly right: number
}

/** Smallest power of two of columns or rows that together take at least a device pixel. */
export function groupSize(px: number): number {
  let size = 1
  while (size * px < 1 && size < 2 ** 30) size *= 2
  return size
}

/**
 * The times that the pane shows. Consecutive bars of a fixed length are one run, which continues to both edges of the pane
 * beyond the first and the last loaded bar; bars of other kinds are a run each, from their start to the next one's.
 *
 * Input   visible: indices of bars, both inclusive; width: of the pane, device px; untilMs: until when the newest bar lasts
 *         if bars have no fixed length.
 * Output  from left to right; times between two bars of a fixed length that are not consecutive have no place.
 */
export function timeRuns(
  coordinates: Pick<Coordinates, 'xOfEdge' | 'columnPx'>,
  bars: Pick<Bars, 't' | 'length' | 'cycleMs'>,
  visible: { readonly from: number; readonly to: number },
  width: number,
  untilMs: number,
): TimeRun[] {
  const { t, length, cycleMs } = bars
  const runs: TimeRun[] = []
  for (let i = visible.from; i <= visible.to;) {
    let last = i
    while (cycleMs > 0 && last < visible.to && t[last + 1] - t[last] === cycleMs) last += 1
    let left = coordinates.xOfEdge(i)
    let right = coordinates.xOfEdge(last + 1)
    let fromMs = t[i]
    let toMs = cycleMs > 0 ? t[last] + cycleMs : last + 1 < length ? t[last + 1] : Math.max(untilMs, t[last] + 1)
    if (cycleMs > 0) {
      const msPerPx = cycleMs / coordinates.columnPx
      if (i === 0 && left > 0) {
        fromMs -= left * msPerPx
        left = 0
      }
      if (last === length - 1 && right < width) {
        toMs += (width - right) * msPerPx
        right = width
      }
    }
    if (toMs > fromMs) runs.push({ fromMs, toMs, left, right })
    i = last + 1
  }
  return runs
}

/** Device x of a time within or beyond a run. */
export function xOfTimeIn({ fromMs, toMs, left, right }: TimeRun, t: number): number {
  return left + ((t - fromMs) / (toMs - fromMs)) * (right - left)
}

/**
 * Device px that a column of that length takes in the median run: bars without a fixed length differ, and one that lasted
 * very long must not blur all others.
 */
export function columnPxOf(runs: readonly TimeRun[], intervalMs: number): number {
  const sizes = runs
    .map((run) => ((run.right - run.left) / (run.toMs - run.fromMs)) * intervalMs)
    .toSorted((a, b) => a - b)
  return sizes[Math.floor(sizes.length / 2)] ?? Infinity
}

export interface RowWindow {
  /** Rows, both inclusive. */
  readonly low: number
  readonly high: number
}

/** Row windows grow in these steps and with this margin at each side, so that scrolling rarely leaves them. */
const WINDOW_STEP = 128
const WINDOW_MARGIN = 0.25

/** The rows to prepare for the visible ones: the present window while it holds them and is not far too large. */
export function chooseWindow(present: RowWindow | null, visible: RowWindow): RowWindow {
  const size = visible.high - visible.low + 1
  if (present !== null && present.low <= visible.low && present.high >= visible.high) {
    if (present.high - present.low + 1 <= 4 * (size + WINDOW_STEP)) return present
  }
  const wanted = Math.ceil((size * (1 + 2 * WINDOW_MARGIN)) / WINDOW_STEP) * WINDOW_STEP
  const low = visible.low - Math.floor((wanted - size) / 2)
  return { low, high: low + wanted - 1 }
}
