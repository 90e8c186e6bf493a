import { backoffMs } from '@flowprint/orderflow'
import { retry } from '../retry.ts'
import { PassingFailure, UnreachableError } from '../errors.ts'
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'

/** Retry settings. */
export interface RetryPolicy {
  /** Attempts without any progress before giving up. */
  readonly attempts: number
  /** First backoff after a failure, ms; doubled each time, up to a minute. */
  readonly baseMs: number
  /** Timeout of a connection that receives nothing. */
  readonly stallMs: number
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 4, baseMs: 1_000, stallMs: 60_000 }

const MAX_BACKOFF_MS = 60_000
const MAX_RETRY_AFTER_MS = 300_000

/**
 * Runs the work until it succeeds. A PassingFailure (such as a broken connection) is retried with exponential backoff
 * and jitter; `progress` returns how far the work has got, and any progress resets the attempt count.
 */
export async function persist<Result>(
  url: string,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  progress: () => number,
  work: () => Promise<Result>,
): Promise<Result> {
  const backoff = { baseMs: policy.baseMs, maxMs: MAX_BACKOFF_MS, jitter: 0.5 }
  try {
    return await retry(work, {
      attempts: policy.attempts,
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
  return Number.isFinite(ms) ? Math.max(0, Math.min(ms, MAX_RETRY_AFTER_MS)) : null
}

const MAX_REDIRECTS = 5

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The raw bytes in chunks; a broken connection throws PassingFailure. */
  readonly body: AsyncIterable<Uint8Array>
  /** Closes the connection if the body is not needed. */
  discard(): void
}

/**
 * One GET, following redirects. Not `fetch`: the one in Node 24 ends the process when a server closes the connection of
 * a slowly read body, and it decompresses gzip-encoded responses, while these files are gzip themselves.
 */
async function httpGet(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  redirects = 0,
): Promise<Answer> {
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    headers: { 'user-agent': 'flowprint', ...headers },
    signal,
  })
  request.end()
  let response: IncomingMessage
  try {
    ;[response] = (await once(request, 'response')) as [IncomingMessage]
  } catch (error) {
    signal.throwIfAborted()
    throw new PassingFailure(reasonOf(error))
  }
  const { statusCode: status = 0, headers: answered } = response
  if (status >= 300 && status < 400 && answered.location !== undefined && redirects < MAX_REDIRECTS) {
    const next = new URL(answered.location, url)
    // Never redirect from https to http.
    if (next.protocol === 'https:' || !url.startsWith('https:')) {
      response.resume()
      return httpGet(next.href, headers, signal, redirects + 1)
    }
  }
  return { status, headers: answered, body: bytesOf(response, signal), discard: () => void response.destroy() }
}

/** Wraps errors of the connection only; errors of the consumer pass through. */
async function* bytesOf(response: IncomingMessage, signal: AbortSignal): AsyncIterable<Uint8Array> {
  try {
    yield* response
  } catch (error) {
    signal.throwIfAborted()
    throw new PassingFailure(reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message: string }
  return typeof code === 'string' ? code : message
}
