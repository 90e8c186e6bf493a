import type { Rect } from '../layout/layer-plan.ts'
import type { ColumnRing } from './column-ring.ts'
import { type TimeRun, xOfTimeIn } from './heat-layout.ts'

/** Where the picture shows no quantities, device px; whole numbers. */
export interface HeatAreas {
  /** Prices outside of what the book was known to hold. */
  readonly unknown: Rect[]
  /** Times without a book. */
  readonly missing: Rect[]
}

/**
 * Adds the areas of a run. Neighbouring columns with the same known rows are one rectangle.
 *
 * Input   group: columns that share a pixel, which is missing when all of them are, and known where all others are;
 *         edgeOf: device y of the lower edge of a row.
 */
export function collectAreas(
  areas: HeatAreas,
  ring: ColumnRing,
  run: TimeRun,
  group: number,
  height: number,
  edgeOf: (row: number) => number,
): void {
  const x = (column: number): number =>
    Math.round(Math.min(run.right, Math.max(run.left, xOfTimeIn(run, ring.startOf(column)))))
  const y = (row: number): number => Math.round(Math.min(height, Math.max(0, edgeOf(row))))
  const first = Math.max(ring.first, Math.floor(ring.columnAt(run.fromMs)))
  const end = Math.min(ring.end, Math.ceil(ring.columnAt(run.toMs)))
  if (first >= end) return
  let start = first
  let known = knownRows(ring, Math.floor(first / group) * group, group)
  for (let n = (Math.floor(first / group) + 1) * group; ; n += group) {
    const next = n < end ? knownRows(ring, n, group) : null
    if (n < end && known?.low === next?.low && known?.high === next?.high) continue
    const [left, right] = [x(start), x(Math.min(n, end))]
    if (right > left) {
      if (known === null) areas.missing.push({ left, right, top: 0, bottom: height })
      else if (known.low > known.high) areas.unknown.push({ left, right, top: 0, bottom: height })
      else {
        const [top, bottom] = [y(known.high + 1), y(known.low)]
        if (top > 0) areas.unknown.push({ left, right, top: 0, bottom: top })
        if (bottom < height) areas.unknown.push({ left, right, top: bottom, bottom: height })
      }
    }
    if (n >= end) return
    start = n
    known = next
  }
}

/** Rows known in all columns of a group that are not missing; null when all are. */
function knownRows(ring: ColumnRing, from: number, group: number): { low: number; high: number } | null {
  let low = -Infinity
  let high = Infinity
  let isMissing = true
  for (let n = from; n < from + group; n++) {
    const part = ring.partOf(n)
    if (part === null) continue
    const i = ring.indexOf(n)
    isMissing = false
    low = Math.max(low, part.lowRow[i])
    high = Math.min(high, part.highRow[i])
  }
  return isMissing ? null : { low, high }
}
