import type { Trades } from '@flowprint/orderflow'
import { idText } from '@flowprint/orderflow'
import type { TradesPage } from '../../../../src/live/types.ts'

/** Collects all pages: the trades as rows, and whether the last page is complete. */
export async function allPages(
  pages: AsyncIterable<TradesPage>,
): Promise<{ rows: string[]; complete: boolean; pages: number }> {
  const rows: string[] = []
  let complete = false
  let count = 0
  for await (const page of pages) {
    rows.push(...rowsOf(page.trades))
    complete = page.complete
    count += 1
  }
  return { rows, complete, pages: count }
}

/** Trades `from` to `end` of a run as comparable text: id, time, ticks, lots, side. */
export function rowsOf(trades: Trades, from = 0, end = trades.length): string[] {
  return Array.from({ length: end - from }, (_, i) => {
    const at = from + i
    return `${idText(trades, at)} ${trades.ts[at]} ${trades.price[at]} ${trades.qty[at]} ${trades.buy[at]}`
  })
}
