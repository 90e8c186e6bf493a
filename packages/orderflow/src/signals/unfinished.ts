import { edgeOf } from '../bars/regroup-bars.ts'
import { BAR_COMPLETE } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { barVolume } from '../bars/bar-lots.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { compareLotsProducts, quotient, threshold } from '../units/lots.ts'
import type { Lots, Threshold } from '../units/lots.ts'
import type { UnfinishedAuction } from './signal.ts'

/** The thresholds as exact parts of the mean cell. */
export interface UnfinishedRule {
  readonly dominant: Threshold
  readonly opposite: Threshold
}

/** Input: parsed settings. */
export function unfinishedRule(settings: IndicatorSettings['unfinished']): UnfinishedRule {
  const dominant = threshold(settings.dominant)
  const part = threshold(settings.opposite)
  return { dominant, opposite: { num: dominant.num * part.num, den: dominant.den * part.den } }
}

/**
 * Unfinished auctions of bar i: at the highest tick, then at the lowest.
 *
 * With V the bar's volume, n its non-zero native cells (bid and ask counted separately) and T = dominant x V / n:
 * unfinished at the high when ask > T and bid >= opposite x T at the highest tick; mirrored at the low.
 *
 * Silent  for bars that are not complete, and when native ticks are unknown.
 * Ties    an ask of exactly T is not enough, a bid of exactly opposite x T is.
 * Cost    a few products; at step 1 one pass over the cells. All comparisons are exact.
 * Source  docs/formulas/unfinished-auction.md.
 */
export function unfinishedAt(bars: Bars, i: number, rule: UnfinishedRule): UnfinishedAuction[] {
  if (bars.state[i] !== BAR_COMPLETE) return []
  const edge = edgeOf(bars, i)
  if (edge === null) return []
  const volume = barVolume(bars, i)
  const found: UnfinishedAuction[] = []
  const look = (side: UnfinishedAuction['side'], tick: number, dominant: Lots, opposite: Lots): void => {
    if (compareLotsProducts(dominant, rule.dominant.den * edge.cells, rule.dominant.num, volume) <= 0) return
    if (compareLotsProducts(opposite, rule.opposite.den * edge.cells, rule.opposite.num, volume) < 0) return
    const meanCell = quotient(volume, edge.cells)
    found.push({ kind: 'unfinished', t: bars.t[i], side, tick, dominant, opposite, meanCell, ended: null })
  }
  look('high', bars.high[i], edge.highAsk, edge.highBid)
  look('low', bars.low[i], edge.lowBid, edge.lowAsk)
  return found
}

/** One ended auction, and the bar that ended it. */
interface End {
  readonly index: number
  readonly id: number
}

/**
 * All unfinished auctions of one run of bars, with undo to any earlier bar.
 *
 * Call `step` with each closed bar, then `add` for the auctions of that bar, so that they first meet the next bar. Of
 * the live highs a later one is always lower than an earlier one (otherwise it would have ended it), and mirrored for
 * lows, so the auctions ended by a bar are at the end of the list.
 *
 * Cost    step: the auctions that end. rewind: what is undone.
 */
export class AuctionBook {
  private readonly items: UnfinishedAuction[] = []
  private readonly bornIndex: number[] = []
  private readonly ends: End[] = []
  private readonly live: Record<UnfinishedAuction['side'], number[]> = { high: [], low: [] }
  private listed: readonly UnfinishedAuction[] | null = null

  /** All auctions in order of birth; an immutable array, the same until something changes. */
  list(): readonly UnfinishedAuction[] {
    this.listed ??= this.items.slice()
    return this.listed
  }

  /** Ends the auctions reached by the closed bar `index`. */
  step(index: number, t: number, high: number, low: number): void {
    this.end(this.live.high, index, t, (tick) => high >= tick)
    this.end(this.live.low, index, t, (tick) => low <= tick)
  }

  add(index: number, auction: UnfinishedAuction): void {
    this.live[auction.side].push(this.items.length)
    this.items.push(auction)
    this.bornIndex.push(index)
    this.listed = null
  }

  /** Undoes everything from bar `index` on. */
  rewind(index: number): void {
    const { items, ends, bornIndex, live } = this
    let undone = false
    while (ends.length > 0 && ends[ends.length - 1].index >= index) {
      const { id } = ends.pop() as End
      items[id] = { ...items[id], ended: null }
      live[items[id].side].push(id)
      undone = true
    }
    while (bornIndex.length > 0 && bornIndex[bornIndex.length - 1] >= index) {
      bornIndex.pop()
      items.pop()
      undone = true
    }
    if (!undone) return
    for (const side of ['high', 'low'] as const) {
      live[side] = live[side].filter((id) => id < items.length).sort((a, b) => a - b)
    }
    this.listed = null
  }

  private end(live: number[], index: number, t: number, isReached: (tick: number) => boolean): void {
    while (live.length > 0) {
      const id = live[live.length - 1]
      if (!isReached(this.items[id].tick)) return
      live.pop()
      this.items[id] = { ...this.items[id], ended: t }
      this.ends.push({ index, id })
      this.listed = null
    }
  }
}
