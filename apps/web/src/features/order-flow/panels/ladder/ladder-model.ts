import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { LadderRows } from '../../../../workers/protocol.ts'

/** Where the rows are: around the best prices, or at a fixed highest row. */
export interface LadderPosition {
  /** null follows the best prices. */
  readonly topRow: number | null
  /** Rows neither follow nor scroll. */
  readonly isLocked: boolean
}

export const FOLLOWING: LadderPosition = { topRow: null, isLocked: false }

/** The position after scrolling by rows, down > 0. Leaves follow mode; locked rows stay. */
export function scrollRows(position: LadderPosition, shownTop: number, by: number): LadderPosition {
  if (position.isLocked || by === 0) return position
  return { topRow: (position.topRow ?? shownTop) - by, isLocked: false }
}

/** The position after locking the rows that are shown, or after unlocking them. */
export function lockRows(position: LadderPosition, shownTop: number | null, isLocked: boolean): LadderPosition {
  return { topRow: isLocked ? (position.topRow ?? shownTop) : position.topRow, isLocked }
}

/** The position with another row height: the price in the middle stays there. */
export function rescalePosition(position: LadderPosition, rows: number, from: number, to: number): LadderPosition {
  if (position.topRow === null) return position
  const half = Math.floor(rows / 2)
  const middle = (position.topRow - half + 0.5) * from
  return { ...position, topRow: Math.floor(middle / to) + half }
}

/** The step after `step` in a list, ascending; `by` -1 or 1. Without one, `step` itself. */
export function neighbourStep(steps: readonly number[], step: number, by: -1 | 1): number {
  const sorted = steps.toSorted((a, b) => a - b)
  const next = by > 0 ? sorted.find((one) => one > step) : sorted.findLast((one) => one < step)
  return next ?? step
}

export interface LadderTotals {
  readonly bid: number
  readonly ask: number
  readonly tradedBid: number
  readonly tradedAsk: number
  readonly bidChange: number
  readonly askChange: number
  /** The largest resting quantity of a row, and the largest traded one: the length of their bars is relative to it. */
  readonly maxResting: number
  readonly maxTraded: number
}

/** Sums and maxima of the rows that are shown. */
export function sumRows(ladder: LadderRows): LadderTotals {
  const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0)
  const max = (a: Float64Array, b: Float64Array) => a.reduce((most, value, i) => Math.max(most, value, b[i]), 0)
  return {
    bid: sum(ladder.bid),
    ask: sum(ladder.ask),
    tradedBid: sum(ladder.tradedBid),
    tradedAsk: sum(ladder.tradedAsk),
    bidChange: sum(ladder.bidAdded) - sum(ladder.bidPulled),
    askChange: sum(ladder.askAdded) - sum(ladder.askPulled),
    maxResting: max(ladder.bid, ladder.ask),
    maxTraded: max(ladder.tradedBid, ladder.tradedAsk),
  }
}

/** The lower edge of a row as text, with the decimals of its step and at least those of the tick. */
export function formatRowPrice(row: number, step: number, tickSize: string): string {
  return fromUnits(row * step, decimalUnit(tickSize))
}

/** Index of the row that contains a price, -1 when it is not shown. */
export function indexOfTick({ topRow, rows, step }: LadderRows, tick: number): number {
  if (Number.isNaN(tick)) return -1
  const index = topRow - Math.floor(tick / step)
  return index >= 0 && index < rows ? index : -1
}

/** Difference of the best prices as text; null while a side is empty. */
export function formatSpread({ bestBid, bestAsk }: LadderRows, tickSize: string): string | null {
  if (Number.isNaN(bestBid) || Number.isNaN(bestAsk)) return null
  return fromUnits(bestAsk - bestBid, decimalUnit(tickSize))
}
