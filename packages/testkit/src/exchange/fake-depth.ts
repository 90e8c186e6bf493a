import type { FakeMarket } from './fake-venue.ts'

/** A level in the venue's decimals. In a change the quantity 0 removes it. */
export type FakeLevel = readonly [price: string, qty: string]

export interface FakeLevels {
  readonly bids: readonly FakeLevel[]
  readonly asks: readonly FakeLevel[]
}

/** One change of a book, from which venues derive their update ids: they are contiguous. */
export interface FakeDepthChange extends FakeLevels {
  readonly depth: FakeDepth
  readonly first: number
  readonly last: number
  readonly ts: number
}

/** The true book of one market. */
export class FakeDepth {
  readonly market: FakeMarket
  /** Id of the last change of a level. */
  seq = 1_000
  /** Number of changes sent so far. */
  count = 0
  ts: number
  /** As the market started, for snapshots that are too old. */
  readonly initial: FakeLevels
  readonly #bids = new Map<string, string>()
  readonly #asks = new Map<string, string>()

  constructor(market: FakeMarket, levels: FakeLevels, ts: number) {
    this.market = market
    this.initial = levels
    this.ts = ts
    setAll(this.#bids, levels.bids)
    setAll(this.#asks, levels.asks)
  }

  /** Best first. */
  get bids(): FakeLevel[] {
    return [...this.#bids].sort((a, b) => Number(b[0]) - Number(a[0]))
  }

  /** Best first. */
  get asks(): FakeLevel[] {
    return [...this.#asks].sort((a, b) => Number(a[0]) - Number(b[0]))
  }

  change(levels: FakeLevels, ts: number): FakeDepthChange {
    setAll(this.#bids, levels.bids)
    setAll(this.#asks, levels.asks)
    const first = this.seq + 1
    this.seq += Math.max(1, levels.bids.length + levels.asks.length)
    this.count += 1
    this.ts = Math.max(this.ts, ts)
    return { ...levels, depth: this, first, last: this.seq, ts: this.ts }
  }
}

function setAll(side: Map<string, string>, levels: readonly FakeLevel[]): void {
  for (const [price, qty] of levels) {
    if (Number(qty) === 0) side.delete(price)
    else side.set(price, qty)
  }
}
