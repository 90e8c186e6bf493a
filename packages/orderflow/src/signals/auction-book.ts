import type { UnfinishedAuction } from './signal.ts'

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
