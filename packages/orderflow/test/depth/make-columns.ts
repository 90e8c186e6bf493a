import { COLUMN_PROVEN } from '@flowprint/orderflow'
import type { BookSide, DepthColumns } from '@flowprint/orderflow'
import { DepthColumnsWriter, MISSING_HEAD } from '../../src/depth/depth-columns.ts'

/** A cell: side, row, quantity at the end, increases; quantity at the ends of the seconds as min, max and mean. */
export type PlainCell = readonly [side: BookSide, row: number, lots: number, up?: number]

export interface PlainColumn {
  readonly cells: readonly PlainCell[]
  readonly rows?: { readonly low: number; readonly high: number }
  readonly bestBid?: number
  readonly bestAsk?: number
}

/** Columns of one second each from 0 on; null is a missing one. Rows 0 to 999 are known unless stated. */
export function makeColumns(list: readonly (PlainColumn | null)[], step = 1): DepthColumns {
  const writer = new DepthColumnsWriter(1000, step, 0, list.length)
  for (const column of list) {
    for (const [side, row, lots, up = 0] of column?.cells ?? []) writer.cell(side, row, lots, up, lots, lots, lots)
    const { rows = { low: 0, high: 999 }, bestBid = NaN, bestAsk = NaN } = column ?? {}
    writer.column(column === null ? MISSING_HEAD : { state: COLUMN_PROVEN, seconds: 1, rows, bestBid, bestAsk })
  }
  return writer.build()
}
