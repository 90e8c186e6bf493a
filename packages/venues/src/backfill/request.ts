import { backoffMs } from '@flowprint/orderflow'
import { retry } from '../retry.ts'
import { PassingFailure, UnreachableError } from './errors.ts'
import { httpGet, type Answer } from './http-get.ts'

/** Retry settings. */
export interface Patience {
  /** Attempts without any progress before giving up. */
  readonly attempts: number
  /** First backoff after a failure, ms; doubled each time, up to a minute. */
  readonly baseMs: number
  /** Timeout of a connection that receives nothing. */
  readonly stallMs: number
}

export const PATIENCE: Patience = { attempts: 4, baseMs: 1_000, stallMs: 60_000 }

const LONGEST_PAUSE_MS = 60_000
const LONGEST_ASKED_PAUSE_MS = 300_000

/**
 * Runs the work until it succeeds. A PassingFailure (such as a broken connection) is retried with exponential backoff
 * and jitter; `progress` returns how far the work has got, and any progress resets the attempt count.
 */
export async function persist<Result>(
  url: string,
  patience: Patience,
  signal: AbortSignal | undefined,
  progress: () => number,
  work: () => Promise<Result>,
): Promise<Result> {
  const backoff = { baseMs: patience.baseMs, maxMs: LONGEST_PAUSE_MS, jitter: 0.5 }
  try {
    return await retry(work, {
      attempts: patience.attempts,
      signal,
      progress,
      delayMs(error, failures) {
        if (!(error instanceof PassingFailure)) return null
        return error.pauseMs ?? backoffMs(failures, backoff, Math.random)
      },
    })
  } catch (error) {
    if (!(error instanceof PassingFailure)) throw error
    throw new UnreachableError(`${new URL(url).host} cannot be reached: ${error.message}`)
  }
}

/** Throws permanent failures as UnreachableError and transient ones as PassingFailure; returns other answers. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await httpGet(url, headers, signal)
  const { status } = answer
  if (status === 200 || status === 206) return answer
  answer.discard()
  if (status === 404 || status === 416) return answer
  if (status === 429 || status === 408 || status >= 500)
    throw new PassingFailure(`it answers ${status}`, askedPause(answer))
  throw new UnreachableError(`${new URL(url).host} refuses ${new URL(url).pathname} (HTTP ${status})`)
}

/** Retry-After in seconds or as a date. */
function askedPause({ headers }: Answer): number | null {
  const text = headers['retry-after']
  if (text === undefined) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, LONGEST_ASKED_PAUSE_MS)) : null
}
