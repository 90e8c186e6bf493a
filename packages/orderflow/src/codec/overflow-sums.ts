import type { BarBuffer, Bars } from '../bars/bars.ts'
import { firstOverflow, hasOverflow } from '../bars/overflow.ts'
import { OrderflowError } from '../errors.ts'
import { bigLotsAt, MAX_LOTS, storeLots, type LotsColumns } from '../units/lots.ts'

const BAR_LOTS = ['bid', 'ask', 'minDelta', 'maxDelta'] as const
const CELL_LOTS = ['cellBid', 'cellAsk', 'cellBidOffset', 'cellAskOffset'] as const

/**
 * Computes exact bid and ask of bars [bar, end), whose nearest doubles are already set.
 *
 * Throws  CORRUPT for messages the encoder never writes: a total beyond MAX_LOTS, a running delta beyond 2^53 - 1 in a
 *         bar that does not overflow, or no bar that does.
 */
export function sumCellsExactly(sink: BarBuffer, bar: number, end: number): void {
  const { bid, ask, minDelta, maxDelta, cellStart } = sink
  if (firstOverflow(sink, bar, end) === end) corrupt('The bars are marked as overflowing, and none is')
  for (let i = bar; i < end; i++) {
    if (!(bid[i] + ask[i] > Number.MAX_SAFE_INTEGER)) {
      if (Math.max(maxDelta[i], -minDelta[i]) > Number.MAX_SAFE_INTEGER) corrupt('A running delta is beyond its bar')
      continue
    }
    const sums = {
      bid: sumColumn(sink, 'cellBid', cellStart[i], cellStart[i + 1]),
      ask: sumColumn(sink, 'cellAsk', cellStart[i], cellStart[i + 1]),
    }
    if (sums.bid > MAX_LOTS || sums.ask > MAX_LOTS) corrupt('The sums of a bar are out of range')
    storeLots(sink, 'bid', i, sums.bid)
    storeLots(sink, 'ask', i, sums.ask)
  }
}

/** Describes what is wrong with the quantities of bar i, which overflows or has remainders; null when valid. */
export function overflowFault(bars: Bars, i: number): string | null {
  const { overflow, minDelta, maxDelta, cellStart } = bars
  if (!hasOverflow(bars, i)) {
    const isBeyond = Math.max(maxDelta[i], -minDelta[i]) > Number.MAX_SAFE_INTEGER
    return isBeyond ? 'has a running delta beyond its volume' : null
  }
  if (overflow === null) return 'has quantities beyond 2^53 - 1 and no remainders'
  const [first, end] = [cellStart[i], cellStart[i + 1]]
  const areExact =
    BAR_LOTS.every((name) => isExact(bars, name, i, i + 1)) &&
    CELL_LOTS.every((name) => isExact(bars, name, first, end))
  if (!areExact) {
    return 'has a quantity that is no integer up to 2^53 x 10^8, or a remainder that is not that of its double'
  }
  const agree =
    sumColumn(bars, 'cellBid', first, end) === bigLotsAt(bars, 'bid', i) &&
    sumColumn(bars, 'cellAsk', first, end) === bigLotsAt(bars, 'ask', i)
  return agree ? null : 'has sums that are not those of its cells'
}

function isExact<Name extends string>(columns: LotsColumns<Name>, name: Name, from: number, to: number): boolean {
  const values = columns[name]
  const remainders = columns.overflow === null ? null : columns.overflow[name]
  if (values === null || remainders === null) return values === remainders
  for (let k = from; k < to; k++) {
    if (!Number.isInteger(values[k]) || !Number.isInteger(remainders[k])) return false
    const exact = bigLotsAt(columns, name, k)
    if (Number(exact) !== values[k] || exact > MAX_LOTS || exact < -MAX_LOTS) return false
  }
  return true
}

function sumColumn<Name extends string>(columns: LotsColumns<Name>, name: Name, from: number, to: number): bigint {
  let sum = 0n
  for (let k = from; k < to; k++) sum += bigLotsAt(columns, name, k)
  return sum
}

function corrupt(what: string): never {
  throw new OrderflowError('CORRUPT', what)
}
