import { OrderflowError } from '../errors.ts'
import { BAR_INCOMPLETE, NO_ROW } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { edgesFault } from './edges-body.ts'
import { timesFollow } from './times-body.ts'
import { overflowFault } from './overflow-sums.ts'

/**
 * Validates before packing what the packed format omits as redundant: rows ascend from low to high, every cell has
 * volume, and a bar's bid, ask and trades are the sums of its cells.
 *
 * Throws  CORRUPT naming the bar. One pass over the cells.
 */
export function checkBars(bars: Bars, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const first = bars.cellStart[i]
    const end = bars.cellStart[i + 1]
    if (end <= first) refuse(bars, i, 'has no cells')
    if (i > from && !timesFollow(bars.t[i - 1], bars.t[i], bars.cycleMs)) refuse(bars, i, 'does not ascend in time')
    if (bars.row[first] !== Math.floor(bars.low[i] / bars.step)) refuse(bars, i, 'does not begin in the row of its low')
    if (bars.row[end - 1] !== Math.floor(bars.high[i] / bars.step))
      refuse(bars, i, 'does not end in the row of its high')
    if (bars.state[i] > BAR_INCOMPLETE) refuse(bars, i, `has the unknown state ${bars.state[i]}`)
    const poc = bars.rawPoc[i]
    if (poc !== NO_ROW && (poc < bars.low[i] || poc > bars.high[i])) refuse(bars, i, 'has its raw POC outside')
    let bid = 0
    let ask = 0
    let trades = 0
    for (let j = first; j < end; j++) {
      if (j > first && bars.row[j] <= bars.row[j - 1]) refuse(bars, i, 'has rows out of order')
      if (!(bars.cellBid[j] + bars.cellAsk[j] > 0)) refuse(bars, i, 'has an empty cell')
      bid += bars.cellBid[j]
      ask += bars.cellAsk[j]
      trades += bars.cellBidTrades[j] + bars.cellAskTrades[j]
    }
    // Doubles are exact up to 2^53 - 1; `overflowFault` checks the sums beyond.
    const isBeyond = bid + ask > Number.MAX_SAFE_INTEGER
    const agree = isBeyond
      ? bars.bid[i] + bars.ask[i] > Number.MAX_SAFE_INTEGER
      : bid === bars.bid[i] && ask === bars.ask[i]
    if (!agree || trades !== bars.trades[i]) {
      refuse(bars, i, 'has sums that are not those of its cells')
    }
    const fault = overflowFault(bars, i)
    if (fault !== null) refuse(bars, i, fault)
    const unfit = edgesFault(bars, i)
    if (unfit !== null) refuse(bars, i, `has ends that ${unfit}`)
  }
}

function refuse(bars: Bars, i: number, what: string): never {
  throw new OrderflowError('CORRUPT', `The bar at ${bars.t[i]} ${what}`)
}
