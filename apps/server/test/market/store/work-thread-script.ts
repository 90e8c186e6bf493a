// Does what its jobs say.
import { serveWork } from '../../../src/market/store/work-thread.ts'

export interface ThreadJob {
  readonly text: string
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly spinMs?: number
  /** Shared; the job waits until its value is not 0. */
  readonly gate?: Int32Array
  readonly fails?: boolean
  readonly exits?: boolean
  readonly fillsHeap?: boolean
}

serveWork<ThreadJob, Uint8Array<ArrayBuffer>>(
  ({ text, bytes, spinMs = 0, gate, fails, exits, fillsHeap }) => {
    const until = performance.now() + spinMs
    while (performance.now() < until);
    if (gate !== undefined) Atomics.wait(gate, 0, 0)
    if (fails === true) throw new RangeError(`Condition failed: had ${text}`)
    if (exits === true) process.exit(3)
    for (const held: object[] = []; fillsHeap === true;) held.push({ held, text: `${text} ${held.length}` })
    return bytes ?? Uint8Array.from(Buffer.from(text))
  },
  (result) => [result.buffer],
)
