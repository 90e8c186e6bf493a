import { OrderflowError } from '../errors.ts'
import { decodeUtf8, encodeUtf8 } from './bytes.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'
import { unzigzag, zigzag } from './integer-blocks.ts'

export const TEXT_NONE = 0
const TEXT_NUMBERS = 1
const TEXT_UUIDS = 2
const TEXT_MIXED = 3

const NUMBER = /^(0|[1-9][0-9]{0,29})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const LOW_DIGITS = 15
const LOW_LIMIT = 1e15

/** Chooses the smallest encoding for these ids. */
export function textMode(ids: readonly string[] | null): number {
  if (ids === null) return TEXT_NONE
  if (ids.every((id) => NUMBER.test(id))) return TEXT_NUMBERS
  if (ids.every((id) => UUID.test(id))) return TEXT_UUIDS
  return TEXT_MIXED
}

/** Numbers as differences of their upper and lower 15 digits, uuids as 16 bytes, others as length and UTF-8. */
export function writeTextIds(writer: ByteWriter, ids: readonly string[], mode: number): void {
  let high = 0
  let low = 0
  for (const id of ids) {
    if (mode === TEXT_NUMBERS) {
      const nextHigh = Number(id.slice(0, -LOW_DIGITS))
      const nextLow = Number(id.slice(-LOW_DIGITS))
      writer.varint(zigzag(nextHigh - high))
      writer.varint(zigzag(nextLow - low))
      high = nextHigh
      low = nextLow
    } else if (mode === TEXT_UUIDS) {
      writeUuid(writer, id)
    } else {
      writeBytes(writer, encodeUtf8(id))
    }
  }
}

/** Reads `count` ids; the caller has checked that enough bytes remain. */
export function readTextIds(reader: ByteReader, count: number, mode: number): string[] {
  reader.demand(count * (mode === TEXT_UUIDS ? 16 : mode === TEXT_NUMBERS ? 2 : 1))
  const ids: string[] = []
  let high = 0
  let low = 0
  for (let i = 0; i < count; i++) {
    if (mode === TEXT_NUMBERS) {
      high += unzigzag(reader.varint())
      low += unzigzag(reader.varint())
      if (high < 0 || high >= LOW_LIMIT || low < 0 || low >= LOW_LIMIT) {
        throw new OrderflowError('CORRUPT', 'A numeric id is out of range')
      }
      ids.push(high === 0 ? String(low) : String(high) + String(low).padStart(LOW_DIGITS, '0'))
    } else if (mode === TEXT_UUIDS) {
      ids.push(readUuid(reader))
    } else {
      ids.push(readText(reader))
    }
  }
  return ids
}

const LABEL_TEXT = 0
const LABEL_UUID = 1

/** One short text (a symbol, a tape); uuids take 17 bytes instead of 37. */
export function writeLabel(writer: ByteWriter, text: string): void {
  const uuid = UUID.test(text)
  writer.byte(uuid ? LABEL_UUID : LABEL_TEXT)
  if (uuid) writeUuid(writer, text)
  else writeBytes(writer, encodeUtf8(text))
}

export function readLabel(reader: ByteReader): string {
  const kind = reader.byte()
  if (kind > LABEL_UUID) throw new OrderflowError('CORRUPT', `Unknown kind of text ${kind}`)
  return kind === LABEL_UUID ? readUuid(reader) : readText(reader)
}

/** Writes length and bytes; read with `reader.section()`. */
export function writeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  writer.varint(bytes.length)
  writer.raw(bytes)
}

function readText(reader: ByteReader): string {
  const section = reader.section()
  return decodeUtf8(section.bytes, section.pos, section.end)
}

function writeUuid(writer: ByteWriter, text: string): void {
  const digits = text.replaceAll('-', '')
  for (let k = 0; k < 32; k += 2) writer.byte(Number.parseInt(digits.slice(k, k + 2), 16))
}

function readUuid(reader: ByteReader): string {
  let digits = ''
  for (let k = 0; k < 16; k++) {
    if (k === 4 || k === 6 || k === 8 || k === 10) digits += '-'
    digits += reader.byte().toString(16).padStart(2, '0')
  }
  return digits
}
