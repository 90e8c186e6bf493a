import { DEPTH_INTERVALS } from '@flowprint/contract'
import { DAY_MS, type UnixMs } from '@flowprint/orderflow'

/** Columns on the screen at most; a wide screen has as many pixels twice. */
const MAX_VISIBLE = 900
/** The interval stays while the screen has at least this many columns of it. */
const MIN_VISIBLE = 150
/** Columns that are kept at most: as many as the picture holds. */
export const MAX_COLUMNS = 2000

/** Columns finer than this are not kept for so long (docs/decisions/order-book.md, "Storage"). */
const STORED = [
  { olderMs: 364 * DAY_MS, leastMs: 60_000 },
  { olderMs: 29 * DAY_MS, leastMs: 5_000 },
]

/**
 * Interval of the columns for visible times.
 *
 * Input   current: the interval so far, null for none.
 * Output  `current` while the screen has a suitable number of its columns, so that zooming a little loads nothing; else the
 *         finest that is stored for the times and has at most 900 columns on the screen.
 */
export function chooseInterval(from: UnixMs, to: UnixMs, now: UnixMs, current: number | null): number {
  const span = Math.max(1, Math.min(to, now) - from)
  const least = STORED.find(({ olderMs }) => now - from > olderMs)?.leastMs ?? 0
  if (current !== null && current >= least && span / current <= MAX_VISIBLE && span / current >= MIN_VISIBLE) {
    return current
  }
  const fitting = DEPTH_INTERVALS.find(({ ms }) => ms >= least && span / ms <= MAX_VISIBLE)
  return fitting?.ms ?? DEPTH_INTERVALS[DEPTH_INTERVALS.length - 1].ms
}

/** The times to load around the visible ones: half a screen on either side, whole intervals, none of the future. */
export function windowAround(from: UnixMs, to: UnixMs, now: UnixMs, intervalMs: number): { from: UnixMs; to: UnixMs } {
  const end = Math.min(to, now)
  const half = Math.ceil(Math.max(end - from, intervalMs) / 2)
  const floor = (t: number) => Math.floor(t / intervalMs) * intervalMs
  return { from: Math.max(0, floor(from - half)), to: Math.min(floor(now), floor(end + half)) + intervalMs }
}
