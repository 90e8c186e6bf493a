import { writeSync } from 'node:fs'
import { codeOf } from '../errors/index.ts'

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
