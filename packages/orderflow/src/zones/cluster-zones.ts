import type { Bars } from '../bars/bars.ts'
import { cellDelta, cellVolume } from '../footprint/lots-of.ts'
import { compareLotsProducts } from '../units/compare-products.ts'
import { addLots, type Lots } from '../units/lots.ts'

/** A volume cluster: a maximal run of adjacent heavy rows, the cells [first, last]. */
export interface Cluster {
  readonly first: number
  readonly last: number
  /** Lots of its rows. */
  readonly volume: Lots
  readonly delta: Lots
}

/**
 * The volume clusters of bar i, ascending: maximal runs of adjacent rows, each of them at once >= 5 x the bar's mean
 * row, >= 2 x the median volume of the points of control, and >= 20 % of the bar.
 *
 * The mean row is the bar's volume divided by its dense rows, including untraded ones.
 * Input   volume: lots of the bar; doubledMedianPoc: twice the median POC volume of the lookback bars, > 0.
 * Ties    every bound is inclusive; all comparisons are exact.
 * Cost    one pass over the cells; bars without a cluster allocate only the empty list.
 * Source  docs/formulas/support-and-resistance.md, section "Cluster".
 */
export function findClusters(bars: Bars, i: number, volume: Lots, doubledMedianPoc: Lots): Cluster[] {
  const { row } = bars
  const start = bars.cellStart[i]
  const end = bars.cellStart[i + 1]
  const rows = row[end - 1] - row[start] + 1
  const clusters: Cluster[] = []
  let first = -1
  let sum: Lots = 0
  let delta: Lots = 0
  for (let k = start; k < end; k++) {
    const lots = cellVolume(bars, k)
    if (!isHeavy(lots, volume, rows, doubledMedianPoc)) continue
    if (first < 0) first = k
    sum = addLots(sum, lots)
    delta = addLots(delta, cellDelta(bars, k))
    const goesOn =
      k + 1 < end && row[k + 1] === row[k] + 1 && isHeavy(cellVolume(bars, k + 1), volume, rows, doubledMedianPoc)
    if (goesOn) continue
    clusters.push({ first, last: k, volume: sum, delta })
    first = -1
    sum = 0
    delta = 0
  }
  return clusters
}

function isHeavy(lots: Lots, volume: Lots, rows: number, doubledMedianPoc: Lots): boolean {
  return (
    compareLotsProducts(lots, 5, volume, 1) >= 0 &&
    lots >= doubledMedianPoc &&
    compareLotsProducts(lots, rows, 5, volume) >= 0
  )
}
