import type { AbsorptionMark, ExhaustionMark, UnfinishedMark } from '@flowprint/contract'
import { addLots, lowerBoundT, roundScore } from '@flowprint/orderflow'
import type { Absorption, Bars, Exhaustion, Lots, UnfinishedAuction } from '@flowprint/orderflow'
import type { DecimalWriter } from '../../decimal-text.ts'
import type { VolumeUnit } from './volume-unit.ts'

/** Formatters for the signals of bars. */
export interface SignalWords {
  readonly bars: Bars
  readonly price: DecimalWriter
  readonly volume: VolumeUnit
}

export function presentUnfinished(auction: UnfinishedAuction, { price, volume }: SignalWords): UnfinishedMark {
  const { t, side, tick, dominant, opposite, ended } = auction
  return {
    t,
    side,
    price: price(tick),
    dominant: volume.text(volume.at(tick, dominant)),
    opposite: volume.text(volume.at(tick, opposite)),
    ended,
  }
}

export function presentAbsorption(absorption: Absorption, words: SignalWords): AbsorptionMark {
  const { t, side, lowRow, highRow, relVolume, share, retreat, known } = absorption
  const { bars, price, volume } = words
  const dominant = side === 'high' ? 'ask' : 'bid'
  const sum = (of: 'bid' | 'ask'): string => volume.text(sumRows(words, t, { lowRow, highRow, side: of }))
  return {
    t,
    side,
    low: price(lowRow * bars.step),
    high: price((highRow + 1) * bars.step),
    dominant: sum(dominant),
    opposite: sum(dominant === 'ask' ? 'bid' : 'ask'),
    rel_volume: roundScore(relVolume),
    share: roundScore(share),
    retreat: roundScore(retreat),
    known,
  }
}

export function presentExhaustion(exhaustion: Exhaustion, words: SignalWords): ExhaustionMark {
  const { t, side, row, cells, meanCell } = exhaustion
  const { bars, price, volume } = words
  const way = side === 'high' ? -1 : 1
  const rows = cells.map((_, away) => row + way * away)
  const of = side === 'high' ? 'ask' : 'bid'
  return {
    t,
    side,
    price: price(row * bars.step),
    cells: rows.map((at) => volume.text(sumRows(words, t, { lowRow: at, highRow: at, side: of }))),
    peak: roundScore(Number(cells[3]) / meanCell),
  }
}

/** One side of the rows [lowRow, highRow] of the bar at t, in the unit of the answer. */
function sumRows(
  { bars, volume }: SignalWords,
  t: number,
  { lowRow, highRow, side }: { lowRow: number; highRow: number; side: 'bid' | 'ask' },
): Lots {
  const i = lowerBoundT(bars, t)
  let sum: Lots = 0
  for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
    if (bars.row[k] >= lowRow && bars.row[k] <= highRow)
      sum = addLots(sum, side === 'ask' ? volume.cellAsk(k) : volume.cellBid(k))
  }
  return sum
}
