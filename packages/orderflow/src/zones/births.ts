import type { Effort } from '../analysis/analysis.ts'
import { LOOKBACK, MIN_LOOK_BACK } from '../analysis/bar-history.ts'
import type { BarHistory } from '../analysis/bar-history.ts'
import { BAR_COMPLETE } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { runVolume } from '../footprint/imbalance.ts'
import type { Run } from '../footprint/imbalance.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { effortCell } from '../signals/effort.ts'
import type { UnfinishedAuction } from '../signals/signal.ts'
import { addLots, compareLotsProducts, lotsAt, quotient } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { BarRows, ZoneSeed } from './zone-book.ts'
import { cellDelta, cellVolume } from '../bars/bar-lots.ts'

/** Number of later bars that must not cover a point of control before it counts as naked. */
const NAKED_AFTER = 20

/** Inputs of the birth rules for one bar, in addition to the bars. */
interface BirthInput {
  readonly history: BarHistory
  /** Imbalance runs of at least zones.stackMin rows. */
  readonly runs: readonly Run[]
  readonly effort: Effort | null
  /** Unfinished auctions of the bar, high before low. */
  readonly unfinished: readonly UnfinishedAuction[]
  readonly rows: BarRows
}

/**
 * The zones created by the closed, complete bar i: stacks (buy ascending, then sell), effort, clusters ascending,
 * unfinished auctions (high, then low), naked point of control. The book rejects zones that price is already beyond.
 *
 * Strength = dominant lots / median bar volume of the 50 bars before x rows.
 * Silent  for every kind with fewer than 10 complete bars before i: the strength would have no reference.
 * Cost    only comparisons for bars without a candidate; a median of 50 for those with one.
 * Source  docs/formulas/support-and-resistance.md, section "Birth".
 */
export function zonesBornAt(
  bars: Bars,
  i: number,
  input: BirthInput,
  kinds: IndicatorSettings['zones']['kinds'],
): ZoneSeed[] {
  const { history } = input
  if (history.count(i, LOOKBACK) < MIN_LOOK_BACK) return []
  const { runs, effort } = input
  const unfinished = kinds.unfinished ? input.unfinished : []
  const clusters = kinds.cluster ? clustersOf(bars, i, history) : []
  const naked = kinds.nakedPoc && isNaked(bars, i, history)
  const candidates =
    (kinds.stack && runs.length > 0) ||
    (kinds.effort && effort !== null) ||
    clusters.length > 0 ||
    unfinished.length > 0 ||
    naked
  if (!candidates) return []
  const doubledMedian = history.doubledMedian(history.columns, 'volume', i, LOOKBACK)
  if (doubledMedian === 0) return []

  const seeds: ZoneSeed[] = []
  const add = (kind: ZoneSeed['kind'], side: ZoneSeed['side'], lowRow: number, highRow: number, lots: Lots) => {
    seeds.push({ kind, side, lowRow, highRow, strength: 2 * quotient(lots, doubledMedian) * (highRow - lowRow + 1) })
  }
  if (kinds.stack) {
    for (const run of runs) {
      const lots = runVolume(bars, run)
      // lots >= 0.5 x median, in integers
      if (compareLotsProducts(4, lots, 1, doubledMedian) < 0) continue
      add('stack', run.side === 'buy' ? 'support' : 'resistance', bars.row[run.first], bars.row[run.last], lots)
    }
  }
  if (kinds.effort && effort !== null) {
    const up = effort.side === 'bearish'
    const lots = lotsAt(bars, up ? 'cellAsk' : 'cellBid', effortCell(bars, i, up))
    add('effort', up ? 'resistance' : 'support', effort.levelRow, effort.levelRow, lots)
  }
  for (const cluster of clusters) {
    const lowRow = bars.row[cluster.first]
    const highRow = bars.row[cluster.last]
    const side = clusterSide(cluster, lowRow, highRow, input.rows.close)
    if (side !== null) add('cluster', side, lowRow, highRow, cluster.volume)
  }
  for (const { side, tick, dominant } of unfinished) {
    const row = Math.floor(tick / bars.step)
    add('unfinished', side === 'high' ? 'resistance' : 'support', row, row, dominant)
  }
  if (naked) {
    const source = i - NAKED_AFTER
    const row = history.columns.pocRow[source]
    add(
      'nakedPoc',
      input.rows.close > row ? 'support' : 'resistance',
      row,
      row,
      lotsAt(history.columns, 'pocVolume', source),
    )
  }
  return seeds
}

function clustersOf(bars: Bars, i: number, history: BarHistory): Cluster[] {
  const doubledMedianPoc = history.doubledMedian(history.columns, 'pocVolume', i, LOOKBACK)
  return doubledMedianPoc === 0 ? [] : findClusters(bars, i, lotsAt(history.columns, 'volume', i), doubledMedianPoc)
}

/**
 * Support below the close, resistance above; at the close the cluster's delta decides, and a delta of 0 gives no zone.
 */
function clusterSide(cluster: Cluster, lowRow: number, highRow: number, closeRow: number): ZoneSeed['side'] | null {
  if (closeRow > highRow) return 'support'
  if (closeRow < lowRow) return 'resistance'
  if (cluster.delta === 0) return null
  return cluster.delta > 0 ? 'support' : 'resistance'
}

/** Whether bar i is the 20th bar after a complete one and none of the 20, i included, reached that one's POC row. */
function isNaked(bars: Bars, i: number, history: BarHistory): boolean {
  const source = i - NAKED_AFTER
  if (source < 0 || bars.state[source] !== BAR_COMPLETE) return false
  const row = history.columns.pocRow[source]
  for (let j = source + 1; j <= i; j++) {
    if (Math.floor(bars.low[j] / bars.step) <= row && row <= Math.floor(bars.high[j] / bars.step)) return false
  }
  return true
}

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
function findClusters(bars: Bars, i: number, volume: Lots, doubledMedianPoc: Lots): Cluster[] {
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
