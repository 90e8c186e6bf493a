import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { messageOf, StartError } from '../errors/index.ts'
import { damaged, decodeRecords, FIRST_LINE, parse } from './file-format.ts'
import type { BackupHeader, FileRecord } from './file-format.ts'
import { ZstdFrames } from './zstd-frames.ts'

export interface OpenBackup {
  readonly header: BackupHeader
  /** The records after the header; ends only when the file is complete. */
  readonly records: AsyncGenerator<FileRecord>
}

/** Opens the file and reads its header. Throws StartError when it is not a backup or is damaged. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const records = decodeRecords(unpacked(path))
  const first = await records.next()
  if (first.done === true || first.value.kind !== 'header') throw damaged('it does not begin with its header')
  return { header: parse<BackupHeader>(first.value.bytes), records }
}

export interface Contents {
  readonly tables: number
  readonly rows: number
}

/** Reads the whole file and verifies the checksum at its end. */
export async function checkBackup({ records }: OpenBackup): Promise<Contents> {
  let tables = 0
  let rows = 0
  for await (const { kind, bytes } of records) {
    if (kind === 'table') tables++
    if (kind === 'count') rows += parse<{ rows: number }>(bytes).rows
  }
  return { tables, rows }
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const unpack = createZstdDecompress()
  let isWhole = false
  const source = async function* (): AsyncGenerator<Buffer> {
    yield* packed(path)
    isWhole = true
  }
  // Errors of the source surface in the decompressor: the pipeline destroys it.
  pipeline(Readable.from(source(), { objectMode: false }), unpack).catch(() => {})
  try {
    yield* unpack as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof StartError ? error : damaged(messageOf(error))
  } finally {
    unpack.destroy()
  }
  // The decompressor stops after the first frame and ignores trailing bytes, which may not have been read yet.
  if (!isWhole) for await (const _ of packed(path));
}

/** The file without its first line; ends only after a complete frame. */
async function* packed(path: string): AsyncGenerator<Buffer> {
  const frames = new ZstdFrames()
  const checked = (chunk: Buffer): Buffer => {
    frames.feed(chunk)
    return chunk
  }
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (head.length === FIRST_LINE.length) {
        yield checked(chunk)
        continue
      }
      const joined = Buffer.concat([head, chunk])
      head = joined.subarray(0, FIRST_LINE.length)
      if (!FIRST_LINE.subarray(0, head.length).equals(head))
        throw new StartError(`${path} is no backup of this program.`)
      if (joined.length > head.length) yield checked(joined.subarray(head.length))
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${path} cannot be read: ${messageOf(error)}`)
  }
  if (head.length < FIRST_LINE.length) throw new StartError(`${path} is no backup of this program.`)
  frames.end()
}
