import { OrderflowError } from '../errors.ts'
import type { BarBuffer, Bars } from '../bars/bars.ts'
import { hasOverflow } from '../bars/overflow.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readWords, UINT32_MAX, writeColumn } from './columns.ts'
import { readLotsColumn, writeLotsColumn } from './lots-column.ts'
import { sumCellsExactly } from './overflow-sums.ts'

/** The cells of bars [from, to): row gaps, then lots and fills of both sides, then the quote offsets if there are any. */
export function writeCells(writer: ByteWriter, bars: Bars, isSplit: boolean, from: number, to: number): void {
  const first = bars.cellStart[from]
  const end = bars.cellStart[to]
  let bar = from
  writeColumn(writer, first, end, (block, at, count) => {
    for (let k = 0; k < count; k++) {
      const j = at + k
      if (j === bars.cellStart[bar + 1]) bar++
      block[k] = j === bars.cellStart[bar] ? 0 : bars.row[j] - bars.row[j - 1] - 1
    }
  })
  const range = { from: first, to: end, isSplit }
  for (const name of ['cellBid', 'cellAsk'] as const) writeLotsColumn(writer, bars, name, range)
  writeFills(writer, bars.cellBidTrades, bars.cellBid, first, end)
  writeFills(writer, bars.cellAskTrades, bars.cellAsk, first, end)
  for (const name of ['cellBidOffset', 'cellAskOffset'] as const) writeLotsColumn(writer, bars, name, range)
}

/** Decodes the cells of bars [bar, end) and the bars' sums. `cellStart`, high and low must already be set. */
export function readCells(reader: ByteReader, sink: BarBuffer, isSplit: boolean, bar: number, end: number): void {
  const from = sink.cellStart[bar]
  const to = sink.cellStart[end]
  readRows(reader, sink, bar, end)
  const range = { from, to, isSplit }
  for (const name of ['cellBid', 'cellAsk'] as const) readLotsColumn(reader, sink, name, range)
  readFills(reader, sink.cellBidTrades, sink.cellBid, from, to)
  readFills(reader, sink.cellAskTrades, sink.cellAsk, from, to)
  for (const name of ['cellBidOffset', 'cellAskOffset'] as const) readLotsColumn(reader, sink, name, range)
  sumCells(sink, bar, end, isSplit)
  if (isSplit) sumCellsExactly(sink, bar, end)
}

/** Rows of a bar ascend from the row of its low to the row of its high; throws CORRUPT otherwise. */
function readRows(reader: ByteReader, sink: BarBuffer, firstBar: number, endBar: number): void {
  const { row, low, high, step, cellStart } = sink
  const from = cellStart[firstBar]
  const gaps = new Uint32Array(cellStart[endBar] - from)
  readWords(reader, gaps, 0, gaps.length)
  for (let i = firstBar; i < endBar; i++) {
    const end = cellStart[i + 1]
    const last = Math.floor(high[i] / step)
    let current = Math.floor(low[i] / step) - 1
    for (let j = cellStart[i]; j < end; j++) {
      current += gaps[j - from] + 1
      row[j] = current
    }
    if (current !== last) throw new OrderflowError('CORRUPT', 'Rows do not reach from low to high')
  }
}

function sumCells(sink: BarBuffer, firstBar: number, endBar: number, isSplit: boolean): void {
  const { cellStart, cellBid, cellAsk, cellBidTrades, cellAskTrades } = sink
  for (let i = firstBar; i < endBar; i++) {
    let bid = 0
    let ask = 0
    let trades = 0
    for (let j = cellStart[i]; j < cellStart[i + 1]; j++) {
      if (cellBid[j] + cellAsk[j] === 0) throw new OrderflowError('CORRUPT', 'A cell is empty')
      bid += cellBid[j]
      ask += cellAsk[j]
      trades += cellBidTrades[j] + cellAskTrades[j]
    }
    sink.bid[i] = bid
    sink.ask[i] = ask
    sink.trades[i] = trades
    if (trades > UINT32_MAX || (!isSplit && hasOverflow(sink, i))) {
      throw new OrderflowError('CORRUPT', 'The sums of a bar are out of range')
    }
  }
}

/** A side with lots has at least one fill, so the count is stored minus one. */
function writeFills(writer: ByteWriter, fills: Uint32Array, lots: Float64Array, from: number, to: number): void {
  writeColumn(writer, from, to, (block, at, count) => {
    for (let k = 0; k < count; k++) block[k] = fills[at + k] - Number(lots[at + k] > 0)
  })
}

function readFills(reader: ByteReader, out: Uint32Array, lots: Float64Array, from: number, to: number): void {
  readWords(reader, out, from, to)
  // Number(...) instead of a condition: which sides are empty is unpredictable, and a branch takes three times as long.
  for (let j = from; j < to; j++) out[j] += Number(lots[j] > 0)
}
