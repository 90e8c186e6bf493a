import type { IdRule, Trades } from '@flowprint/orderflow'
import { Worker } from 'node:worker_threads'
import { ArchiveError } from '../errors.ts'

export interface Units {
  readonly tickSize: string
  readonly lotSize: string
}

/** Start parameters of the thread. */
export interface DayTask {
  readonly file: string
  /** Layout to expect; 'auto' detects it. */
  readonly format: string
  /** null: derived from the file. */
  readonly units: Units | null
  /** The file numbers its own rows. */
  readonly rowIds: boolean
}

/** Requested trades, [from, to) in ms. */
export interface DayRequest {
  readonly from: number
  readonly to: number
}

export type DayReply =
  | {
      readonly kind: 'opened'
      readonly rows: number
      readonly units: Units
      readonly ids: IdRule
      readonly hours: readonly DayHour[]
    }
  | { readonly kind: 'trades'; readonly trades: Trades }
  | { readonly kind: 'refused'; readonly line: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string }

/** Trades of one hour of the file. */
interface DayHour {
  readonly hourTs: number
  readonly count: number
}

/** A validated archive file, held by a worker thread that returns it in parts. */
export interface DayReader {
  readonly rows: number
  readonly units: Units
  readonly ids: IdRule
  /** Hours with trades, ascending. */
  readonly hours: readonly DayHour[]
  /** Trades of [from, to) in canonical order. */
  trades(from: number, to: number): Promise<Trades>
  close(): Promise<void>
}

const WORKER = new URL('./day-worker.ts', import.meta.url)

/** Reads the whole file on another thread. Throws ArchiveError with file and line if something is invalid. */
export async function openDay(task: DayTask): Promise<DayReader> {
  const worker = new Worker(WORKER, { workerData: task })
  let waiting: PromiseWithResolvers<DayReply> = Promise.withResolvers()
  worker.on('message', (reply: DayReply) => waiting.resolve(reply))
  worker.on('error', (error) => waiting.reject(error))
  worker.on('exit', () => waiting.reject(new Error(`the reader of ${task.file} ended`)))
  const close = async (): Promise<void> => {
    waiting.promise.catch(() => {})
    await worker.terminate()
  }
  try {
    const reply = await waiting.promise
    if (reply.kind !== 'opened') throw errorOf(task.file, reply)
    const { rows, units, ids, hours } = reply
    return {
      rows,
      units,
      ids,
      hours,
      async trades(from, to) {
        waiting = Promise.withResolvers()
        worker.postMessage({ from, to })
        const answer = await waiting.promise
        if (answer.kind !== 'trades') throw errorOf(task.file, answer)
        return answer.trades
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function errorOf(file: string, reply: DayReply): Error {
  if (reply.kind === 'refused') return new ArchiveError(file, reply.line, reply.reason)
  if (reply.kind !== 'failed') return new Error(`Invariant: an unexpected answer ${reply.kind}`)
  const error = new Error(reply.message)
  error.stack = reply.stack
  return error
}
