import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '@flowprint/orderflow'
import type { DayFile } from './archive-source.ts'
import { download, type OnBytes } from './download.ts'
import { ChecksumError, PassingFailure } from './errors.ts'
import { ask, PATIENCE, persist, type Patience } from './request.ts'

export interface FetchOptions {
  /** Temporary folder for downloads; created if missing. */
  readonly folder: string
  readonly patience?: Patience | undefined
  readonly signal?: AbortSignal | undefined
  readonly onBytes?: OnBytes | undefined
  readonly say?: ((line: string) => void) | undefined
}

/** Age at which leftovers of killed runs are removed. */
const STALE_MS = 3 * DAY_MS

/**
 * Fetches a day's file and verifies it against the SHA-256 of its exchange; null if not published yet. A mismatch is
 * fetched once more, because a file may be replaced between the fetches of checksum and file.
 *
 * Throws ChecksumError with the file and both sums, UnreachableError if the server stays unreachable.
 */
export async function fetchDayFile(file: DayFile, options: FetchOptions): Promise<string | null> {
  const { folder, patience = PATIENCE, signal, onBytes, say = () => {} } = options
  await mkdir(folder, { recursive: true })
  const path = join(folder, file.name)
  for (let attempt = 1; ; attempt++) {
    const wanted = file.checksumUrl === null ? null : await fetchChecksum(file.checksumUrl, file.name, patience, signal)
    if (file.checksumUrl !== null && wanted === null) return null
    const isThere = await stat(path).then(
      () => true,
      () => false,
    )
    if (!isThere && !(await download(file.url, path, { patience, signal, onBytes }))) return null
    if (wanted === null) return path
    const found = await sha256Of(path, signal)
    if (found === wanted) return path
    await rm(path, { force: true })
    const fault = `${file.url}: its SHA-256 is ${found}, ${file.checksumUrl} says ${wanted}`
    if (attempt === 2) throw new ChecksumError(`${fault}; rejected after two downloads`)
    say(`${fault}; it is fetched once more`)
  }
}

/** Removes files that other runs left in the folder days ago. */
export async function removeStaleFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { force: true })
  }
}

/** "<64 hex digits>  <file name>", or null if there is none. */
async function fetchChecksum(
  url: string,
  name: string,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  return persist(
    url,
    patience,
    signal,
    () => 0,
    async () => {
      const timeout = AbortSignal.timeout(patience.stallMs)
      let text = ''
      try {
        const answer = await ask(url, {}, AbortSignal.any([timeout, ...(signal ? [signal] : [])]))
        if (answer.status !== 200) return null
        for await (const chunk of answer.body) text += Buffer.from(chunk).toString('latin1')
      } catch (error) {
        throw timeout.aborted ? new PassingFailure('it does not answer') : error
      }
      const match = /^([0-9a-f]{64})\s+\*?(\S+)\s*$/i.exec(text)
      if (match === null || match[2] !== name) throw new PassingFailure(`${url} holds no checksum of ${name}`)
      return match[1].toLowerCase()
    },
  )
}

async function sha256Of(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, { signal })
  return hash.digest('hex')
}
