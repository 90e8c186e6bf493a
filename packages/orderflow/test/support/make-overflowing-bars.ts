import { allocateOverflow } from '../../src/bars/bars.ts'
import { bigLotsAt, copyBars, storeLots, toLots, type Bars, type Lots } from '../../src/index.ts'
import type { BarOverflow } from '../../src/bars/bars.ts'
import { makeBars, type BarSketch, type Grid } from './make-bars.ts'
import { seeded } from './random-bars.ts'

/** A bar whose lots may lie beyond 2^53 - 1. */
export interface LotsSketch extends Omit<BarSketch, 'cells' | 'minDelta' | 'maxDelta'> {
  readonly cells: readonly (readonly [row: number, bid: Lots, ask: Lots])[]
}

/** Like `makeBars`, always with remainders. */
export function makeOverflowingBars(sketches: readonly LotsSketch[], grid: Grid = {}): Bars {
  const cells = (sketch: LotsSketch) => sketch.cells.map(([row, bid, ask]) => [row, Number(bid), Number(ask)] as const)
  const bars = makeBars(
    sketches.map((sketch) => ({ ...sketch, cells: cells(sketch) })),
    grid,
  )
  const large = { ...bars, overflow: emptyOverflow(bars) }
  let cell = 0
  sketches.forEach((sketch, i) => {
    let [bids, asks] = [0n, 0n]
    for (const [, bid, ask] of sketch.cells) {
      storeLots(large, 'cellBid', cell, bid)
      storeLots(large, 'cellAsk', cell, ask)
      bids += BigInt(bid)
      asks += BigInt(ask)
      cell += 1
    }
    const delta = asks - bids
    storeLots(large, 'bid', i, toLots(bids))
    storeLots(large, 'ask', i, toLots(asks))
    storeLots(large, 'minDelta', i, delta < 0n ? toLots(delta) : 0)
    storeLots(large, 'maxDelta', i, delta > 0n ? toLots(delta) : 0)
  })
  return large
}

/**
 * Multiplies each quantity by `factor` and shifts most by a lot or two: equal quantities then differ by single lots, and
 * quantities on a bound are just below or above it.
 */
export function noisySketches(sketches: readonly BarSketch[], factor: bigint, seed: number): LotsSketch[] {
  const random = seeded(seed)
  const noisy = (lots: number): Lots => {
    const noise = BigInt([0, 0, 0, 1, -1, 2][Math.floor(6 * random())])
    return lots === 0 ? 0 : toLots(factor * BigInt(lots) + noise)
  }
  return sketches.map(({ cells, ...rest }) => {
    return { ...rest, cells: cells.map(([row, bid, ask]) => [row, noisy(bid), noisy(ask)] as const) }
  })
}

/** The same bars with every quantity multiplied by `factor`. */
export function scaleBars(bars: Bars, factor: bigint): Bars {
  const large = { ...copyBars(bars), overflow: emptyOverflow(bars) }
  for (const name of Object.keys(large.overflow) as (keyof BarOverflow)[]) {
    large[name]?.forEach((_, k) => storeLots(large, name, k, toLots(factor * bigLotsAt(bars, name, k))))
  }
  const quote = (values: Float64Array) =>
    values.map((value) => {
      const times = value * Number(factor)
      return Number.isSafeInteger(times) ? times : NaN
    })
  return { ...large, minDeltaQuote: quote(bars.minDeltaQuote), maxDeltaQuote: quote(bars.maxDeltaQuote) }
}

function emptyOverflow(bars: Bars): BarOverflow {
  return allocateOverflow({ bar: bars.length, cell: bars.row.length }, bars.cellBidOffset !== null)
}
