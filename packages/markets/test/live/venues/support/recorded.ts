import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../../..')

/** Where the real market data lies: beside the repository unless FLOWPRINT_SHARED says otherwise. */
const SHARED = process.env['FLOWPRINT_SHARED'] ?? join(REPOSITORY, '..', 'shared')

/** Frames and answers of one recorded session. */
export interface Recording {
  /** Messages received, in order, with the address they came from. */
  readonly frames: readonly { readonly address: string; readonly text: string }[]
  readonly answers: readonly { readonly url: string; readonly text: string }[]
}

/** True when the file is there; otherwise prints one line that says what is skipped. */
export function hasRecorded(path: string): boolean {
  const there = existsSync(join(SHARED, path))
  if (!there) console.log(`skipped: tests on ${path}, which is not in ${SHARED}`)
  return there
}

/** A session kept as one `{t, data, ...}` per line under zstd. */
export function readRecording(path: string): Recording {
  const lines = zstdDecompressSync(readFileSync(join(SHARED, path))).toString('utf8').trim().split('\n')
  const addresses = new Map<string, string>()
  const frames: { address: string; text: string }[] = []
  const answers: { url: string; text: string }[] = []
  for (const line of lines) {
    const { t, conn, addr, url, data } = JSON.parse(line) as Record<string, string>
    if (t === 'connect') addresses.set(conn, addr)
    else if (t === 'http') answers.push({ url, text: data })
    else if (t === 'recv') frames.push({ address: addresses.get(conn) ?? '', text: data })
  }
  return { frames, answers }
}

/** A single message or answer kept as a file of its own. */
export function readFixture(path: string): string {
  return readFileSync(join(SHARED, path), 'utf8')
}

/** The folder of the real market data. */
export function sharedPath(): string {
  return SHARED
}
