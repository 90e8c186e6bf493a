import { setTimeout as sleep } from 'node:timers/promises'
import { UnreachableError } from './errors.ts'

/** How patiently a server is asked. */
export interface Patience {
  /** Attempts without any progress before giving up. */
  readonly attempts: number
  /** First pause after a failure, ms; doubled each time, up to a minute. */
  readonly baseMs: number
  /** A connection that brings nothing for this long is given up. */
  readonly stallMs: number
}

export const PATIENCE: Patience = { attempts: 4, baseMs: 1_000, stallMs: 60_000 }

const LONGEST_PAUSE_MS = 60_000
const LONGEST_ASKED_PAUSE_MS = 300_000

/** A failure that may pass: try again, after `pauseMs` where the server named one. */
export class PassingFailure extends Error {
  readonly pauseMs: number | null
  constructor(message: string, pauseMs: number | null = null) {
    super(message)
    this.pauseMs = pauseMs
  }
}

/**
 * Runs the work until it succeeds. A PassingFailure or a broken connection is tried again after a growing pause with
 * jitter; `progress` says how far the work has come, and any progress starts the count of attempts anew.
 */
export async function persist<Result>(
  url: string, patience: Patience, signal: AbortSignal | undefined, progress: () => number, work: () => Promise<Result>,
): Promise<Result> {
  let reached = progress()
  for (let failures = 0; ; ) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      failures = progress() > reached ? 1 : failures + 1
      reached = progress()
      if (failures >= patience.attempts) throw new UnreachableError(`${new URL(url).host} cannot be reached: ${reasonOf(error)}`)
      const grown = Math.min(LONGEST_PAUSE_MS, patience.baseMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
      const asked = error instanceof PassingFailure ? error.pauseMs : null
      await sleep(asked ?? grown, undefined, { signal })
    }
  }
}

/** Answers that never get better are thrown as UnreachableError, passing ones as PassingFailure; the rest is returned. */
export async function ask(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { headers, signal })
  const { status } = response
  if (response.ok || status === 404 || status === 416) return response
  await response.body?.cancel().catch(() => {})
  if (status === 429 || status === 408 || status >= 500) throw new PassingFailure(`it answers ${status}`, askedPause(response))
  throw new UnreachableError(`${new URL(url).host} refuses ${new URL(url).pathname} (HTTP ${status})`)
}

/** Retry-After in seconds or as a date. */
function askedPause(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, LONGEST_ASKED_PAUSE_MS)) : null
}

/** fetch reports a broken connection as TypeError with a cause, a stall as an abort of ours. */
const isPassing = (error: unknown): boolean =>
  error instanceof PassingFailure || error instanceof TypeError || (error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError'

function reasonOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause
  const code = (cause as { code?: unknown } | undefined)?.code
  if (typeof code === 'string') return code
  return cause instanceof Error && cause.message !== '' ? cause.message : (error as Error).message
}
