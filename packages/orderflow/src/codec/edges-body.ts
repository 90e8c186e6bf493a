import { openEdgeOverflow } from '../bars/bar-columns.ts'
import { EDGE_LOTS } from '../bars/bars.ts'
import type { BarBuffer, BarEdges, Bars } from '../bars/bars.ts'
import { OrderflowError } from '../errors.ts'
import { MAX_LOTS } from '../units/lots.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readWords, writeColumn } from './columns.ts'
import { readLotsColumn, writeLotsColumn } from './lots-column.ts'

/** Whether any bar of [from, to) has edges; at step 1 the cells already contain them. */
export function hasEdges(bars: Bars, from: number, to: number): boolean {
  return bars.step > 1 && bars.edges !== null && bars.edges.cells.subarray(from, to).some((cells) => cells > 0)
}

/** Writes the edges of bars [from, to): five columns; those of lots in two parts each when the message overflows. */
export function writeEdges(writer: ByteWriter, bars: Bars, isSplit: boolean, from: number, to: number): void {
  const edges = bars.edges as BarEdges
  writeColumn(writer, from, to, (block, at, count) => {
    for (let k = 0; k < count; k++) block[k] = edges.cells[at + k]
  })
  for (const name of EDGE_LOTS) writeLotsColumn(writer, edges, name, { from, to, isSplit })
}

/** Reads what `writeEdges` wrote, after the cells. Throws CORRUPT when it contradicts them. */
export function readEdges(reader: ByteReader, sink: BarBuffer, isSplit: boolean, from: number, to: number): void {
  const edges = sink.edges as BarEdges
  readWords(reader, edges.cells, from, to)
  if (isSplit) openEdgeOverflow(edges)
  for (const name of EDGE_LOTS) readLotsColumn(reader, edges, name, { from, to, isSplit })
  for (let i = from; i < to; i++) {
    const fault = edgesFault(sink, i)
    if (fault !== null) throw new OrderflowError('CORRUPT', `The ends of a bar ${fault}`)
  }
}

/**
 * Describes what is wrong with the edges of bar i; null when valid. The extreme tick has volume, at most that of its
 * row; a bar has at least as many native cells as coarser ones, and at most two for each tick of its range.
 */
export function edgesFault(bars: Bars, i: number): string | null {
  const { edges, cellBid, cellAsk } = bars
  if (edges === null || bars.step === 1) return null
  const first = bars.cellStart[i]
  const last = bars.cellStart[i + 1] - 1
  const sums = EDGE_LOTS.map((name) => edges[name][i])
  if (sums.some((lots) => !Number.isInteger(lots) || lots < 0 || lots > Number(MAX_LOTS))) return 'are no quantities'
  const [highBid, highAsk, lowBid, lowAsk] = sums
  if (edges.cells[i] === 0) return highBid + highAsk + lowBid + lowAsk === 0 ? null : 'are half known'
  if (highBid + highAsk === 0 || lowBid + lowAsk === 0) return 'did not trade'
  if (highBid > cellBid[last] || highAsk > cellAsk[last]) return 'traded more than the highest row'
  if (lowBid > cellBid[first] || lowAsk > cellAsk[first]) return 'traded more than the lowest row'
  let cells = 0
  for (let k = first; k <= last; k++) cells += Number(cellBid[k] > 0) + Number(cellAsk[k] > 0)
  const most = 2 * (bars.high[i] - bars.low[i] + 1)
  return edges.cells[i] < cells || edges.cells[i] > most ? 'have cells that are not those of its range' : null
}
