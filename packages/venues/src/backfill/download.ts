import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { PassingFailure } from './errors.ts'
import type { Answer } from './http-get.ts'
import { ask, persist, type Patience } from './request.ts'

/** Bytes received and total (null: unknown), for a progress bar. */
export type OnBytes = (received: number, total: number | null) => void

export interface DownloadOptions {
  readonly patience: Patience
  readonly signal?: AbortSignal | undefined
  readonly onBytes?: OnBytes | undefined
}

/**
 * Streams a file to `path` via `path.part`, which a later call resumes (HTTP Range) while the server still has the same
 * file (ETag). Returns false if the file does not exist (404).
 */
export async function download(url: string, path: string, options: DownloadOptions): Promise<boolean> {
  const part = new PartFile(path)
  const { patience, signal, onBytes } = options
  let furthest = 0
  const found = await persist(
    url,
    patience,
    signal,
    () => furthest,
    async () => {
      const stall = new AbortController()
      const timer = setTimeout(() => stall.abort(new PassingFailure('it stopped sending')), patience.stallMs)
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
