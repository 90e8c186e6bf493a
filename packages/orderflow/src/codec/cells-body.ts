import { OrderflowError } from '../errors.ts'
import type { Bars } from '../bars/bars.ts'
import type { BarSink } from './bar-sink.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { CHUNK, readColumn, readVarints, UINT32_MAX, writeColumn, writeVarints } from './varints.ts'

/** The cells of bars [from, to): row gaps, then lots and fills of both sides, then the quote offsets if there are any. */
export function writeCells(writer: ByteWriter, bars: Bars, from: number, to: number): void {
  const first = bars.cellStart[from]
  const end = bars.cellStart[to]
  let bar = from
  writeColumn(writer, first, end, (chunk, at, count) => {
    for (let k = 0; k < count; k++) {
      const j = at + k
      if (j === bars.cellStart[bar + 1]) bar++
      chunk[k] = j === bars.cellStart[bar] ? 0 : bars.row[j] - bars.row[j - 1] - 1
    }
  })
  writeLots(writer, bars.cellBid, first, end)
  writeLots(writer, bars.cellAsk, first, end)
  writeFills(writer, bars.cellBidTrades, first, end)
  writeFills(writer, bars.cellAskTrades, first, end)
  if (bars.cellBidOffset !== null && bars.cellAskOffset !== null) {
    writeLots(writer, bars.cellBidOffset, first, end)
    writeLots(writer, bars.cellAskOffset, first, end)
  }
}

/** Fills the cells of bars [bar, end), whose `cellStart`, high and low stand already, and the bars' sums. */
export function readCells(reader: ByteReader, sink: BarSink, bar: number, end: number): void {
  const from = sink.cellStart[bar]
  const to = sink.cellStart[end]
  readRows(reader, sink, bar, end)
  readVarints(reader, sink.cellBid, from, to, Number.MAX_SAFE_INTEGER)
  readVarints(reader, sink.cellAsk, from, to, Number.MAX_SAFE_INTEGER)
  readFills(reader, sink.cellBidTrades, from, to)
  readFills(reader, sink.cellAskTrades, from, to)
  if (sink.cellBidOffset !== null && sink.cellAskOffset !== null) {
    readVarints(reader, sink.cellBidOffset, from, to, Number.MAX_SAFE_INTEGER)
    readVarints(reader, sink.cellAskOffset, from, to, Number.MAX_SAFE_INTEGER)
  }
  sumCells(sink, bar, end)
}

/** The rows of a bar ascend from the row of its low to the row of its high: gaps that miss it are refused. */
function readRows(reader: ByteReader, sink: BarSink, firstBar: number, endBar: number): void {
  const { row, low, high, step, cellStart } = sink
  let bar = firstBar
  let stop = cellStart[bar]
  let current = 0
  let last = 0
  readColumn(reader, cellStart[firstBar], cellStart[endBar], UINT32_MAX, (chunk, at, count) => {
    for (let k = 0; k < count; k++) {
      const j = at + k
      if (j === stop) {
        if (bar > firstBar && current !== last) throw new OrderflowError('CORRUPT', 'Rows do not reach from low to high')
        current = Math.floor(low[bar] / step) - 1
        last = Math.floor(high[bar] / step)
        stop = cellStart[++bar]
      }
      current += chunk[k] + 1
      row[j] = current
    }
  })
  if (current !== last) throw new OrderflowError('CORRUPT', 'Rows do not reach from low to high')
}

function sumCells(sink: BarSink, firstBar: number, endBar: number): void {
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
    if (bid + ask > Number.MAX_SAFE_INTEGER || trades > UINT32_MAX) {
      throw new OrderflowError('CORRUPT', 'The sums of a bar are out of range')
    }
    sink.bid[i] = bid
    sink.ask[i] = ask
    sink.trades[i] = trades
  }
}

function writeLots(writer: ByteWriter, values: Float64Array, from: number, to: number): void {
  for (let at = from; at < to; at += CHUNK) writeVarints(writer, values, at, Math.min(to, at + CHUNK))
}

function writeFills(writer: ByteWriter, values: Uint32Array, from: number, to: number): void {
  writeColumn(writer, from, to, (chunk, at, count) => {
    for (let k = 0; k < count; k++) chunk[k] = values[at + k]
  })
}

function readFills(reader: ByteReader, out: Uint32Array, from: number, to: number): void {
  readColumn(reader, from, to, UINT32_MAX, (chunk, at, count) => {
    for (let k = 0; k < count; k++) out[at + k] = chunk[k]
  })
}
