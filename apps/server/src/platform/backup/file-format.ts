import { createHash } from 'node:crypto'
import { StartError } from '../errors/index.ts'
import type { AppliedMigration } from '../database/index.ts'

/**
 * A backup is this line, then a zstd stream of records: one byte of kind, four bytes of length, the content. First
 * `header`, then for every table `table`, its `rows` in PostgreSQL's binary COPY format, and `count`; last `end` with
 * the SHA-256 of everything before it. A truncated file has no `end` and is refused.
 */
export const FIRST_LINE = Buffer.from('flowprint backup 1\n')

export type RecordKind = 'header' | 'table' | 'rows' | 'count' | 'end'
export interface FileRecord {
  readonly kind: RecordKind
  readonly bytes: Buffer
}

/** A table; tables are listed in the order in which they must be filled. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
}

/** A month of a partitioned table, with its bounds as PostgreSQL writes them. */
export interface PartitionShape {
  readonly name: string
  readonly parent: string
  readonly bounds: string
}

export interface BackupHeader {
  readonly madeAt: string
  readonly postgres: string
  readonly migrations: readonly AppliedMigration[]
  readonly partitions: readonly PartitionShape[]
  /** Last values as text; null = never used. */
  readonly sequences: Readonly<Record<string, string | null>>
  /** Ids of the keys (never the keys) that open the sealed values. */
  readonly keyIds: readonly string[]
  /** Carried files of DATA_DIR, by name. */
  readonly files: Readonly<Record<string, string>>
}

const KINDS: Readonly<Record<RecordKind, number>> = { header: 72, table: 84, rows: 82, count: 67, end: 90 }
const NAMES = new Map(Object.entries(KINDS).map(([name, code]) => [code, name as RecordKind]))
const HEAD_BYTES = 5
/** Max bytes of one record; the server sends far smaller chunks. */
const MAX_RECORD_BYTES = 1 << 30

export function encodeRecord(kind: RecordKind, content: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(KINDS[kind], 0)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Records of a decompressed stream. Returns only after an `end` with the right hash; otherwise throws StartError. */
export async function* decodeRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRecord> {
  const hash = createHash('sha256')
  let pending: Buffer[] = []
  let bytes = 0
  let wanted = HEAD_BYTES
  let ended = false
  for await (const chunk of chunks) {
    pending.push(chunk)
    bytes += chunk.length
    if (bytes < wanted) continue
    let rest = pending.length === 1 ? chunk : Buffer.concat(pending)
    for (;;) {
      wanted = rest.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + rest.readUInt32BE(1)
      if (wanted > MAX_RECORD_BYTES) throw damaged('a record is longer than there can be')
      if (rest.length < wanted) break
      const kind = NAMES.get(rest[0])
      if (kind === undefined) throw damaged('a record is of no known kind')
      const content = rest.subarray(HEAD_BYTES, wanted)
      if (kind === 'end') {
        const { sha256 } = parse<{ sha256: string }>(content)
        if (ended || sha256 !== hash.digest('hex')) throw damaged('its checksum does not hold')
        ended = true
        rest = rest.subarray(wanted)
        continue
      }
      if (ended) throw damaged('it has data after its end')
      hash.update(rest.subarray(0, wanted))
      yield { kind, bytes: content }
      rest = rest.subarray(wanted)
    }
    pending = [rest]
    bytes = rest.length
  }
  if (!ended || bytes > 0) throw damaged('it breaks off before its end')
}

export function parse<Value>(bytes: Buffer): Value {
  try {
    return JSON.parse(bytes.toString('utf8')) as Value
  } catch {
    throw damaged('a record cannot be read')
  }
}

export const damaged = (what: string): StartError =>
  new StartError(`The backup is damaged: ${what}. Nothing was changed.`)

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
/** Bytes of the fields in a frame header, by their flags (RFC 8878, 3.1.1.1). */
const DICTIONARY_ID_BYTES = [0, 1, 2, 4]
const CONTENT_SIZE_BYTES = [0, 2, 4, 8]
const BLOCK_HEADER_BYTES = 3
const BLOCK_RLE = 1
const BLOCK_RESERVED = 3
const CHECKSUM_BYTES = 4

/**
 * Parses the frames of a zstd stream, however it is split into chunks. Throws StartError on bytes outside a frame, and
 * in `end` when the last frame is incomplete: the decompressor ignores both once it has delivered the content.
 * Compressors may end with an empty frame.
 */
export class ZstdFrames {
  #step: 'magic' | 'flags' | 'block' = 'magic'
  /** Bytes to skip before the step. */
  #skip = 0
  /** Bytes of the step read so far. */
  #read = 0
  #block = 0
  #hasChecksum = false

  feed(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const skipped = Math.min(this.#skip, chunk.length - at)
      at += skipped
      this.#skip -= skipped
      if (at < chunk.length) this.#take(chunk[at++])
    }
  }

  end(): void {
    if (this.#step !== 'magic' || this.#read > 0 || this.#skip > 0) throw damaged('it breaks off before its end')
  }

  #take(byte: number): void {
    if (this.#step === 'magic') {
      if (byte !== MAGIC[this.#read]) throw damaged('it has data after its end')
      if (++this.#read === MAGIC.length) this.#goTo('flags', 0)
    } else if (this.#step === 'flags') {
      const isSingleSegment = (byte & 0x20) !== 0
      const contentSize = byte >> 6 === 0 && isSingleSegment ? 1 : CONTENT_SIZE_BYTES[byte >> 6]
      this.#hasChecksum = (byte & 4) !== 0
      this.#goTo('block', (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[byte & 3] + contentSize)
    } else {
      this.#block |= byte << (8 * this.#read)
      if (++this.#read === BLOCK_HEADER_BYTES) this.#passBlock(this.#block)
    }
  }

  #passBlock(header: number): void {
    const type = (header >> 1) & 3
    if (type === BLOCK_RESERVED) throw damaged('a block of it is of no known kind')
    const bytes = type === BLOCK_RLE ? 1 : header >> 3
    if ((header & 1) === 0) this.#goTo('block', bytes)
    else this.#goTo('magic', bytes + (this.#hasChecksum ? CHECKSUM_BYTES : 0))
  }

  #goTo(step: 'magic' | 'flags' | 'block', skip: number): void {
    this.#step = step
    this.#skip = skip
    this.#read = 0
    this.#block = 0
  }
}
