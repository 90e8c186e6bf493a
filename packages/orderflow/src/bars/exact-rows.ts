import { addLots, lotsAt, storeLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { BarArena } from './bar-arena.ts'
import { wins } from './emit-cells.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** Quantities traded in one row of a bar, as bigints. */
export interface ExactRow {
  bid: bigint
  ask: bigint
  bidOffset: bigint
  askOffset: bigint
}

/**
 * Creates a zeroed entry for each row of the bar whose sums exceed the range of doubles; all other rows are already
 * exact.
 */
export function wideRows(arena: BarArena, bar: number): Map<number, ExactRow> {
  const { row, cellStart, cellBid, cellAsk, cellBidOffset, cellAskOffset } = arena
  const rows = new Map<number, ExactRow>()
  for (let cell = cellStart[bar]; cell < cellStart[bar + 1]; cell++) {
    const offsets = cellBidOffset === null || cellAskOffset === null ? 0 : cellBidOffset[cell] + cellAskOffset[cell]
    if (cellBid[cell] + cellAsk[cell] > MAX || offsets > MAX) {
      rows.set(row[cell], { bid: 0n, ask: 0n, bidOffset: 0n, askOffset: 0n })
    }
  }
  return rows
}

/** Overwrites the sums of the rows' cells and recomputes the bar's bid and ask from all of its cells. */
export function storeRows(arena: BarArena, bar: number, rows: ReadonlyMap<number, ExactRow>): void {
  const rests = arena.openRests()
  let bid: Lots = 0
  let ask: Lots = 0
  for (let cell = arena.cellStart[bar]; cell < arena.cellStart[bar + 1]; cell++) {
    const exact = rows.get(arena.row[cell])
    if (exact !== undefined) storeRow(arena, cell, exact)
    bid = addLots(bid, lotsAt(arena.cellBid, rests.cellBid, cell))
    ask = addLots(ask, lotsAt(arena.cellAsk, rests.cellAsk, cell))
  }
  storeLots(arena.bid, rests.bid, bar, bid)
  storeLots(arena.ask, rests.ask, bar, ask)
  arena.markWide(bar)
}

export function storeRow(arena: BarArena, cell: number, exact: ExactRow): void {
  const rests = arena.openRests()
  storeLots(arena.cellBid, rests.cellBid, cell, exact.bid)
  storeLots(arena.cellAsk, rests.cellAsk, cell, exact.ask)
  if (arena.cellBidOffset !== null && rests.cellBidOffset !== null) {
    storeLots(arena.cellBidOffset, rests.cellBidOffset, cell, exact.bidOffset)
  }
  if (arena.cellAskOffset !== null && rests.cellAskOffset !== null) {
    storeLots(arena.cellAskOffset, rests.cellAskOffset, cell, exact.askOffset)
  }
}

/** Recomputes the raw point of control of a bar: `volumes` ascend by native tick. Ties as in `emitCells`. */
export function storeRawPoc(
  arena: BarArena,
  bar: number,
  volumes: Iterable<readonly [tick: number, volume: Lots]>,
): void {
  const middle = arena.high[bar] + arena.low[bar]
  const twiceClose = 2 * arena.close[bar]
  let greatest: Lots = -1
  let poc = 0
  for (const [tick, volume] of volumes) {
    if (volume > greatest || (volume === greatest && wins(tick, poc, middle, twiceClose))) {
      greatest = volume
      poc = tick
    }
  }
  arena.rawPoc[bar] = poc
}
