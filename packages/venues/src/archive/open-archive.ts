import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createGunzip } from 'node:zlib'
import yauzl from 'yauzl'
import { ArchiveError } from '../errors.ts'

const CHUNK = 1 << 20
/** Output up to this size is accepted at any expansion ratio. */
const UNCHECKED_BYTES = 16 << 20

/** Packing of the CSV inside a file, detected by its first bytes, not by its name. */
export type Packing = 'csv' | 'gzip' | 'zip'

interface OpenedArchive {
  readonly packing: Packing
  /** Uncompressed bytes, in large chunks. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Share of the file read so far, 0 to 1: for a progress bar. */
  progress(): number
}

async function detectPacking(file: string): Promise<{ packing: Packing; size: number }> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(
      file,
      0,
      error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.code})`,
    )
  })
  try {
    const stat = await handle.stat()
    if (stat.isDirectory()) throw new ArchiveError(file, 0, 'is a folder, not a file')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead === 0) throw new ArchiveError(file, 0, 'is empty')
    const packing =
      buffer[0] === 0x1f && buffer[1] === 0x8b ? 'gzip' : buffer.toString('latin1') === 'PK\u0003\u0004' ? 'zip' : 'csv'
    return { packing, size: stat.size }
  } finally {
    await handle.close()
  }
}

/** `maxExpansion`: an archive that unpacks to more than this many times its size is rejected (Infinity: never). */
export async function openArchive(file: string, maxExpansion: number): Promise<OpenedArchive> {
  const { packing, size } = await detectPacking(file)
  if (packing === 'zip') return openZip(file, maxExpansion)
  const raw = createReadStream(file, { highWaterMark: CHUNK })
  if (packing === 'csv')
    return { packing, bytes: named(file, raw), progress: () => (size === 0 ? 1 : raw.bytesRead / size) }
  const gunzip = createGunzip({ chunkSize: CHUNK })
  // Counts unpacked bytes, not bytes read ahead from the disk.
  const progress = () => (size === 0 ? 1 : gunzip.bytesWritten / size)
  // Errors surface at the reader of the last stream: pipeline destroys it with them.
  pipeline(raw, gunzip, () => {})
  return {
    packing,
    bytes: named(
      file,
      bounded(file, gunzip, maxExpansion, () => gunzip.bytesWritten),
    ),
    progress,
  }
}

function checkExpansion(file: string, unpacked: number, packed: number, maxExpansion: number): void {
  if (unpacked <= UNCHECKED_BYTES || unpacked <= maxExpansion * packed) return
  throw new ArchiveError(
    file,
    0,
    `unpacks to more than ${maxExpansion} times its size: not a file of trades, or pass a higher --max-expansion`,
  )
}

/** Stops an archive that expands beyond the limit. `packed`: compressed bytes read so far. */
async function* bounded(
  file: string,
  stream: AsyncIterable<Uint8Array>,
  maxExpansion: number,
  packed: () => number,
): AsyncIterable<Uint8Array> {
  let unpacked = 0
  for await (const chunk of stream) {
    unpacked += chunk.length
    checkExpansion(file, unpacked, packed(), maxExpansion)
    yield chunk
  }
}

async function* named(file: string, stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(file, 0, `cannot be unpacked: ${(error as Error).message}`)
  }
}

async function openZip(file: string, maxExpansion: number): Promise<OpenedArchive> {
  const zip = await yauzl.openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
    throw new ArchiveError(file, 0, `is not a readable zip: ${error.message}`)
  })
  const entries: yauzl.Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) if (/\.csv$/i.test(entry.fileName)) entries.push(entry)
  } catch (error) {
    zip.close()
    throw new ArchiveError(file, 0, `is not a readable zip: ${(error as Error).message}`)
  }
  if (entries.length !== 1) {
    zip.close()
    throw new ArchiveError(file, 0, `holds ${entries.length} CSV files, expected one`)
  }
  const [entry] = entries
  try {
    checkExpansion(file, entry.uncompressedSize, entry.compressedSize, maxExpansion)
  } catch (error) {
    zip.close()
    throw error
  }
  let read = 0
  async function* bytes(): AsyncIterable<Uint8Array> {
    let crc = 0
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        crc = crc32(chunk, crc)
        read += chunk.length
        yield chunk
      }
    } finally {
      zip.close()
    }
    if (crc !== entry.crc32) throw new ArchiveError(file, 0, 'is damaged: checksum mismatch inside the zip')
  }
  return {
    packing: 'zip',
    bytes: named(file, bytes()),
    progress: () => (entry.uncompressedSize ? read / entry.uncompressedSize : 1),
  }
}
