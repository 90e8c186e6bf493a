import { barQuoteDelta } from '../footprint/lots-of.ts'
import { addLots, lotsAt } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { Bars } from './bars.ts'

/** Ask volume minus bid volume of bars [from, to), in lots, exactly. */
export function sumDelta(bars: Bars, from = 0, to: number = bars.length): Lots {
  return sumBars(bars, from, to, -1)
}

/** The same in the quote unit: ticks x lots of bars [from, to), exactly. Cost: their cells. */
export function sumQuoteDelta(bars: Bars, from = 0, to: number = bars.length): Lots {
  let sum: Lots = 0
  for (let i = from; i < to; i++) sum = addLots(sum, barQuoteDelta(bars, i))
  return sum
}

/** All lots traded in bars [from, to), exactly. */
export function sumVolume(bars: Bars, from = 0, to: number = bars.length): Lots {
  return sumBars(bars, from, to, 1)
}

function sumBars(bars: Bars, from: number, to: number, sign: 1 | -1): Lots {
  let sum: Lots = 0
  for (let i = from; i < to; i++) {
    const bid = lotsAt(bars, 'bid', i)
    sum = addLots(sum, addLots(lotsAt(bars, 'ask', i), sign < 0 ? -bid : bid))
  }
  return sum
}
