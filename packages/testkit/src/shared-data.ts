import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'

/** Folder of optional market data: next to the repository unless FLOWPRINT_SHARED is set. */
const folder = (): string => process.env['FLOWPRINT_SHARED'] || resolve(import.meta.dirname, '../../../../shared')

/** End of a zip archive, missing in a truncated one. */
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06])

/**
 * Path of an optional data file, such as data/binance/x.csv.gz, or null if it is missing, empty or truncated; tests
 * that need it are then skipped.
 */
export function sharedFile(path: string): string | null {
  const file = join(folder(), path)
  return existsSync(file) && isComplete(file) ? file : null
}

/** Content of an optional file, decompressed, or null; see `sharedFile`. */
export function readShared(path: string): string | null {
  const file = sharedFile(path)
  return file === null ? null : decompress(file).toString('utf8')
}

/** Like `sharedFile` for several files that are needed together; logs one line if the tests have to be skipped. */
export function sharedFiles(paths: readonly string[], tests: string): readonly string[] | null {
  const files = paths.map((path) => sharedFile(path))
  const missing = paths.filter((_, i) => files[i] === null)
  if (missing.length === 0) return files as string[]
  console.log(`skipped: ${tests}, because ${missing.join(', ')} is not complete in ${folder()}`)
  return null
}

function isComplete(file: string): boolean {
  try {
    const content = decompress(file)
    if (file.endsWith('.zip')) return content.lastIndexOf(ZIP_END) >= 0
    if (file.endsWith('.json')) JSON.parse(content.toString('utf8'))
    return content.length > 0
  } catch {
    return false
  }
}

function decompress(file: string): Buffer {
  const content = readFileSync(file)
  if (file.endsWith('.gz')) return gunzipSync(content)
  return file.endsWith('.zst') ? zstdDecompressSync(content) : content
}
