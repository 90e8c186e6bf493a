import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '@flowprint/orderflow'
import type { DayFile } from './archive-source.ts'
import { ChecksumError, PassingFailure } from '../errors.ts'
import { ask, DEFAULT_RETRY, persist } from './request.ts'
import type { Answer, RetryPolicy } from './request.ts'

export interface FetchOptions {
  /** Temporary folder for downloads; created if missing. */
  readonly folder: string
  readonly retry?: RetryPolicy | undefined
  readonly signal?: AbortSignal | undefined
  readonly onBytes?: OnBytes | undefined
  readonly log?: ((line: string) => void) | undefined
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
  const { folder, retry = DEFAULT_RETRY, signal, onBytes, log = () => {} } = options
  await mkdir(folder, { recursive: true })
  const path = join(folder, file.name)
  for (let attempt = 1; ; attempt++) {
    const wanted = file.checksumUrl === null ? null : await fetchChecksum(file.checksumUrl, file.name, retry, signal)
    if (file.checksumUrl !== null && wanted === null) return null
    const isThere = await stat(path).then(
      () => true,
      () => false,
    )
    if (!isThere && !(await download(file.url, path, { retry, signal, onBytes }))) return null
    if (wanted === null) return path
    const found = await sha256Of(path, signal)
    if (found === wanted) return path
    await rm(path, { force: true })
    const fault = `${file.url}: its SHA-256 is ${found}, ${file.checksumUrl} says ${wanted}`
    if (attempt === 2) throw new ChecksumError(`${fault}; rejected after two downloads`)
    log(`${fault}; it is fetched once more`)
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
  retry: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  return persist(
    url,
    retry,
    signal,
    () => 0,
    async () => {
      const timeout = AbortSignal.timeout(retry.stallMs)
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

/** Bytes received and total (null: unknown), for a progress bar. */
type OnBytes = (received: number, total: number | null) => void

interface DownloadOptions {
  readonly retry: RetryPolicy
  readonly signal?: AbortSignal | undefined
  readonly onBytes?: OnBytes | undefined
}

/**
 * Streams a file to `path` via `path.part`, which a later call resumes (HTTP Range) while the server still has the same
 * file (ETag). Returns false if the file does not exist (404).
 */
export async function download(url: string, path: string, options: DownloadOptions): Promise<boolean> {
  const part = new PartFile(path)
  const { retry, signal, onBytes } = options
  let furthest = 0
  const found = await persist(
    url,
    retry,
    signal,
    () => furthest,
    async () => {
      const stall = new AbortController()
      const timer = setTimeout(() => stall.abort(new PassingFailure('it stopped sending')), retry.stallMs)
      try {
        return await part.fill(url, AbortSignal.any([stall.signal, ...(signal ? [signal] : [])]), (received, total) => {
          timer.refresh()
          furthest = Math.max(furthest, received)
          onBytes?.(received, total)
        })
      } catch (error) {
        if (stall.signal.aborted) throw stall.signal.reason
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  )
  if (found) await part.finish()
  else await part.discard()
  return found
}

/** The partial file of a download in progress. */
class PartFile {
  readonly #path: string
  readonly #part: string
  readonly #tag: string

  constructor(path: string) {
    this.#path = path
    this.#part = `${path}.part`
    this.#tag = `${path}.etag`
  }

  async fill(url: string, signal: AbortSignal, onBytes: OnBytes): Promise<boolean> {
    const tag = await readFile(this.#tag, 'utf8').catch(() => '')
    const file = await open(this.#part, 'a+')
    try {
      // Without an ETag, whether the file is still the same is unknown.
      const start = tag === '' ? 0 : (await file.stat()).size
      const response = await ask(url, start > 0 ? { range: `bytes=${start}-`, 'if-range': tag } : {}, signal)
      if (response.status === 404) return false
      if (response.status === 416) {
        await this.discard()
        throw new PassingFailure('it has another file by now')
      }
      const resumes = response.status === 206
      if (!resumes) {
        await file.truncate(0)
        await writeFile(this.#tag, strongTag(response))
      }
      await append(file, response, resumes ? start : 0, onBytes)
      return true
    } finally {
      await file.close()
    }
  }

  async finish(): Promise<void> {
    await rename(this.#part, this.#path)
    await rm(this.#tag, { force: true })
  }

  async discard(): Promise<void> {
    await rm(this.#part, { force: true })
    await rm(this.#tag, { force: true })
  }
}

/** If-Range accepts strong tags only. */
function strongTag({ headers }: Answer): string {
  const { etag: tag = '' } = headers
  return tag.startsWith('W/') ? '' : tag
}

async function append(
  file: Awaited<ReturnType<typeof open>>,
  { headers, body }: Answer,
  start: number,
  onBytes: OnBytes,
): Promise<void> {
  const length = headers['content-length']
  const total = length === undefined ? null : start + Number(length)
  let received = start
  onBytes(received, total)
  for await (const chunk of body) {
    await file.write(chunk)
    received += chunk.length
    onBytes(received, total)
  }
  if (total !== null && received < total) throw new PassingFailure('it ended before the file did')
}
