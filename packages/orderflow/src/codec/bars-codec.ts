import { OrderflowError } from '../errors.ts'
import type { Bars } from '../bars/bars.ts'
import { allocatePacked, readBarsHead, readBarsInto, writeBars } from './bars-body.ts'
import type { ByteReader } from './byte-reader.ts'
import { KIND_BARS, openContainer, sealContainer, startContainer } from './container.ts'
import { DEFAULT_MAX_ROWS } from './limits.ts'
import type { DecodeLimits } from './limits.ts'

/**
 * Encodes bars [from, to) as one packed message (docs/decisions/packed-format.md).
 *
 * Throws  CORRUPT when the bars are inconsistent (sums, rows, order), QUANTITY_RANGE beyond the format's ranges.
 * Output  a new buffer, about 6-8 bytes per cell.
 */
export function encodeBars(bars: Bars, from = 0, to = bars.length): Uint8Array<ArrayBuffer> {
  const writer = startContainer(64 + (to - from) * 32 + (bars.cellStart[to] - bars.cellStart[from]) * 9)
  writeBars(writer, bars, from, to)
  return sealContainer(writer, KIND_BARS)
}

/**
 * Decodes a message made by `encodeBars` into newly allocated columns.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT; no other error for any input.
 */
export function decodeBars(bytes: Uint8Array, limits?: DecodeLimits): Bars {
  return decodeMany([bytes], limits)
}

/**
 * Decodes many messages as one run of bars, for histories stored in many blocks. Allocates once.
 *
 * Input   messages of one cycle and step, each later than the one before; at least one.
 * Throws  as `decodeBars`; CORRUPT also when cycle or step differ or the messages overlap; OVERSIZED when their total
 *         number of rows exceeds `limits.maxRows`.
 */
export function decodeMany(messages: readonly Uint8Array[], limits?: DecodeLimits): Bars {
  if (messages.length === 0) throw new OrderflowError('TRUNCATED', 'There is no message to read')
  return readManyBars(
    messages.map((bytes) => openContainer(bytes, KIND_BARS, limits)),
    limits?.maxRows,
  )
}

/** Like `decodeMany`, from opened sections. */
export function readManyBars(readers: readonly ByteReader[], maxRows = DEFAULT_MAX_ROWS): Bars {
  const heads = readers.map(readBarsHead)
  const bars = heads.reduce((sum, head) => sum + head.bars, 0)
  const cells = heads.reduce((sum, head) => sum + head.cells, 0)
  if (cells > maxRows) throw new OrderflowError('OVERSIZED', `${cells} cells announced, ${maxRows} allowed`)
  const sink = allocatePacked(heads, bars, cells)
  let bar = 0
  let cell = 0
  readers.forEach((reader, index) => {
    readBarsInto(reader, heads[index], sink, bar, cell)
    reader.finish()
    if (bar > 0 && heads[index].bars > 0 && sink.t[bar] <= sink.t[bar - 1]) {
      throw new OrderflowError('CORRUPT', 'The messages overlap in time')
    }
    bar += heads[index].bars
    cell += heads[index].cells
  })
  return sink
}
