import type { ShownProfile } from '../model/shown-profile.ts'

/** Index of the first entry that is at least `value`, in ascending numbers. */
function lowerBound(values: ArrayLike<number>, value: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows that share device pixels, painted as one. */
export interface RowBand {
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
  const first = lowerBound(row, Math.floor(coordinates.tickAt(height) / step) - 1)
  const end = lowerBound(row, Math.ceil(coordinates.tickAt(0) / step) + 2)
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
