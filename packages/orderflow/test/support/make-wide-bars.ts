import { bigLotsAt, storeLots, toLots, type Bars, type Lots, type WideRests } from '../../src/index.ts'
import { makeBars, type BarSketch, type Grid } from './make-bars.ts'
import { seeded } from './random-bars.ts'

/** A bar whose lots may lie beyond 2^53 - 1. */
export interface WideSketch extends Omit<BarSketch, 'cells' | 'minDelta' | 'maxDelta'> {
  readonly cells: readonly (readonly [row: number, bid: Lots, ask: Lots])[]
}

/** As `makeBars`; the rests are there whether or not a bar needs them. */
export function makeWideBars(sketches: readonly WideSketch[], grid: Grid = {}): Bars {
  const cells = (sketch: WideSketch) => sketch.cells.map(([row, bid, ask]) => [row, Number(bid), Number(ask)] as const)
  const bars = makeBars(
    sketches.map((sketch) => ({ ...sketch, cells: cells(sketch) })),
    grid,
  )
  const wide = emptyRests(bars)
  let cell = 0
  sketches.forEach((sketch, i) => {
    let [bids, asks] = [0n, 0n]
    for (const [, bid, ask] of sketch.cells) {
      storeLots(bars.cellBid, wide.cellBid, cell, bid)
      storeLots(bars.cellAsk, wide.cellAsk, cell, ask)
      bids += BigInt(bid)
      asks += BigInt(ask)
      cell += 1
    }
    const delta = asks - bids
    storeLots(bars.bid, wide.bid, i, toLots(bids))
    storeLots(bars.ask, wide.ask, i, toLots(asks))
    storeLots(bars.minDelta, wide.minDelta, i, delta < 0n ? toLots(delta) : 0)
    storeLots(bars.maxDelta, wide.maxDelta, i, delta > 0n ? toLots(delta) : 0)
  })
  return { ...bars, wide }
}

/**
 * Each quantity `factor` times, most of them a lot or two more or less: what was equal differs by single lots, and what
 * lay on a bound lies just beside it.
 */
export function noisySketches(sketches: readonly BarSketch[], factor: bigint, seed: number): WideSketch[] {
  const random = seeded(seed)
  const noisy = (lots: number): Lots => {
    const noise = BigInt([0, 0, 0, 1, -1, 2][Math.floor(6 * random())])
    return lots === 0 ? 0 : toLots(factor * BigInt(lots) + noise)
  }
  return sketches.map(({ cells, ...rest }) => {
    return { ...rest, cells: cells.map(([row, bid, ask]) => [row, noisy(bid), noisy(ask)] as const) }
  })
}

/** The same bars with every quantity taken `factor` times. */
export function scaleBars(bars: Bars, factor: bigint): Bars {
  const rests = emptyRests(bars)
  const scaled = (name: keyof WideRests): Float64Array => {
    const values = Float64Array.from(bars[name]!)
    const known = bars.wide === null ? null : bars.wide[name]
    values.forEach((_, k) => storeLots(values, rests[name]!, k, toLots(factor * bigLotsAt(bars[name]!, known, k))))
    return values
  }
  const quote = (values: Float64Array) =>
    values.map((value) => {
      const times = value * Number(factor)
      return Number.isSafeInteger(times) ? times : NaN
    })
  return {
    ...bars,
    bid: scaled('bid'),
    ask: scaled('ask'),
    minDelta: scaled('minDelta'),
    maxDelta: scaled('maxDelta'),
    minDeltaQuote: quote(bars.minDeltaQuote),
    maxDeltaQuote: quote(bars.maxDeltaQuote),
    cellBid: scaled('cellBid'),
    cellAsk: scaled('cellAsk'),
    cellBidOffset: bars.cellBidOffset && scaled('cellBidOffset'),
    cellAskOffset: bars.cellAskOffset && scaled('cellAskOffset'),
    wide: rests,
  }
}

function emptyRests(bars: Bars): WideRests {
  const perBar = () => new Float64Array(bars.length)
  const perCell = () => new Float64Array(bars.row.length)
  return {
    bid: perBar(),
    ask: perBar(),
    minDelta: perBar(),
    maxDelta: perBar(),
    cellBid: perCell(),
    cellAsk: perCell(),
    cellBidOffset: bars.cellBidOffset && perCell(),
    cellAskOffset: bars.cellAskOffset && perCell(),
  }
}
