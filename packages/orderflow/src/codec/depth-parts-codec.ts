import type { DepthColumns } from '../depth/depth.ts'
import { DepthColumnsWriter, headOf, MISSING_HEAD, rescaleColumns, sliceColumns } from '../depth/depth-columns.ts'
import { OrderflowError } from '../errors.ts'
import type { UnixMs } from '../units/units.ts'
import type { DecodeLimits } from './bytes.ts'
import { KIND_DEPTH_PARTS, openContainer, sealContainer, startContainer } from './container.ts'
import { ChangeBuffers, decodeDepthColumns, openDepthColumns, readDepthColumns } from './depth-columns-codec.ts'
import type { OpenedColumns } from './depth-columns-codec.ts'
import { unzigzag, zigzag } from './integer-blocks.ts'

/** A message of `encodeDepthColumns`, as it is stored. */
export interface DepthPart {
  readonly bytes: Uint8Array
  /** Its quantities are multiplied by it: units of the part in one unit of the whole. */
  readonly factor: number
}

/** Columns in packed parts: those of [fromMs, fromMs + length x intervalMs) that a part has, the others are missing. */
export interface DepthParts {
  readonly intervalMs: number
  readonly step: number
  readonly fromMs: UnixMs
  readonly length: number
  /** Ascending in time without overlaps, of this interval and step; the first and the last may reach beyond the range. */
  readonly parts: readonly DepthPart[]
}

const MAX_FACTOR = Number.MAX_SAFE_INTEGER
/** Times and steps beyond it do not occur. */
const MAX_PACKED = 2 ** 49

/**
 * Packs columns that are packed already, as they are.
 *
 * Layout  interval, step, start, length and number of parts; then per part its factor, the length of its message and the message.
 *         All numbers are varints.
 * Cost    two copies of the bytes; nothing is decoded or checked.
 */
export function encodeDepthParts({ intervalMs, step, fromMs, length, parts }: DepthParts): Uint8Array<ArrayBuffer> {
  const writer = startContainer(parts.reduce((sum, { bytes }) => sum + bytes.length + 16, 64))
  writer.varint(intervalMs)
  writer.varint(step)
  writer.varint(zigzag(fromMs))
  writer.varint(length)
  writer.varint(parts.length)
  for (const { bytes, factor } of parts) {
    writer.varint(factor)
    writer.varint(bytes.length)
    writer.raw(bytes)
  }
  return sealContainer(writer, KIND_DEPTH_PARTS)
}

/**
 * Decodes a message made by `encodeDepthParts` to the columns of its range.
 *
 * Output  the same as `composeColumns` of the decoded, rescaled parts over the range.
 * Input   limits.maxRows bounds the columns and all cells together.
 * Cost    that of decoding the parts, and a copy of those that reach beyond the range.
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED, CORRUPT or QUANTITY_RANGE (a quantity beyond 2^53 - 1 in
 *         the finer unit); no other error for any input.
 */
export function decodeDepthParts(bytes: Uint8Array, limits?: DecodeLimits): DepthColumns {
  const reader = openContainer(bytes, KIND_DEPTH_PARTS, limits)
  const intervalMs = reader.varint(MAX_PACKED)
  const step = reader.varint(MAX_PACKED)
  const fromMs = unzigzag(reader.varint(2 * MAX_PACKED + 1))
  const length = reader.varint()
  // Missing columns take no byte.
  if (length > reader.maxRows) throw new OrderflowError('OVERSIZED', `${length} columns announced`)
  const count = reader.count(2)
  const toMs = fromMs + length * intervalMs
  if (!(intervalMs > 0 && step > 0 && Math.abs(fromMs) <= MAX_PACKED && toMs <= MAX_PACKED))
    throw new OrderflowError('CORRUPT', `A range from ${fromMs} in columns of ${intervalMs} ms is out of range`)
  const writer = new DepthColumnsWriter(intervalMs, step, fromMs, length)
  const buffers = new ChangeBuffers()
  let endMs = -Infinity
  for (let i = 0; i < count; i++) {
    const factor = reader.varint(MAX_FACTOR)
    const section = reader.section()
    const message = bytes.subarray(section.pos, section.end)
    const opened = openDepthColumns(message, limits)
    const { shape } = opened
    const isFitting = shape.intervalMs === intervalMs && shape.step === step && factor > 0
    if (!isFitting || (shape.fromMs - fromMs) % intervalMs !== 0 || shape.fromMs < endMs)
      throw new OrderflowError('CORRUPT', `A part from ${shape.fromMs} does not continue the parts before it`)
    endMs = shape.fromMs + shape.length * intervalMs
    const isInside = shape.fromMs >= fromMs && endMs <= toMs
    if (isInside) addWhole(writer, opened, factor, buffers)
    else addSlice(writer, rescaleColumns(decodeDepthColumns(message, limits), factor), fromMs, toMs)
    if (writer.cells > reader.maxRows) throw new OrderflowError('OVERSIZED', `More than ${reader.maxRows} cells`)
  }
  reader.finish()
  fillUntil(writer, length)
  return writer.build()
}

function addWhole(writer: DepthColumnsWriter, opened: OpenedColumns, factor: number, buffers: ChangeBuffers): void {
  const { intervalMs, fromMs } = opened.shape
  fillUntil(writer, (fromMs - writer.fromMs) / intervalMs)
  const from = writer.cells
  readDepthColumns(opened, writer, buffers)
  if (factor > 1) writer.scale(factor, from)
}

/** The columns of the part that are in the range. */
function addSlice(writer: DepthColumnsWriter, columns: DepthColumns, fromMs: UnixMs, toMs: UnixMs): void {
  const inside = sliceColumns(columns, fromMs, toMs)
  if (inside.length === 0) return
  fillUntil(writer, (inside.fromMs - fromMs) / columns.intervalMs)
  for (let i = 0; i < inside.length; i++) {
    writer.copyCells(inside, i)
    writer.column(headOf(inside, i))
  }
}

/** The columns before this one are missing. */
function fillUntil(writer: DepthColumnsWriter, column: number): void {
  while (writer.length < column) writer.column(MISSING_HEAD)
}
