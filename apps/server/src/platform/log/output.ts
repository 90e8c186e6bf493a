import { writeSync } from 'node:fs'
import { codeOf } from '../errors/index.ts'

interface Line {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly [field: string]: unknown
}

const COLOURS: Readonly<Record<string, string>> = { warn: '\u001B[33m', error: '\u001B[31m', fatal: '\u001B[31m' }
const RESET = '\u001B[0m'

/** Human-readable lines: time of day, level unless info, message, then the other fields. */
export function readableOutput(output: { write(line: string): void }): { write(line: string): void } {
  return { write: (line) => output.write(readableLine(line)) }
}

function readableLine(line: string): string {
  let parsed: Line
  try {
    parsed = JSON.parse(line) as Line
  } catch {
    return line
  }
  const { level, time, msg, err, ...fields } = parsed
  const rest = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const label = level === 'info' ? '' : `${level.toUpperCase()} `
  const parts = [`${clockTime(time)} ${label}${msg ?? err?.message ?? ''}`, ...rest]
  const isFault = level === 'error' || level === 'fatal'
  if (err !== undefined) parts.push(isFault ? `\n${err.stack ?? err.message}` : `(${err.message})`)
  const text = parts.join('  ')
  const colour = COLOURS[level]
  return colour === undefined ? `${text}\n` : `${colour}${text}${RESET}\n`
}

const clockTime = (iso: string): string => new Date(iso).toTimeString().slice(0, 8)

const STDOUT = 1
/** Retry delay for a pipe with a slow reader. */
const RETRY_MS = 5
const MAX_RETRIES = 200

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes lines to standard output and drops them on failure, so that the program continues without its log on a full
 * disk. A Node stream would stay broken after its first error.
 */
export function standardOutput(write: (bytes: Buffer) => number = (bytes) => writeSync(STDOUT, bytes)): {
  write(line: string): void
} {
  let lost = 0
  /** Whether the last line was written partially. */
  let isTorn = false

  function writeAll(text: string): void {
    let rest = Buffer.from(text)
    for (let retries = 0; rest.length > 0;) {
      try {
        const written = write(rest)
        isTorn = written < rest.length
        rest = rest.subarray(written)
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN' || ++retries > MAX_RETRIES) throw error
        Atomics.wait(sleeper, 0, 0, RETRY_MS)
      }
    }
  }

  return {
    write(line) {
      try {
        if (isTorn) writeAll('\n')
        if (lost > 0)
          writeAll(
            `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg: `${lost} lines of the log could not be written` })}\n`,
          )
        lost = 0
        writeAll(line)
      } catch {
        lost += 1
      }
    },
  }
}
