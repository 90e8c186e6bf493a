import { TRADES_COLUMNS } from '@flowprint/contract'
import { idText } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { plainLine } from '../../../platform/csv/index.ts'
import type { Instrument, ReadBudget, TapeStore } from '../tape/index.ts'
import { decimalWriter } from './decimal-text.ts'

/** Max trades per read: some ten megabytes, and an hour is unpacked only a few times. */
const READ = 100_000
/** Lines per piece of the file: yields to the event loop between pieces. */
const PIECE = 2000

export interface ExportRange {
  /** [from, to) in ms. */
  readonly from: number
  readonly to: number
  /** Delayed reader: only trades before this time. */
  readonly cut: number | undefined
  readonly budget?: ReadBudget | undefined
}

/**
 * Yields the trades of a range as pieces of a canonical file, read on demand.
 * Each read is a separate snapshot that continues after the last trade of the previous one (time and id), so nothing is
 * held open for a slow reader, and nothing is repeated.
 */
export async function* exportTrades(
  store: TapeStore,
  instrument: Instrument,
  range: ExportRange,
  read = READ,
): AsyncGenerator<string> {
  const { from, to, cut, budget } = range
  const price = decimalWriter(instrument.tickSize)
  const qty = decimalWriter(instrument.lotSize)
  const line = (trades: Trades, i: number) =>
    plainLine([
      idText(trades, i),
      `${trades.ts[i]}000`,
      price(trades.price[i]),
      qty(trades.qty[i]),
      trades.buy[i] === 1 ? 'buy' : 'sell',
      trades.fills[i],
    ])
  let head = plainLine(TRADES_COLUMNS)
  let after: { readonly ts: number; readonly id: string } | null = null
  for (;;) {
    const page: Trades = await store.readTrades(instrument, {
      from,
      to,
      limit: read,
      ...(after === null ? {} : { after }),
      ...(cut === undefined ? {} : { cut }),
      budget,
    })
    for (let at = 0; at < page.length || head !== ''; at += PIECE) {
      let text = head
      for (let i = at; i < Math.min(at + PIECE, page.length); i++) text += line(page, i)
      head = ''
      yield text
    }
    if (page.length < read) return
    after = { ts: page.ts[page.length - 1], id: idText(page, page.length - 1) }
  }
}
